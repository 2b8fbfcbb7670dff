import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { VirtualRows } from '../../ui/virtual/VirtualRows';
import { LoadFailure } from '../../shared/records/lists/LoadFailure';
import { speciesAddress, useTaxa } from '../../shared/taxa/data';
import { NamesState } from '../../shared/taxa/NamesState';
import { taxonRowProps } from '../../shared/taxa/taxon-row-props';
import type { SpeciesOf } from './data';
import classes from './profile.module.css';
import { NothingHere } from './NothingHere';

const NONE: readonly number[] = [];

/** The species of a person’s public records, most common first, by the names on this device. */
export function SpeciesOfPerson({ name, species, isFiltered }: { name: string; species: SpeciesOf; isFiltered: boolean }) {
  const { t } = useTranslation(['profile', 'common']);
  const ids = species.data ?? NONE;
  const taxa = useTaxa(ids);
  const missing = ids.length - (taxa?.length ?? 0);
  const isLoading = (!species.data && !species.error) || taxa === undefined;
  return (
    <section className={classes.records} aria-labelledby="species">
      <SectionTitle id="species">{t('species_of_person')}</SectionTitle>
      {!species.data && species.error && <LoadFailure error={species.error} onRetry={() => void species.refetch()} />}
      {isLoading && !species.error && <TaxonRowSkeletons label={t('loading')} />}
      {species.data?.length === 0 && <NothingHere isFiltered={isFiltered} sentence={t('empty_person', { name })} />}
      {taxa && taxa.length > 0 && (
        <VirtualRows
          items={taxa}
          keyOf={(taxon) => taxon.id}
          rowHeight={80}
          label={t('species_of_person')}
          render={(taxon) => <TaxonRow {...taxonRowProps(taxon, t, false)} to={speciesAddress(taxon.id)} />}
        />
      )}
      {taxa &&
        missing > 0 &&
        (taxa.length === 0 ? <NamesState /> : <p className={classes.missing}>{t('species_not_here', { count: missing })}</p>)}
    </section>
  );
}
