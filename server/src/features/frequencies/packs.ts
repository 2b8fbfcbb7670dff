import { encodeDelta, encodeTable, FrequencyIndex, type FrequencyPack, FrequencyTableBuilder, writePack, readPack } from '@veld/contract';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../http/context.ts';
import { type Bytes, compress } from '../taxa/bytes.ts';
import { hashTable } from './build.ts';
import { findPack, findVersion } from './store.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
/** Read packs in memory, for answers about a place. */
const MAX_INDEXES = 8;

/** The packs of countries, compressed once, and what they say. */
export interface FrequencyPacks {
  /** The newest pack of a country, or the delta since a version if that is known and smaller. */
  bytes(country: string, since: string | undefined): Promise<Bytes>;
  index(country: string): Promise<FrequencyIndex | null>;
}

export function frequencyPacks({ readDb }: Pick<Context, 'readDb'>): FrequencyPacks {
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
