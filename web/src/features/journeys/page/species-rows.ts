import { isAbsence } from '@veld/contract';
import type { LocalObservation } from '../../../shared/records/own';

/** A species on a journey. */
export interface SpeciesRow {
  key: string;
  /** The first of its records. */
  record: LocalObservation;
  records: number;
  /** The individuals of all records; null if no record counts them. */
  count: number | null;
  /** There may be more: not all records count them, or not exactly. */
  isAtLeast: boolean;
  /** HH:MM by the clock of the place; null if no record has a time. */
  first: string | null;
  /** Looked for and not found. */
  isAbsent: boolean;
}

/** The taxa of records, in order of first time; what was not found comes last. Records without any name are left out. */
export function speciesRows(records: readonly LocalObservation[]): SpeciesRow[] {
  const byKey = new Map<string, LocalObservation[]>();
  for (const record of records) {
    const key = record.taxon_id == null ? record.verbatim_name?.trim().toLowerCase() : String(record.taxon_id);
    if (!key) continue;
    const known = byKey.get(key);
    if (known) known.push(record);
    else byKey.set(key, [record]);
  }
  const rows = [...byKey].map(([key, all]) => rowOf(key, all));
  return rows.toSorted((one, other) => Number(one.isAbsent) - Number(other.isAbsent) || timeKey(one).localeCompare(timeKey(other)));
}

const timeKey = ({ first }: SpeciesRow) => first ?? '99';

function rowOf(key: string, all: readonly LocalObservation[]): SpeciesRow {
  const found = all.filter((record) => !isAbsence(record));
  const shown = (found.length > 0 ? found : all).toSorted((one, other) => formatSortKey(one).localeCompare(formatSortKey(other)));
  const counts = found.flatMap(({ count }) => count ?? []);
  return {
    key,
    record: shown[0]!,
    records: found.length,
    count: found.length === 0 ? 0 : counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : null,
    isAtLeast: counts.length > 0 && found.some(({ count, count_type }) => count == null || (count_type != null && count_type !== 'exact')),
    first: found.length > 0 ? (shown[0]!.observed_time ?? null) : null,
    isAbsent: found.length === 0,
  };
}

/** Sorts by day and time; records without a time come last in their day. */
export function formatSortKey({ observed_on, observed_time }: Pick<LocalObservation, 'observed_on' | 'observed_time'>): string {
  return `${observed_on ?? '9999'} ${observed_time ?? '99'}`;
}
