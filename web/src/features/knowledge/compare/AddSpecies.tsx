import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/SearchField';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useSimilarSpecies } from '../../species/data';
import { useLookAlikes } from '../../species/distinctions';
import { type Taxon, useTaxonSearch } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/parts/taxon-row-props';
import classes from './AddSpecies.module.css';

const FOUND = 6;

interface Props {
  /** The species compared so far. */
  taxa: readonly Taxon[];
  onAdd: (id: number) => void;
}

/** Adds a species to a comparison: one found by name, or one that is easily confused with or related to the first. */
export function AddSpecies({ taxa, onAdd }: Props) {
  const { t } = useTranslation(['knowledge', 'common', 'taxa']);
  const [text, setText] = useState('');
  const found = useTaxonSearch(text, FOUND);
  const lookAlikes = useLookAlikes(taxa[0]?.id).taxa;
  const relatives = useSimilarSpecies(taxa[0])?.filter(({ id }) => !lookAlikes.some((one) => one.id === id));
  const isOffered = (one: Taxon) => one.rank === 'species' && !taxa.some(({ id }) => id === one.id);
  const offered: readonly Taxon[] = (text.trim() === '' ? [...lookAlikes, ...(relatives ?? [])] : (found ?? []))
    .filter(isOffered)
    .slice(0, FOUND);
  return (
    <section>
      <SectionTitle>{t('compare.add')}</SectionTitle>
      <SearchField label={t('search')} clearLabel={t('common:action.clear')} value={text} onChange={setText} />
      <ul className={classes.found}>
        {offered.map((one) => (
          <li key={one.id}>
            <TaxonRow
              {...taxonRowProps(one, t, false)}
              onClick={() => {
                setText('');
                onAdd(one.id);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
