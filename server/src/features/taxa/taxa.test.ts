import {
  checkTaxonomyUpdates,
  getTaxonomy,
  getTaxonomyLocation,
  isAboveSpecies,
  logTaxonomy,
  type TaxonomyPage,
  type TaxonRow,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Tx } from '../../db/open.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { uniqueNames } from './names.ts';
import { advance } from './store.ts';

type PageQuery = NonNullable<Parameters<typeof writeQuery>[0]>;
function writeQuery(query: Record<string, string | number>): string {
  return `/api/taxonomy?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
}

/** Behind the rarest species. */
const ABOVE_SPECIES = 6;
const placeOf = (row: TaxonRow) => (isAboveSpecies(row.rank) ? ABOVE_SPECIES : row.rarity_class);

describe('taxa', () => {
  let veld: TestServer;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
  });
  afterAll(() => veld.close());

  const page = async (query: PageQuery) => {
    const response = await veld.fetch(writeQuery(query));
    expect(response.status).toBe(200);
    return (await response.json()) as TaxonomyPage;
  };
  const check = async (query: Record<string, string | number>) => {
    const response = await veld.call(checkTaxonomyUpdates, { query });
    expect(response.headers.get('cache-control')).toBe('no-store');
    return response.body.data;
  };
  /** Changes the taxonomy like another server, without notifying this one. */
  const change = async (work: (seq: number, tx: Tx) => Promise<unknown>) => {
    await veld.db.transaction().execute(async (tx) => work(await advance(tx), tx));
    now = new Date(now.getTime() + 3_000);
  };
  const touch = (tx: Tx, id: number, seq: number, set: { is_deleted?: boolean; accepted_id?: number } = {}) =>
    veld.db
      .updateTable('taxa')
      .set({ updated_seq: seq, ...set })
      .where('id', '=', id)
      .execute();
  const some = async (country: string | null) => {
    const { data } = await page({ page: 1, languages: 'en,sci', ...(country ? { country_code: country } : {}) });
    return data.map((row) => row.id);
  };

  it('are sorted from common to rare, worldwide or in a country (decision 0021)', async () => {
    const world = await page({ page: 1, languages: 'nl,en,sci' });
    expect(world.data).toHaveLength(world.total);
    expect(world.data.map(placeOf)).toEqual(world.data.map(placeOf).toSorted((a, b) => a - b));
    expect(placeOf(world.data.at(-1)!)).toBe(ABOVE_SPECIES);
    const swan = world.data.find((row) => row.names.sci === 'Cygnus olor')!;
    expect(swan).toMatchObject({
      name: 'Cygnus olor',
      group: 'bird',
      names: { nl: 'Knobbelzwaan', en: 'Mute swan' },
      image_url: null,
      is_deleted: false,
    });
    expect(swan.names).not.toHaveProperty('pl');

    const southAfrica = await page({ page: 1, languages: 'af,en,sci', country_code: 'ZA' });
    expect(southAfrica.total).toBeGreaterThan(50);
    expect(southAfrica.total).toBeLessThan(world.total);
    expect(southAfrica.data).toHaveLength(southAfrica.total);
    expect(southAfrica.data.map(placeOf)).toEqual(southAfrica.data.map(placeOf).toSorted((a, b) => a - b));
    expect(southAfrica.data.map((row) => row.id)).not.toContain(swan.id);
    expect(await some('ZA')).toEqual(await some('ZA'));
  });

  it('are excluded from a country and included worldwide if they have no name (decision 0021)', async () => {
    const named = await page({ page: 1, languages: 'pl', country_code: 'NL' });
    const all = await page({ page: 1, languages: 'pl,sci', country_code: 'NL' });
    expect(named.total).toBeLessThan(all.total);
    expect(named.data.every((row) => row.names.pl)).toBe(true);
    expect((await page({ page: 1, languages: 'pl' })).total).toBe((await page({ page: 1, languages: 'pl,sci' })).total);
    expect((await check({ is_country_update: '1', country: 'NL', languages: 'pl', country_count: 0 })).total).toBe(named.total);
  });

  it('need no query for a page built before, whatever the order of languages', async () => {
    const { last_updated_at: version } = await page({ page: 1, languages: 'de,en,sci', country_code: 'DE' });
    const addresses = ['de,en,sci', 'sci,de,en'].map((languages) => writeQuery({ page: 1, languages, country_code: 'DE', version }));
    const pool = veld.server.context.db.getExecutor();
    const queries = vi.spyOn(pool, 'executeQuery');
    const provided = vi.spyOn(pool, 'provideConnection');
    for (let round = 0; round < 20; round++) {
      for (const address of addresses) expect((await (await veld.fetch(address)).arrayBuffer()).byteLength).toBeGreaterThan(1000);
    }
    expect(queries).not.toHaveBeenCalled();
    expect(provided).not.toHaveBeenCalled();
    queries.mockRestore();
    provided.mockRestore();
  });

  it('are built into a page once for simultaneous requests', async () => {
    await change((seq, tx) => touch(tx, 1002, seq));
    const started: string[] = [];
    const executor = veld.server.context.db.getExecutor();
    const spy = vi.spyOn(executor, 'provideConnection').mockImplementation((consumer) => {
      started.push('connection');
      return Object.getPrototypeOf(executor).provideConnection.call(executor, consumer);
    });
    const pages = await Promise.all(Array.from({ length: 12 }, () => page({ page: 1, languages: 'it,en,sci', country_code: 'IT' })));
    expect(new Set(pages.map((entry) => entry.last_updated_at)).size).toBe(1);
    expect(started.length).toBeGreaterThan(0);
    expect(started.length).toBeLessThanOrEqual(4);
    spy.mockRestore();
  });

  it('can be cached indefinitely only in a page of the current version (decision 0021)', async () => {
    const { last_updated_at: version } = await page({ page: 1, languages: 'nl,en,sci' });
    const address = writeQuery({ page: 1, languages: 'nl,en,sci', version });
    const response = await veld.fetch(address, { headers: { 'accept-encoding': 'br', 'accept-language': 'pl' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    // The page does not depend on the caller.
    expect(response.headers.get('vary')).toBe('accept-encoding');
    const body = await response.text();
    for (const encoding of ['gzip', 'identity', 'br;q=0, gzip']) {
      const other = await veld.fetch(address, { headers: { 'accept-encoding': encoding } });
      expect(other.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : 'gzip');
      expect(await other.text()).toBe(body);
    }
    const again = await veld.fetch(address, { headers: { 'if-none-match': response.headers.get('etag')! } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');

    const first = await veld.fetch(writeQuery({ page: 1, languages: 'nl,en,sci' }));
    expect(first.headers.get('cache-control')).toBe('no-cache');
    await first.text();

    await change((seq, tx) => touch(tx, 1001, seq));
    const old = await veld.fetch(address);
    expect(old.headers.get('cache-control')).toBe('no-store');
    expect(await old.json()).toMatchObject({ data: [], cancel: true });
    const next = await page({ page: 1, languages: 'nl,en,sci' });
    expect(next.cancel).toBe(false);
    expect(next.last_updated_at).not.toBe(version);
  });

  it('changed since a cursor include deleted ones and those that left the country’s list (decision 0021)', async () => {
    const ids = await some('NL');
    const [deleted, merged, left, changed] = ids.slice(0, 4) as [number, number, number, number];
    const before = await page({ page: 1, languages: 'nl,en,sci', country_code: 'NL' });
    const worldBefore = await page({ page: 1, languages: 'nl,en,sci' });
    await change(async (seq, tx) => {
      await touch(tx, deleted, seq, { is_deleted: true });
      await touch(tx, merged, seq, { is_deleted: true, accepted_id: changed });
      await touch(tx, left, seq);
      await touch(tx, changed, seq);
      await tx.deleteFrom('taxon_countries').where('taxon_id', '=', left).where('country_code', '=', 'NL').execute();
    });
    const delta = await page({ page: 1, languages: 'nl,en,sci', country_code: 'NL', since: before.last_updated_at });
    expect(delta).toMatchObject({ total: 4, cancel: false });
    const byId = new Map(delta.data.map((row) => [row.id, row]));
    expect(byId.get(deleted)).toMatchObject({ is_deleted: true, accepted_id: null });
    expect(byId.get(merged)).toMatchObject({ is_deleted: true, accepted_id: changed });
    expect(byId.get(left)).toMatchObject({ is_deleted: true, accepted_id: null });
    expect(byId.get(changed)).toMatchObject({ is_deleted: false });
    expect(
      (await page({ page: 1, languages: 'nl,en,sci', since: worldBefore.last_updated_at })).data.filter((row) => row.is_deleted),
    ).toHaveLength(2);

    // The delta after this one is empty.
    expect(await page({ page: 1, languages: 'nl,en,sci', since: delta.last_updated_at })).toMatchObject({
      data: [],
      total: 0,
      cancel: false,
    });
    // The full copy has neither the deleted taxa nor the one that left the country's list.
    const after = await some('NL');
    expect(after).not.toContain(deleted);
    expect(after).not.toContain(left);
    expect(after).toContain(changed);
    expect(after).toHaveLength(before.total - 3);
  });

  it('are not sent for an unknown cursor, which cancels the update', async () => {
    const { epoch, seq } = readCursor((await page({ page: 1, languages: 'en,sci' })).last_updated_at)!;
    const foreign = writeCursor({ epoch: '00000000-0000-4000-8000-000000000000', seq });
    const future = writeCursor({ epoch, seq: seq + 5 });
    for (const since of [foreign, future, '2026-05-01T10:00:00Z', 'x'])
      expect(await page({ page: 1, languages: 'en,sci', since })).toMatchObject({ data: [], cancel: true });
  });

  it('are current on a device only with the right count, cursor and epoch (decision 0021)', async () => {
    const world = await page({ page: 1, languages: 'en,sci' });
    const since = world.last_updated_at;
    const { epoch, seq } = readCursor(since)!;
    const current = { global_count: world.total, since, languages: 'en,sci' };
    expect(await check(current)).toEqual({
      update_required: false,
      full_reindex: false,
      total: world.total,
      database_version: epoch,
      last_updated_at: since,
      cancel: false,
    });
    // A missing cursor, or one of another epoch, requires a full update.
    const { since: _, ...without } = current;
    expect(await check(without)).toMatchObject({ update_required: true, full_reindex: true });
    const foreign = writeCursor({ epoch: '00000000-0000-4000-8000-000000000000', seq });
    expect(await check({ ...current, since: foreign })).toMatchObject({ update_required: true, full_reindex: true });
    expect(await check({ ...current, since: writeCursor({ epoch, seq: seq + 1 }) })).toMatchObject({ full_reindex: true });
    // If only the count differs, a delta cannot correct it.
    expect(await check({ ...current, global_count: world.total - 1 })).toMatchObject({ update_required: true, full_reindex: true });

    const [gone, changed] = world.data.slice(-2).map((row) => row.id) as [number, number];
    await change(async (next, tx) => {
      await touch(tx, gone, next, { is_deleted: true });
      await touch(tx, changed, next);
    });
    // An outdated but complete copy needs only a delta.
    expect(await check(current)).toMatchObject({ update_required: true, full_reindex: false, total: world.total - 1 });
    // If there are fewer rows than unchanged taxa, a delta cannot add the missing ones.
    expect(await check({ ...current, global_count: world.total - 3 })).toMatchObject({ update_required: true, full_reindex: true });
    expect(await check({ ...current, global_count: world.total + 1 })).toMatchObject({ update_required: true, full_reindex: true });
  });

  it('are checked for a country with their own count and cursor, but not worldwide', async () => {
    const poland = await page({ page: 1, languages: 'pl,en,sci', country_code: 'PL' });
    const query = {
      is_country_update: '1',
      country: 'PL',
      languages: 'pl,en,sci',
      global_count: 3,
      since: 'x',
      country_count: poland.total,
    };
    expect(await check({ ...query, country_since: poland.last_updated_at })).toMatchObject({ update_required: false, total: poland.total });
    expect(await check({ ...query, country_since: poland.last_updated_at, country_count: 0 })).toMatchObject({ full_reindex: true });
    expect(await check({ ...query })).toMatchObject({ update_required: true, full_reindex: true });
    expect(await check({ ...query, country: 'worldwide', country_since: poland.last_updated_at })).toMatchObject({
      update_required: false,
      total: 0,
    });
  });

  it('are available as a map of id to name in the caller’s language, else English, else scientific', async () => {
    const inDutch = (await veld.call(getTaxonomy, {}, undefined, { 'accept-language': 'nl-BE' })).body as Record<string, string>;
    const { rows } = await sql<{ id: number; nl: string | null; en: string | null; sci: string }>`
      select t.id, n.name as nl, e.name as en, t.scientific_name as sci from taxa t
      left join taxon_names n on n.taxon_id = t.id and n.language = 'nl' and n.is_preferred
      left join taxon_names e on e.taxon_id = t.id and e.language = 'en' and e.is_preferred where not t.is_deleted
    `.execute(veld.db);
    expect(Object.keys(inDutch)).toHaveLength(rows.length);
    for (const row of rows) expect(inDutch[String(row.id)]!.startsWith(row.nl ?? row.en ?? row.sci), String(row.id)).toBe(true);
    expect(new Set(Object.values(inDutch)).size).toBe(rows.length);
    const known = rows.find((row) => row.nl && row.en && row.nl !== row.en)!;
    const inNone = (await veld.call(getTaxonomy, {}, undefined, { 'accept-language': 'xx' })).body as Record<string, string>;
    expect(inDutch[String(known.id)]).toContain(known.nl);
    expect(inNone[String(known.id)]).toContain(known.en);
    const response = await veld.fetch(getTaxonomy.path);
    expect(response.headers.get('vary'), 'a cache keeps one map per language').toMatch(/\baccept-language\b/i);
    await response.text();
  });

  it('get distinct labels if they have the same name (decision 0022)', () => {
    const taxon = (id: number, name: string, group: string, scientific: string, family: string | null = null) => ({
      id,
      name,
      taxon_group: group,
      scientific_name: scientific,
      family,
    });
    expect(
      uniqueNames(
        [
          taxon(1, 'Admiral', 'butterfly', 'Vanessa atalanta'),
          taxon(2, 'Admiral', 'bird', 'Avis'),
          taxon(3, 'Merel', 'bird', 'Turdus merula'),
        ],
        'de',
      ),
    ).toEqual(['Admiral (Schmetterlinge)', 'Admiral (Vögel)', 'Merel']);
    expect(uniqueNames([taxon(1, 'Robin', 'bird', 'Erithacus rubecula'), taxon(2, 'Robin', 'bird', 'Turdus migratorius')], 'en')).toEqual([
      'Robin (Erithacus rubecula)',
      'Robin (Turdus migratorius)',
    ]);
    const alike = uniqueNames(
      [taxon(1, 'Ficus', 'tree', 'Ficus', 'A'), taxon(2, 'Ficus', 'tree', 'Ficus', 'A'), taxon(3, 'Ficus (1)', 'tree', 'x')],
      'en',
    );
    expect(alike).toContain('Ficus (1)');
    expect(new Set(alike.slice(0, 2)).size).toBe(2);
  });

  it('are listed by likelihood for a point, with its country and the name of the country', async () => {
    const at = async (latitude: number, longitude: number, language = 'nl') =>
      (await veld.call(getTaxonomyLocation, { query: { latitude, longitude } }, undefined, { 'accept-language': language })).body.data;
    const capeTown = await at(-33.92, 18.42);
    expect(capeTown).toMatchObject({ country_code: 'ZA', label: 'Zuid-Afrika' });
    const { data } = await page({ page: 1, languages: 'nl,en,sci', country_code: 'ZA' });
    const species = data.filter((row) => !isAboveSpecies(row.rank)).map((row) => row.id);
    expect(species.length).toBeLessThan(data.length);
    expect(capeTown.likely).toEqual(species.slice(0, 500));
    expect((await at(52.09, 5.12, 'pl')).label).toBe('Holandia');
    expect(await at(-50, -20)).toEqual({ country_code: null, label: null, likely: [] });
    expect((await veld.fetch('/api/taxonomy/location?latitude=91&longitude=0')).status).toBe(422);
  });

  it('cause at most sixty log lines per hour when updates stop, and always 204 (decision 0021)', async () => {
    const lines = vi.spyOn(veld.context.log, 'warn');
    const body = { code: 'total_mismatch', type: 'country', page: 3, total: 900 } as const;
    for (let line = 0; line < 65; line++) expect((await veld.call(logTaxonomy, { body })).status).toBe(204);
    expect(lines).toHaveBeenCalledTimes(60);
    expect(lines.mock.calls[0]).toEqual([{ taxonomy: body }, 'taxonomy update: total mismatch']);
    now = new Date(now.getTime() + 3_600_001);
    await veld.call(logTaxonomy, { body: { ...body, code: 'running_twice' } });
    expect(lines).toHaveBeenCalledTimes(61);
    lines.mockRestore();
    expect(
      (await veld.fetch('/api/taxonomy/log', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"code":"hello"}' }))
        .status,
    ).toBe(422);
  });

  it('S18: in a page always belong to one version, even during changes', async () => {
    const [first, last] = [(await some(null))[0]!, (await some(null)).at(-1)!];
    const end = new AbortController();
    let isRead = Promise.withResolvers<void>();
    const writer = (async () => {
      while (!end.signal.aborted) {
        // Writes the version number to two taxa, one after the other.
        await change(async (seq, tx) => {
          for (const id of [first, last]) {
            await tx.updateTable('taxa').set({ updated_seq: seq, external_observation_count: seq }).where('id', '=', id).execute();
            await isRead.promise;
          }
        });
        await isRead.promise;
      }
    })();
    const versions = new Set<number>();
    for (let round = 0; round < 40; round++) {
      const { data, last_updated_at } = await page({ page: 1, languages: 'fr,en,sci' });
      const { seq } = readCursor(last_updated_at)!;
      versions.add(seq);
      isRead.resolve();
      isRead = Promise.withResolvers();
      if (versions.size === 1) continue;
      for (const id of [first, last]) expect(data.find((row) => row.id === id)!.external_observation_count).toBe(seq);
    }
    end.abort();
    isRead.resolve();
    await writer;
    expect(versions.size).toBeGreaterThan(1);
  });

  it('are sent once each, in pages of 5,000 (decision 0021)', async () => {
    await change((seq, tx) =>
      sql`
        insert into taxa (id, source, source_id, scientific_name, display_name, rank, taxon_group, rarity_class, arrival, updated_seq)
        select n, 'many', n, 'Multus ' || n, 'Multus ' || n, 'species', 'other', 5, n, ${seq} from generate_series(200001, 212000) n
      `.execute(tx),
    );
    const first = await page({ page: 1, languages: 'en,sci' });
    const version = first.last_updated_at;
    const rest = await Promise.all([2, 3, 4].map((number) => page({ page: number, languages: 'en,sci', version })));
    expect([first, ...rest].map((entry) => entry.data.length)).toEqual([5000, 5000, first.total - 10_000, 0]);
    expect(new Set([first, ...rest].flatMap((entry) => entry.data.map((row) => row.id))).size).toBe(first.total);
    expect(new Set([first, ...rest].map((entry) => entry.total)).size).toBe(1);
  });
});
