import { todayIn } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { lastPlace } from '../device/last-place';
import { wordsAt } from '../places/words-at';
import { setLikely } from '../taxonomy/search';
import { findFrequencies } from './packs';

let last = '';

/**
 * Gives the search the species that are likely where the device was last, or in the country, at this time of year. Does nothing if they
 * have not changed. `home`: the country of the user.
 */
export async function orderSearch(database: UserDatabase, home: string | null, now: Date): Promise<void> {
  const place = await lastPlace.read(database);
  const country = (place && (await wordsAt(place))?.country_code) ?? home;
  const index = country === null ? null : await findFrequencies(database, country);
  const day = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, now);
  const ids = index?.likely(place, day)?.species.map(({ taxon_id }) => taxon_id) ?? [];
  const key = ids.join();
  if (key === last) return;
  last = key;
  await setLikely(ids);
}
