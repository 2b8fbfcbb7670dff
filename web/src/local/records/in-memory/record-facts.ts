import { type DayRange, dayRange, isAbsence, type TaxonSummary } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import type { LocalFact } from '../../db/rows';
import { FactsInMemory } from './facts-in-memory';
import type { Reading } from './stored-facts';

type Town = NonNullable<LocalFact['town']>;

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
export function recordFacts(database: UserDatabase, reading?: Reading<RecordFact>): FactsInMemory<RecordFact> {
  return new FactsInMemory(database, factReader(), reading);
}

/** Reads stored facts. What many records share, such as a taxon, is one object for all of them. */
export function factReader(): (fact: LocalFact) => RecordFact[] {
  const taxa = sharing<TaxonSummary>();
  const towns = sharing<Town>();
  const dates = new Map<string, DayRange | null>();
  const daysOf = (observedOn: string) => {
    let days = dates.get(observedOn);
    if (days === undefined) dates.set(observedOn, (days = dayRange(observedOn)));
    return days;
  };
  return (fact) => {
    if (fact.tick === 1) return [];
    const days = fact.observed_on ? daysOf(fact.observed_on) : null;
    return [
      {
        id: fact.id,
        taxon_id: fact.taxon_id,
        taxon: fact.taxon && taxa(fact.taxon),
        isAbsence: isAbsence(fact),
        days,
        hour: days !== null && days.from === days.to ? hourOf(fact.observed_time) : null,
        count: fact.count,
        country_code: fact.country_code,
        town: fact.town && towns(fact.town),
        latitude: fact.latitude,
        longitude: fact.longitude,
        location_id: fact.location_id,
        isOpen: fact.is_open,
        hasPhoto: fact.has_photo,
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
