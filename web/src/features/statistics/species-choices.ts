import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTaxa } from '../../shared/taxa/data';
import type { Figures } from './data';

/** The species of records to choose from, most records first, by their names on this device. */
export function useSpeciesChoices(species: Figures['bySpecies']): { value: string; label: string }[] {
  const { t } = useTranslation('common');
  const ids = useMemo(() => species.map(({ id }) => id), [species]);
  const taxa = useTaxa(ids);
  return useMemo(() => {
    const names = new Map(taxa?.map(({ id, name }) => [id, name]));
    return species.map(({ id, taxon }) => ({ value: String(id), label: names.get(id) ?? taxon?.name ?? t('taxon.unknown') }));
  }, [species, taxa, t]);
}
