import { isAbsence, isAboveSpecies, type TaxonGroup } from '@veld/contract';
import type { LocalObservation } from '../../../local/db/rows';
import type { FrequencyIndex } from '../../../shared/frequencies/data';
import { isAcknowledged } from '../../../shared/records/acknowledged';
import { unusualCount } from '../../recording/checks/unusual-counts';

/** Why a record of a journey is worth another look: what it lacks, or what is unusual about it. */
export type ToCheck = 'no_species' | 'no_place' | 'unusual_month' | 'unusual_count';

/** Groups of which individuals are usually counted. */
const COUNTED: ReadonlySet<TaxonGroup> = new Set(['bird', 'mammal', 'amphibian', 'reptile', 'butterfly', 'dragonfly']);

/**
 * The records of a journey for its review: those worth a second look first, unless the person acknowledged why, then those without a
 * count in groups that are usually counted.
 */
export function recordsToReview(
  records: readonly LocalObservation[],
  index: Pick<FrequencyIndex, 'unusual'> | null,
): { record: LocalObservation; reasons: ToCheck[] }[] {
  const rank = ({ record, reasons }: { record: LocalObservation; reasons: ToCheck[] }) => {
    if (reasons.length > 0) return 0;
    return record.count == null && record.taxon && COUNTED.has(record.taxon.group) ? 1 : 2;
  };
  return records.map((record) => ({ record, reasons: reasonsOf(record, index) })).toSorted((one, other) => rank(one) - rank(other));
}

function reasonsOf(record: LocalObservation, index: Pick<FrequencyIndex, 'unusual'> | null): ToCheck[] {
  const { taxon, count, count_max, latitude, longitude, observed_on } = record;
  if (isAbsence(record)) return [];
  const reasons: ToCheck[] = [];
  if (!taxon || isAboveSpecies(taxon.rank)) reasons.push('no_species');
  if (latitude == null || longitude == null) reasons.push('no_place');
  else if (index && taxon?.rank === 'species' && observed_on?.length === 10 && !isAcknowledged('unusual_month', record))
    if (index.unusual(taxon, { latitude, longitude }, observed_on)) reasons.push('unusual_month');
  if (taxon && unusualCount(Math.max(count ?? 0, count_max ?? 0), taxon.group, []) && !isAcknowledged('unusual_count', record))
    reasons.push('unusual_count');
  return reasons;
}
