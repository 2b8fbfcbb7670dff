import { dayRange, isTick } from '@veld/contract';
import { latestFirst } from '../../../local/records/lists/latest-first';
import { isAtSavedPlace, type SavedPlace } from '../../../local/changes/saved-places';
import { foundSpeciesId, type LocalObservation } from '../../../shared/records/own';

export interface PlaceFigures {
  /** Latest first, without ticks. */
  records: LocalObservation[];
  species: number;
  /** The dates of the first and the last record, as recorded; null if none has a date. */
  first: string | null;
  last: string | null;
  /** Records of each month, January first; those without an exact month are left out. */
  months: number[];
}

/** The records at a place (`isAtPlace`), and those made with it. */
export function recordsOfPlace(place: SavedPlace, own: readonly LocalObservation[]): LocalObservation[] {
  return own.filter((record) => !isTick(record) && isAtSavedPlace(place, record));
}

export function placeFigures(place: SavedPlace, own: readonly LocalObservation[]): PlaceFigures {
  const records = latestFirst(recordsOfPlace(place, own));
  const months = Array.from({ length: 12 }, () => 0);
  for (const { observed_on } of records) {
    const days = observed_on ? dayRange(observed_on) : null;
    if (days && days.from.slice(0, 7) === days.to.slice(0, 7)) months[Number(days.from.slice(5, 7)) - 1]!++;
  }
  const dates = records.flatMap(({ observed_on }) => (observed_on ? [observed_on] : []));
  const species = new Set(records.map(foundSpeciesId).filter((id) => id !== null));
  return { records, species: species.size, first: dates.at(-1) ?? null, last: dates[0] ?? null, months };
}
