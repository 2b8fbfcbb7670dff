import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Taxon } from '../../taxa/data';
import { useDescriptions } from '../community';
import { firstSentence, useSimilarSpecies } from '../similar';
import { OtherTaxa } from './OtherTaxa';

const SHOWN = 8;
/** This species and its two nearest relatives. */
const COMPARED = 3;

/** Species that are easily confused with this one, the nearest relatives first, each with what to look for. */
export function SimilarSpecies({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  const similar = useSimilarSpecies(taxon)?.slice(0, SHOWN);
  const textOf = useDescriptions();
  const compared = [taxon, ...(similar ?? [])].slice(0, COMPARED).map(({ id }) => id);
  return (
    <OtherTaxa
      title={t('page.similar')}
      taxa={similar}
      noteOf={({ id }) => firstSentence(textOf(id))}
      action={
        <Anchor component={Link} to={`/knowledge?compare=${compared.join(',')}`}>
          {t('page.side_by_side')}
        </Anchor>
      }
    />
  );
}
