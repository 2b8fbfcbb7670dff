import {
  encodeDelta,
  encodeTable,
  FREQUENCY_PACK_TYPE,
  frequencyCell,
  type FrequencyPack,
  FrequencyTableBuilder,
  getFrequencies,
  writePack,
} from '@veld/contract';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../db/database';
import { lastPlace } from '../device/last-place';
import { createApi } from '../net/api';
import { freshPerson } from '../testing/people';
import { VeldServer } from '../testing/veld-server';
import { fetchAsked } from './asked';
import { fetchFrequencies, findFrequencies } from './packs';

const UTRECHT = { latitude: 52.09, longitude: 5.12 };
const HOUR = 3_600_000;
const GAZETTEER = resolve(import.meta.dirname, '../../../../geography/files/gazetteer.bin.gz');

afterEach(() => vi.unstubAllGlobals());

function pack(letter: string, lists: number): FrequencyPack {
  const builder = new FrequencyTableBuilder('NL', 'week');
  for (const taxon_id of [0, 7]) builder.add({ taxon_id, cell: frequencyCell(52.09, 5.12), slot: 42, records: lists, lists, people: 1 });
  return { version: letter.repeat(22), table: builder.build() };
}

function device() {
  const anna = freshPerson('anna', { country_code: 'NL' });
  const server = new VeldServer(anna);
  const database = openUserDatabase(anna.id);
  const api = createApi({ token: () => 'token-1', language: () => 'en', fetch: server.fetch });
  const fetchAt = (now: number) => fetchFrequencies({ database, api, token: 'token-1', now, home: 'NL' });
  const answer = (bytesFor: (since: string | null) => Uint8Array<ArrayBuffer>) =>
    server.answer(getFrequencies, (url) => ({
      status: 200,
      headers: { 'content-type': FREQUENCY_PACK_TYPE },
      body: bytesFor(url.searchParams.get('since')),
    }));
  const lists = async () => (await findFrequencies(database, 'NL'))?.likely(UTRECHT, '2026-11-24')?.species[0]?.lists;
  const asked = () => server.asked.map(({ path }) => path).filter((path) => path.startsWith('/api/frequencies'));
  const look = (now: number, country: string) => fetchAsked(database, api, now, country);
  return { server, database, fetchAt, look, answer, lists, asked };
}

const whole = ({ version, table }: FrequencyPack) => writePack(version, encodeTable(table));

describe('frequencies on the device', () => {
  it('are fetched once, then only what changed, and stay without the network', async () => {
    const { server, fetchAt, answer, lists, asked } = device();
    const [first, second] = [pack('a', 30), pack('b', 31)];
    answer(() => whole(first));
    await fetchAt(10 * HOUR);
    expect(await lists()).toBe(30);
    await fetchAt(11 * HOUR);
    expect(asked()).toEqual(['/api/frequencies/NL']);
    answer((since) => (since === first.version ? encodeDelta(first, second)! : whole(second)));
    await fetchAt(17 * HOUR);
    expect(await lists()).toBe(31);
    expect(asked().slice(1)).toEqual([`/api/frequencies/NL?since=${first.version}`]);
    server.fault = () => 'no-connection';
    await expect(fetchAt(24 * HOUR)).rejects.toThrow('network');
    expect(await lists()).toBe(31);
  });

  it('are fetched as a whole when a delta does not fit', async () => {
    const { fetchAt, answer, lists, asked } = device();
    answer(() => whole(pack('a', 30)));
    await fetchAt(10 * HOUR);
    answer((since) => (since ? encodeDelta(pack('x', 5), pack('c', 40))! : whole(pack('c', 40))));
    await fetchAt(17 * HOUR);
    expect(await lists()).toBe(40);
    expect(asked().at(-1)).toBe('/api/frequencies/NL');
  });

  it('are those of the country where the person is, too, and go when the person has left', async () => {
    vi.stubGlobal('fetch', async () => new Response(await readFile(GAZETTEER)));
    const { database, fetchAt, answer, asked } = device();
    answer(() => whole(pack('a', 30)));
    await lastPlace.update(database, () => ({ latitude: 50.85, longitude: 4.35, accuracy_m: 10, at: 1 }));
    await fetchAt(10 * HOUR);
    expect(asked()).toEqual(['/api/frequencies/NL', '/api/frequencies/BE']);
    expect(await findFrequencies(database, 'BE')).not.toBeNull();
    await lastPlace.update(database, () => ({ ...UTRECHT, accuracy_m: 10, at: 2 }));
    await fetchAt(17 * HOUR);
    expect(await findFrequencies(database, 'BE')).toBeNull();
    expect(await findFrequencies(database, 'NL')).not.toBeNull();
  });

  it('of other countries that the person looks at are fetched once, kept up to date, and only the last three kept', async () => {
    const { database, fetchAt, look, answer, asked } = device();
    answer(() => whole(pack('a', 30)));
    await fetchAt(10 * HOUR);
    for (const country of ['BE', 'DE', 'FR', 'PL', 'BE']) await look(11 * HOUR, country);
    expect(asked().map((path) => path.slice(-2))).toEqual(['NL', 'BE', 'DE', 'FR', 'PL']);
    await fetchAt(17 * HOUR);
    const kept = await Promise.all(['NL', 'BE', 'DE', 'FR', 'PL'].map((country) => findFrequencies(database, country)));
    expect(kept.map((index) => index !== null)).toEqual([true, false, true, true, true]);
  });
});
