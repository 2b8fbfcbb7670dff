import { isAboveSpecies, isAbsence } from '@veld/contract';
import type { LocalObservation } from '../db/rows';

/** The id of the species a record counts for. Null without a taxon, for an absence, and for a higher taxon ("an oak"). */
export function foundSpeciesId(record: Pick<LocalObservation, 'taxon_id' | 'taxon' | 'count' | 'count_max'>): number | null {
  if (record.taxon_id == null || isAbsence(record) || isAboveSpecies(record.taxon?.rank ?? '')) return null;
  return record.taxon_id;
}
