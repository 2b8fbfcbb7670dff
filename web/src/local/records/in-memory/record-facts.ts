import { type DayRange, dayRange, isAbsence, isTick, type TaxonSummary } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import type { LocalObservation } from '../../db/rows';
import { isReadable } from '../observations';
import type { Reading } from './reduce-rows';
import { RowsInMemory } from './rows-in-memory';

type Town = NonNullable<NonNullable<LocalObservation['place']>['town']>;

/** A record without ticks, reduced to what statistics need, so that 100,000 of them fit in memory. */
export interface RecordFact {
  id: string;
  taxon_id: number | null;
  taxon: TaxonSummary | null;
  /** Looked for and not found. */
  isAbsence: boolean;
  /** First and last day; null without a date. */
  days: DayRange | null;
  /** The hour at the place, 0 to 23; null without a time, or if the date is no day. */
  hour: number | null;
  /** Individuals, at least; null if they were not counted. */
  count: number | null;
  country_code: string | null;
  town: Town | null;
  latitude: number | null;
  longitude: number | null;
  location_id: string | null;
  /** Whether its place is open to everyone. */
  isOpen: boolean;
  hasPhoto: boolean;
}

/** The user's records, reduced to what statistics need. */
export function recordFacts(database: UserDatabase, reading?: Reading<RecordFact>): RowsInMemory<RecordFact> {
  return new RowsInMemory(database, factReader(), reading);
}

/** Reduces rows. What many records share, such as a taxon, is one object for all of them. */
export function factReader(): (row: LocalObservation) => RecordFact[] {
  const taxa = sharing<TaxonSummary>();
  const towns = sharing<Town>();
  const dates = new Map<string, DayRange | null>();
  const daysOf = (observedOn: string) => {
    let days = dates.get(observedOn);
    if (days === undefined) dates.set(observedOn, (days = dayRange(observedOn)));
    return days;
  };
  return (row) => {
    if (!isReadable(row) || isTick(row)) return [];
    const days = row.observed_on ? daysOf(row.observed_on) : null;
    return [
      {
        id: row.id,
        taxon_id: row.taxon_id ?? null,
        taxon: row.taxon && taxa(row.taxon),
        isAbsence: isAbsence(row),
        days,
        hour: days !== null && days.from === days.to ? hourOf(row.observed_time) : null,
        count: row.count ?? null,
        country_code: row.country_code,
        town: row.place?.town ? towns(row.place.town) : null,
        latitude: row.latitude ?? null,
        longitude: row.longitude ?? null,
        location_id: row.location_id ?? null,
        isOpen: (row.geoprivacy ?? 'open') === 'open' && !row.is_obscured,
        hasPhoto: row.media.length > 0,
      },
    ];
  };
}

function hourOf(time: string | null | undefined): number | null {
  const hour = /^(\d{2}):\d{2}/.exec(time ?? '')?.[1];
  return hour !== undefined && Number(hour) < 24 ? Number(hour) : null;
}

/** Gives the first object for all that have the same content. */
function sharing<T>(): (one: T) => T {
  const known = new Map<string, T>();
  return (one) => {
    const key = JSON.stringify(one);
    const first = known.get(key) ?? one;
    known.set(key, first);
    return first;
  };
}
