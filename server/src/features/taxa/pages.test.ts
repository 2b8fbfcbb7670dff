import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, LANGUAGES, type NameLanguage, type TaxonomyPage } from '@veld/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Tx } from '../../db/open.ts';
import { buildServer, type VeldServer } from '../../server.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { writeCursor } from './cursor.ts';
import { advance, findState } from './store.ts';

const PAGE = 60;
type Query = Record<string, string | number>;

describe('taxonomy pages', () => {
  let veld: TestServer;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({ LIMIT_TAXONOMY_PAGE: String(PAGE) }, { now: () => now });
  });
  afterAll(() => veld.close());
  afterEach(() => void vi.restoreAllMocks());

  const address = (query: Query) =>
    `/api/taxonomy?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
  const page = async (query: Query) => (await (await veld.fetch(address(query))).json()) as TaxonomyPage;
  const findPage = async (isWanted: (number: number) => Promise<boolean>) => {
    for (let number = 1; ; number++) if (await isWanted(number)) return number;
  };
  const change = (work: (seq: number, tx: Tx) => Promise<unknown>) =>
    veld.db.transaction().execute(async (tx) => work(await advance(tx), tx));

  it('are read from disk after a restart, with only a query for the version', async () => {
    const first = await page({ page: 1, languages: 'nl,en,sci' });
    const query = { page: 5, languages: 'nl,en,sci', version: first.last_updated_at };
    const before = await (await veld.fetch(address(query))).text();
    const next = await restart();
    try {
      const queries: string[] = [];
      vi.spyOn(next.context.db.getExecutor(), 'executeQuery').mockImplementation(function (this: object, compiled) {
        queries.push(compiled.sql);
        return Object.getPrototypeOf(this).executeQuery.call(this, compiled);
      });
      const transactions = vi.spyOn(next.context.db, 'transaction');
      const response = await next.app.inject({ url: address(query), headers: { 'accept-encoding': 'identity' } });
      expect(response.body).toBe(before);
      expect(response.headers.etag).toBe((await veld.fetch(address(query))).headers.get('etag'));
      expect(transactions).not.toHaveBeenCalled();
      expect(queries).toHaveLength(1);
      expect(queries[0]).toContain('taxonomy_state');
    } finally {
      await next.close();
    }
  });

  it('are built again if damaged on disk, and deleted if of an older version', async () => {
    const { last_updated_at: version } = await page({ page: 1, languages: 'de,en,sci' });
    const url = address({ page: 2, languages: 'de,en,sci', version });
    const original = await (await veld.fetch(url)).text();
    const folder = join(veld.dataDir, 'taxonomy-pages');
    const [name, ...others] = await readdir(folder);
    expect(others).toEqual([]);
    for (const [at, file] of (await readdir(join(folder, name!))).entries()) {
      const path = join(folder, name!, file);
      const content = await readFile(path);
      if (at % 3 === 0) await truncate(path, content.length - 10);
      else if (at % 3 === 1) await writeFile(path, content.fill(0, content.length - 200, content.length - 100));
      else await writeFile(path, 'no page');
    }
    const next = await restart();
    try {
      expect((await next.app.inject({ url, headers: { 'accept-encoding': 'identity' } })).body).toBe(original);
    } finally {
      await next.close();
    }
    await change((seq, tx) => touch(tx, seq, 'id = 1001'));
    now = new Date(now.getTime() + 3_000);
    await page({ page: 1, languages: 'de,en,sci' });
    expect(await readdir(folder)).not.toContain(name);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('are not stored on disk if they are deltas or empty', async () => {
    const { last_updated_at: since } = await page({ page: 1, languages: 'fr,en,sci' });
    const folder = join(veld.dataDir, 'taxonomy-pages');
    const count = async () => (await readdir(folder, { recursive: true })).length;
    const before = await count();
    for (const number of [1, 2, 900, 901]) await page({ page: number, languages: 'fr,en,sci', ...(number < 9 ? { since } : {}) });
    expect(await count()).toBe(before);
  });

  it('have the names in all languages for a device that asks for them, and are stored once for devices in any language', async () => {
    const all = (first: Language) => [...new Set<NameLanguage>([first, 'en', 'sci', ...LANGUAGES])].join();
    const great = (pages: TaxonomyPage) => pages.data.find((row) => row.id === 1145);
    const number = await findPage(async (at) => great(await page({ page: at, languages: 'de,en,sci' })) !== undefined);
    const { last_updated_at: version } = await page({ page: number, languages: 'sci' });
    const german = await (await veld.fetch(address({ page: number, languages: all('de'), version }))).text();
    const folder = join(veld.dataDir, 'taxonomy-pages');
    const before = await readdir(folder, { recursive: true });
    expect(await (await veld.fetch(address({ page: number, languages: all('pl'), version }))).text()).toBe(german);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    expect(great(JSON.parse(german) as TaxonomyPage)?.names).toEqual({
      sci: 'Parus major',
      en: 'Great tit',
      nl: 'Koolmees',
      de: 'Kohlmeise',
      es: 'Carbonero común',
      fr: 'Mésange charbonnière',
      it: 'Cinciallegra',
      pt: 'Chapim-real',
      pl: 'Bogatka',
    });
    // A device that asks for fewer languages gets no others.
    expect(Object.keys(great(await page({ page: number, languages: 'de,en,sci' }))!.names).toSorted()).toEqual(['de', 'en', 'sci']);
  });

  it('are counted once per version for the update checks of all devices', async () => {
    const { last_updated_at: since, total } = await page({ page: 1, languages: 'en,sci' });
    const checkUpdates = (more: Query) =>
      veld.fetch(
        `/api/taxonomy/check-updates?${new URLSearchParams({ global_count: String(total), since, languages: 'en,sci', ...more })}`,
      );
    await (await checkUpdates({})).text();
    const transactions = vi.spyOn(veld.context.db, 'transaction');
    for (let device = 0; device < 30; device++) {
      const response = await checkUpdates({ global_count: total - (device % 3), languages: device % 2 ? 'nl,en,sci' : 'en,sci' });
      expect(((await response.json()) as { data: object }).data).toMatchObject({ total, full_reindex: device % 3 !== 0 });
    }
    expect(transactions).not.toHaveBeenCalled();
  });

  it('S18: fetched during changes contain each taxon of one version exactly once, or the fetch starts over', async () => {
    /** The ids in each version, by copy. */
    const versions = new Map<string, Record<string, number[]>>();
    const remember = async () => {
      versions.set(writeCursor(await findState(veld.db)), { world: await liveIds(null), NL: await liveIds('NL') });
    };
    await remember();
    const kind = fc.constantFrom('delete', 'revive', 'rename', 'add', 'leave', 'enter', 'merge', 'common');
    // A server detects changes by another server within two seconds.
    const write = fc.record({ kind, at: fc.nat(2_000), isKnown: fc.boolean() });
    const writes = fc.array(fc.option(write, { freq: 8 }), { maxLength: 60 });
    const rounds = fc.array(fc.record({ country: fc.boolean(), writes }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rounds, async (plan) => {
        const devices = new Map<string, Copy>();
        for (const { country, writes: waiting } of plan) {
          const name = country ? 'NL' : 'world';
          const queue = [...waiting];
          const between = async () => {
            const next = queue.shift();
            if (!next) return;
            await apply(next.kind, next.at);
            await remember();
            if (next.isKnown) now = new Date(now.getTime() + 3_000);
          };
          const copy = devices.get(name) ?? { ids: new Set<number>(), since: null };
          devices.set(name, await fetchAsDevice(country, copy, between));
          const { ids, since } = devices.get(name)!;
          expect([...ids].toSorted((a, b) => a - b)).toEqual(versions.get(since!)![name]);
        }
      }),
      { numRuns: inject('isLong') ? 12 : 5 },
    );
  });

  interface Copy {
    ids: Set<number>;
    since: string | null;
  }

  /** Updates a copy like a device: first a full update, then deltas; starts over after an inconsistent page. */
  async function fetchAsDevice(country: boolean, copy: Copy, between: () => Promise<void>): Promise<Copy> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const ids = new Set(copy.since === null ? [] : copy.ids);
      const query: Query = {
        languages: 'en,sci',
        ...(country ? { country_code: 'NL' } : {}),
        ...(copy.since ? { since: copy.since } : {}),
      };
      const first = await page({ ...query, page: 1 });
      const received: number[] = [];
      let response = first;
      for (let number = 1; ; number++) {
        if (response.cancel || response.total !== first.total) break;
        expect(response.last_updated_at).toBe(first.last_updated_at);
        for (const row of response.data) {
          received.push(row.id);
          if (row.is_deleted) ids.delete(row.id);
          else ids.add(row.id);
        }
        if (received.length >= first.total) {
          expect(received).toHaveLength(first.total);
          expect(new Set(received).size).toBe(first.total);
          return { ids, since: first.last_updated_at };
        }
        await between();
        response = await page({ ...query, page: number + 1, version: first.last_updated_at });
      }
    }
    throw new Error('The update did not end');
  }

  async function liveIds(country: string | null): Promise<number[]> {
    const listed = country
      ? sql`and exists (select 1 from taxon_countries c where c.taxon_id = t.id and c.country_code = ${country})`
      : sql``;
    const { rows } = await sql<{ id: number }>`select id from taxa t where not is_deleted ${listed} order by id`.execute(veld.db);
    return rows.map((row) => row.id);
  }

  let added = 500_000;
  async function apply(kind: string, at: number): Promise<void> {
    await change(async (seq, tx) => {
      const some = (where: string) =>
        sql`id = (select id from taxa t where ${sql.raw(where)} order by id offset ${at}::integer % greatest(1, (select count(*) from taxa t where ${sql.raw(where)})::integer) limit 1)`;
      const listed = 'exists (select 1 from taxon_countries c where c.taxon_id = t.id and c.country_code = $$NL$$)';
      if (kind === 'delete') await set(tx, seq, 'is_deleted = true', some('not is_deleted'));
      if (kind === 'revive') await set(tx, seq, 'is_deleted = false, accepted_id = null', some('is_deleted'));
      if (kind === 'rename') await set(tx, seq, `scientific_name = scientific_name || ' x'`, some('not is_deleted'));
      if (kind === 'merge') await set(tx, seq, 'is_deleted = true, accepted_id = 1001', some('not is_deleted and id <> 1001'));
      if (kind === 'common') await set(tx, seq, 'arrival = 1000', some('not is_deleted'));
      if (kind === 'leave') {
        await set(tx, seq, 'is_deleted = is_deleted', some(`not is_deleted and ${listed}`));
        await sql`delete from taxon_countries c using taxa t where t.id = c.taxon_id and c.country_code = 'NL' and t.updated_seq = ${seq}`.execute(
          tx,
        );
      }
      if (kind === 'enter') {
        await set(tx, seq, 'is_deleted = is_deleted', some(`not is_deleted and not ${listed}`));
        await sql`insert into taxon_countries (country_code, taxon_id, rarity_class) select 'NL', id, 3 from taxa where updated_seq = ${seq}`.execute(
          tx,
        );
      }
      if (kind === 'add') {
        added += 1;
        await sql`
          insert into taxa (id, source, source_id, scientific_name, display_name, rank, taxon_group, rarity_class, arrival, updated_seq)
          values (${added}, 'more', ${String(added)}, ${`Additus ${added}`}, ${`Additus ${added}`}, 'species', 'other', 1, ${at}, ${seq})
        `.execute(tx);
      }
    });
  }

  const set = (tx: Tx, seq: number, what: string, where: ReturnType<typeof sql>) =>
    sql`update taxa set ${sql.raw(what)}, updated_seq = ${seq} where ${where}`.execute(tx);
  const touch = (tx: Tx, seq: number, where: string) => set(tx, seq, 'is_deleted = is_deleted', sql.raw(where));

  /** Starts another server on the same database and folder. */
  function restart(): Promise<VeldServer> {
    const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: veld.dataDir, LIMIT_TAXONOMY_PAGE: String(PAGE) });
    return buildServer({ config, databaseUrl: veld.databaseUrl, poolSize: 3, hasWorkers: false, now: () => now });
  }
});
