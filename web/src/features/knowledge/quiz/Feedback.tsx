import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { Description } from '../../species/data';
import { DistinctionOfTwo } from '../../species/parts/DistinctionTable';
import { speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/parts/taxon-row-props';
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

/** With its picture, as far as one is known. */
function Facts({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['knowledge', 'common', 'taxa']);
  return (
    <div>
      <TaxonRow {...taxonRowProps(taxon, t, false)} to={speciesAddress(taxon.id)} />
      <Description taxonId={taxon.id} />
    </div>
  );
}
