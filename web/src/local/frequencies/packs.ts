import { encodeTable, FrequencyIndex, getFrequencies, writePack, readPack } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { deviceSetting } from '../device/device-setting';
import { lastPlace } from '../device/last-place';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';
import { wordsAt } from '../places/words-at';

/** A pack as it is stored: bytes, because these are a tenth of what is read from them. */
const Stored = z.object({ version: z.string(), bytes: z.instanceof(Uint8Array<ArrayBuffer>), fetched_at: z.number() });

export const getPackSetting = (country: string) => deviceSetting(`frequencies:${country}`, z.catch(z.nullable(Stored), null));
/**
 * When packs were last fetched, and of which countries, the current one of the user first. `asked`: other countries that the person
 * looked at, the last first.
 */
export const fetched = deviceSetting(
  'frequencies',
  z.catch(z.object({ at: z.number(), countries: z.array(z.string()), asked: z.optional(z.array(z.string())) }), { at: 0, countries: [] }),
);

/** The server counts once a day. */
const EVERY_MS = 6 * 3_600_000;

export interface FetchParts {
  database: UserDatabase;
  api: Pick<Api, 'call'>;
  token: string;
  now: number;
  /** The country of the user. */
  home: string | null;
}

/**
 * Fetches the frequencies of the user's country and of the country where the device was last, a few times a day; only what changed,
 * if the device has them already. Packs of other countries are removed.
 */
export async function fetchFrequencies({ database, api, token, now, home }: FetchParts): Promise<void> {
  const { at, countries: before, asked = [] } = await fetched.read(database);
  if (now - at < EVERY_MS && now >= at && (home === null || before[0] === home)) return;
  const place = await lastPlace.read(database);
  const here = place ? ((await wordsAt(place))?.country_code ?? null) : null;
  const countries = [...new Set([home, here, ...asked].filter((country) => country !== null))];
  for (const country of countries) await fetchPack(database, api, token, now, country);
  for (const country of before) if (!countries.includes(country)) await getPackSetting(country).update(database, () => null);
  await fetched.update(database, (current) => ({ ...current, at: now, countries }));
}

export async function fetchPack(
  database: UserDatabase,
  api: Pick<Api, 'call'>,
  token: string | undefined,
  now: number,
  country: string,
): Promise<void> {
  const known = await getPackSetting(country).read(database);
  const ask = async (since?: string) => {
    const input = { params: { country }, query: { since } };
    const bytes: ArrayBuffer = await api.call(getFrequencies, input, token === undefined ? {} : { token });
    return new Uint8Array(bytes);
  };
  const update = known && updated(known.bytes, await ask(known.version));
  const fresh = update ?? readAnswer(await ask());
  await getPackSetting(country).update(database, () => ({ ...fresh, fetched_at: now }));
}

interface PackBytes {
  version: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A stored pack brought up to date by a delta, or replaced by another pack. Null if the answer does not fit it. */
function updated(stored: Uint8Array, answer: Uint8Array): PackBytes | null {
  try {
    return packFrom(answer, stored);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readAnswer(answer: Uint8Array): PackBytes {
  try {
    return packFrom(answer);
  } catch (cause) {
    throw cause instanceof RangeError ? new CallError('not_ours', { cause }) : cause;
  }
}

function packFrom(bytes: Uint8Array, stored?: Uint8Array): PackBytes {
  const { version, table } = readPack(bytes, stored && readPack(stored));
  return { version, bytes: writePack(version, encodeTable(table)) };
}

/** What is stored of a country, read once for each version. */
const indexes = new Map<string, FrequencyIndex>();
const MAX_INDEXES = 3;

/** The frequencies of a country on this device; null if it has none. Live queries observe it. */
export async function findFrequencies(database: UserDatabase, country: string): Promise<FrequencyIndex | null> {
  const stored = await getPackSetting(country).read(database);
  if (!stored) return null;
  const key = `${country} ${stored.version}`;
  const known = indexes.get(key);
  if (known) return known;
  const index = new FrequencyIndex(readPack(stored.bytes).table);
  if (indexes.size >= MAX_INDEXES) indexes.clear();
  indexes.set(key, index);
  return index;
}

/** When the frequencies of a country were fetched, in milliseconds since 1970; null without any. */
export async function fetchedAt(database: UserDatabase, country: string): Promise<number | null> {
  return (await getPackSetting(country).read(database))?.fetched_at ?? null;
}
