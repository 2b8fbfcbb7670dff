import { type CountValue, isAbsence, type TaxonSummary } from '@veld/contract';
import type { LocalObservation } from '../../../local/db/rows';
import { addCounts, entryTimes, listRows, rowKey, type Tally, type TallyRow } from '../../../local/records/tally';
import { recordInstant } from '../page/journey-times';

/** A species of the running journey: what its records and the running tally have of it. */
export interface RunningRow {
  /** As a row of a tally, with the records in its value and in what was counted earlier. */
  row: TallyRow;
  records: readonly LocalObservation[];
  /** What the records count; null of none. */
  recorded: CountValue | null;
  /** Whether the tally counts it too. */
  isCounted: boolean;
  /** When it was found first, in milliseconds since 1970. */
  first: number;
}

interface Walk {
  started_at: string;
  time_zone: string;
}

/** The species of a journey, the last found first. Records without a species are left out. */
export function runningRows(records: readonly LocalObservation[], tally: Tally | null, { started_at, time_zone }: Walk): RunningRow[] {
  const started = Date.parse(started_at);
  const byTaxon = new Map<number, { taxon: TaxonSummary; records: LocalObservation[] }>();
  for (const record of records) {
    const { taxon } = record;
    if (!taxon || isAbsence(record)) continue;
    const known = byTaxon.get(taxon.id);
    if (known) known.records.push(record);
    else byTaxon.set(taxon.id, { taxon, records: [record] });
  }
  const at = (record: LocalObservation) => recordInstant(record, time_zone) ?? record.saved_at;
  const ofRecords = (own: readonly LocalObservation[]) => ({
    records: own.toSorted((one, other) => at(one) - at(other)),
    recorded: addCounts(own.map(countRecord)),
    first: Math.min(...own.map(at)),
  });
  const timesOf = (key: string) => (tally?.entries ?? []).filter((entry) => rowKey(entry) === key).flatMap(entryTimes);
  const counted = (tally ? listRows(tally) : []).flatMap((row): RunningRow[] => {
    const times = timesOf(row.key).filter((time) => time >= started);
    // A row that was added to count others apart has no number yet.
    if (times.length === 0 && (row.value !== null || tally!.started_at < started)) return [];
    const own = row.variant === undefined ? byTaxon.get(row.taxon.id) : undefined;
    if (own) byTaxon.delete(row.taxon.id);
    const { records: rest, recorded, first } = ofRecords(own?.records ?? []);
    const value = addCounts([recorded, row.value]);
    const together = { ...row, value, earlier: addCounts([recorded, row.earlier]) };
    return [{ row: together, records: rest, recorded, isCounted: true, first: Math.min(first, ...times) }];
  });
  const saved = [...byTaxon.values()].map(({ taxon, records: own }): RunningRow => {
    const facts = ofRecords(own);
    const row = { key: String(taxon.id), taxon, details: {}, value: facts.recorded, earlier: facts.recorded };
    return { row, isCounted: false, ...facts };
  });
  return [...counted, ...saved].toSorted((one, other) => other.first - one.first);
}

function countRecord({ count, count_max, count_type }: LocalObservation): CountValue | null {
  return count == null ? null : { count, count_max: count_max ?? null, count_type: count_type ?? 'exact' };
}

/** What of a typed number is left for the tally; null if the records have more. */
export function subtractRecorded(typed: CountValue, recorded: CountValue | null): CountValue | null {
  const by = recorded?.count ?? 0;
  if (typed.count < by) return null;
  return { ...typed, count: typed.count - by, count_max: typed.count_max === null ? null : typed.count_max - by };
}
