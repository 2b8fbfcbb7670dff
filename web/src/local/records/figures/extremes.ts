import { type CountedRecord, pickDay } from './counted-record';

export interface Extremes {
  /** The records of the first and the last day. */
  earliest: CountedRecord | null;
  latest: CountedRecord | null;
  /** The record with the most individuals. */
  highest: CountedRecord | null;
  /** The day with the most species. */
  richest: { day: string; species: number } | null;
  /** The species with the most records. */
  commonest: { record: CountedRecord; records: number } | null;
}

/** What stands out among records of present taxa. Dates of a month or a year have no day to compare. */
export function findExtremes(records: readonly CountedRecord[]): Extremes {
  const found: Extremes = { earliest: null, latest: null, highest: null, richest: null, commonest: null };
  const speciesOn = new Map<string, Set<number>>();
  const ofSpecies = new Map<number, { record: CountedRecord; records: number }>();
  for (const record of records) {
    if (record.isAbsence) continue;
    const { species, count } = record;
    if (count !== null && count > (found.highest?.count ?? 0)) found.highest = record;
    if (species !== null) ofSpecies.set(species, { record, records: (ofSpecies.get(species)?.records ?? 0) + 1 });
    const day = pickDay(record.days);
    if (day === null) continue;
    if (!found.earliest || day < found.earliest.days!.from) found.earliest = record;
    if (!found.latest || day > found.latest.days!.from) found.latest = record;
    if (species === null) continue;
    const ofDay = speciesOn.get(day);
    if (ofDay) ofDay.add(species);
    else speciesOn.set(day, new Set([species]));
  }
  for (const [day, { size }] of speciesOn) if (size > (found.richest?.species ?? 0)) found.richest = { day, species: size };
  for (const one of ofSpecies.values()) if (one.records > (found.commonest?.records ?? 0)) found.commonest = one;
  return found;
}
