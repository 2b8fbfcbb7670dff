import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useSeenTaxonIds } from '../../../shared/records/own';
import { speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/taxon-row-props';
import { useDescriptions } from '../community';
import { useLookAlikes } from '../distinctions';
import { useOwnPicture } from '../own-pictures';
import { firstSentence, useSimilarSpecies } from '../similar';
import { DistinctionTable } from './DistinctionTable';
import classes from './Distinctions.module.css';
import { TaxonLinks } from './OtherTaxa';

const SHOWN = 8;
/** This species and two others. */
const COMPARED = 3;

/**
 * Species that are easily confused with this one: first those whose differences are described, then its nearest relatives, each with
 * what to look for.
 */
export function SimilarSpecies({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['species', 'common']);
  const seen = useSeenTaxonIds();
  const ownPicture = useOwnPicture();
  const textOf = useDescriptions();
  const relatives = useSimilarSpecies(taxon);
  const { pairs, taxa: lookAlikes } = useLookAlikes(taxon.id);
  const others = (relatives ?? []).filter(({ id }) => !pairs.some(({ other_id }) => other_id === id)).slice(0, SHOWN);
  if (lookAlikes.length === 0 && others.length === 0) return null;
  const compared = [taxon, ...lookAlikes, ...others].slice(0, COMPARED).map(({ id }) => id);
  return (
    <section>
      <SectionTitle
        action={
          <Anchor component={Link} to={`/knowledge?compare=${compared.join(',')}`}>
            {t('page.side_by_side')}
          </Anchor>
        }
      >
        {t('page.similar')}
      </SectionTitle>
      <ul className={classes.pairs}>
        {lookAlikes.map((other) => (
          <li key={other.id} className={classes.pair}>
            <div className={classes.other}>
              <TaxonRow
                {...taxonRowProps(other, t, seen?.has(other.id) === true)}
                picture={ownPicture(other)}
                to={speciesAddress(other.id)}
              />
            </div>
            <DistinctionTable distinction={pairs.find(({ other_id }) => other_id === other.id)!} taxon={taxon} other={other} />
          </li>
        ))}
      </ul>
      <TaxonLinks taxa={others} noteOf={({ id }) => firstSentence(textOf(id))} />
    </section>
  );
}
