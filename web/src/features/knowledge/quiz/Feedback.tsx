import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScientificName } from '../../../ui/ScientificName';
import { Description } from '../../species/data';
import { DistinctionOfTwo } from '../../species/parts/DistinctionTable';
import { speciesAddress, type Taxon } from '../../taxa/data';
import classes from './Quiz.module.css';

/** Whether the answer was right, and what distinguishes the species, from the chosen one too if that is described. `chosen` is missing for a skipped question. */
export function Feedback({ taxon, chosen }: { taxon: Taxon; chosen: Taxon | undefined }) {
  const { t } = useTranslation('knowledge');
  const isRight = chosen?.id === taxon.id;
  const verdict = chosen ? t(isRight ? 'quiz.right' : 'quiz.wrong', { name: taxon.name }) : t('quiz.skipped', { name: taxon.name });
  return (
    <div className={classes.feedback}>
      <p className={classes.verdict} data-state={chosen && (isRight ? 'right' : 'wrong')}>
        {verdict}
      </p>
      {chosen && !isRight && <DistinctionOfTwo taxon={taxon} other={chosen} />}
      <Facts taxon={taxon} />
      {chosen && !isRight && (
        <>
          <Facts taxon={chosen} />
          <Anchor component={Link} to={`/knowledge?compare=${taxon.id},${chosen.id}`}>
            {t('quiz.compare')}
          </Anchor>
        </>
      )}
    </div>
  );
}

function Facts({ taxon }: { taxon: Taxon }) {
  return (
    <div>
      <p className={classes.factsName}>
        <Link to={speciesAddress(taxon.id)}>{taxon.name}</Link>{' '}
        {taxon.name !== taxon.scientific_name && <ScientificName name={taxon.scientific_name} rank={taxon.rank} />}
      </p>
      <Description taxonId={taxon.id} />
    </div>
  );
}
