import type { UserDatabase } from '../db/database';
import type { Api } from '../net/api';
import { fetched, fetchPack, getPackSetting } from './packs';

/** How many packs of countries are kept that the person only looked at. */
const MAX_ASKED = 3;

/** Fetches the frequencies of a country that the person looks at, unless the device has them. Kept like the others, but only a few. */
export async function fetchAsked(database: UserDatabase, api: Pick<Api, 'call'>, now: number, country: string): Promise<void> {
  if (await getPackSetting(country).read(database)) return;
  await fetchPack(database, api, undefined, now, country);
  // The packs beyond the limit are removed with the next fetch.
  await fetched.update(database, ({ asked = [], ...rest }) => ({
    ...rest,
    countries: [...rest.countries, country],
    asked: [country, ...asked.filter((one) => one !== country)].slice(0, MAX_ASKED),
  }));
}
