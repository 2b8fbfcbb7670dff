import {
  FREQUENCY_PACK_TYPE,
  getFrequencies,
  getTaxonomyLocation,
  todayIn,
  encodeDelta,
  encodeTable,
  FrequencyIndex,
  type FrequencyPack,
  FrequencyTableBuilder,
  writePack,
  readPack,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { findCountry } from '../observations/country.ts';
import { sendBytes, type Bytes, compress } from '../taxa/bytes.ts';
import { listLikely } from '../taxa/store.ts';
import { loggedIn } from '../accounts/access.ts';
import { taxonomyReader } from '../taxa/access.ts';
import { registerBuild, hashTable } from './build.ts';
import { findPack, findVersion } from './store.ts';

const MAX_LIKELY = 500;

export function registerFrequencies(app: FastifyInstance, context: Context): void {
  registerBuild(context);
  const packs = frequencyPacks(context);

  serve(
    app,
    getFrequencies,
    loggedIn(context),
    async ({ params, query, request, reply }) => {
      void reply.header('cache-control', 'private, no-cache');
      return sendBytes(request, reply, await packs.bytes(params.country, query.since), { type: FREQUENCY_PACK_TYPE });
    },
    { isConditional: true },
  );

  serve(app, getTaxonomyLocation, taxonomyReader, async ({ query, language }) => {
    const country = findCountry(query.latitude, query.longitude);
    if (!country) return { data: { country_code: null, label: null, likely: [] } };
    const label = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
    // Species that were found at this time of year, then the others of the country by their status.
    const found = (await packs.index(country))?.likely(query, todayIn('UTC', context.now()))?.species ?? [];
    const likely = new Set([...found.map(({ taxon_id }) => taxon_id), ...(await listLikely(context.readDb, country, MAX_LIKELY))]);
    return { data: { country_code: country, label, likely: [...likely].slice(0, MAX_LIKELY) } };
  });
}

const CACHE_BYTES = 64 * 1024 * 1024;
/** Read packs in memory, for answers about a place. */
const MAX_INDEXES = 8;

/** The packs of countries, compressed once, and what they say. */
interface FrequencyPacks {
  /** The newest pack of a country, or the delta since a version if that is known and smaller. */
  bytes(country: string, since: string | undefined): Promise<Bytes>;
  index(country: string): Promise<FrequencyIndex | null>;
}

function frequencyPacks({ readDb }: Pick<Context, 'readDb'>): FrequencyPacks {
  const cache = new LRUCache<string, Bytes>({ maxSize: CACHE_BYTES, sizeCalculation: ({ br, gzip }) => br.length + gzip.length });
  const indexes = new LRUCache<string, FrequencyIndex>({ max: MAX_INDEXES });

  async function load(country: string, version: string): Promise<FrequencyPack | null> {
    const bytes = await findPack(readDb, country, version);
    return bytes ? readPack(bytes) : null;
  }

  async function made(country: string, version: string | undefined, since: string | undefined): Promise<Bytes> {
    if (version === undefined) {
      const bytes = encodeTable(new FrequencyTableBuilder(country, 'week').build());
      return compress(Buffer.from(writePack(hashTable(bytes), bytes)), hashTable(bytes));
    }
    const whole = await findPack(readDb, country, version);
    // A newer pack took its place in the meantime.
    if (!whole) return bytesOf(country, since);
    const base = since === undefined ? null : await load(country, since);
    const delta = base && encodeDelta(base, readPack(whole));
    return compress(delta && delta.length < whole.length ? Buffer.from(delta) : whole, version);
  }

  async function bytesOf(country: string, since: string | undefined): Promise<Bytes> {
    const version = await findVersion(readDb, country);
    const key = `${country} ${version} ${since ?? ''}`;
    const known = cache.get(key);
    if (known) return known;
    const bytes = await made(country, version, since);
    cache.set(key, bytes);
    return bytes;
  }

  return {
    bytes: bytesOf,
    async index(country) {
      const version = await findVersion(readDb, country);
      if (version === undefined) return null;
      const key = `${country} ${version}`;
      const known = indexes.get(key);
      if (known) return known;
      const pack = await load(country, version);
      if (!pack) return null;
      const index = new FrequencyIndex(pack.table);
      indexes.set(key, index);
      return index;
    },
  };
}
