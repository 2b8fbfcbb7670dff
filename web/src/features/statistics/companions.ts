import type { Entry } from '../journeys/data';

/** Somebody who was along, and on how many journeys. */
export interface Companion {
  key: string;
  name: string;
  journeys: number;
}

/**
 * Those who were along on journeys, the most frequent first. Who has an account is one person whatever they are called, with their latest
 * name; others are by their names. Entries are the latest first.
 */
export function countCompanions(entries: readonly Entry[]): Companion[] {
  const found = new Map<string, Companion>();
  for (const entry of entries) {
    if (entry.kind !== 'journey') continue;
    const along = new Map(entry.journey.companions.map((one) => [one.user_id ?? `name ${folded(one.name)}`, one.name.trim()]));
    for (const [key, name] of along) {
      const before = found.get(key);
      if (before) before.journeys++;
      else found.set(key, { key, name, journeys: 1 });
    }
  }
  return [...found.values()].toSorted((one, other) => other.journeys - one.journeys);
}

const folded = (name: string) => name.trim().toLowerCase();
