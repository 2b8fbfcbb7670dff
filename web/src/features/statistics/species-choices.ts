import type { TaxonSummary } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTaxa } from '../taxa/data';
import type { CountedRecord } from './figures/counted-record';

/** The species of records to choose from, most records first, by their names on this device. */
export function useSpeciesChoices(records: readonly CountedRecord[]): { value: string; label: string }[] {
  const { t } = useTranslation('common');
  const species = useMemo(() => speciesByRecords(records), [records]);
  const ids = useMemo(() => species.map(({ id }) => id), [species]);
  const taxa = useTaxa(ids);
  return useMemo(() => {
    const names = new Map(taxa?.map(({ id, name }) => [id, name]));
    return species.map(({ id, taxon }) => ({ value: String(id), label: names.get(id) ?? taxon?.name ?? t('taxon.unknown') }));
  }, [species, taxa, t]);
}

function speciesByRecords(records: readonly CountedRecord[]): { id: number; taxon: TaxonSummary | null }[] {
  const counts = new Map<number, { taxon: TaxonSummary | null; records: number }>();
  for (const { species, taxon } of records) {
    if (species === null) continue;
    const one = counts.get(species);
    if (one) one.records++;
    else counts.set(species, { taxon, records: 1 });
  }
  return [...counts].toSorted(([, one], [, other]) => other.records - one.records).map(([id, { taxon }]) => ({ id, taxon }));
}
