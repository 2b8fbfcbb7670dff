import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkTaxonomyUpdates, getTaxonomy, type TaxonomyPage } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../db/open.ts';
import { buildServer } from '../../server.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { loadStarter } from './starter.ts';
import { parseStarterTables, StarterError } from './starter-tables.ts';

const HEADER = 'id\tscientific_name\tauthority\trank\tgroup\tfamily\trarity_class\tcountries\tparent_id';
const BLACKBIRD = '101\tTurdus merula\tLinnaeus, 1758\tspecies\tbird\tTurdidae\t1\tNL:1 DE:1\t';
const HERON = '102\tArdea cinerea\tLinnaeus, 1758\tspecies\tbird\tArdeidae\t2\tNL:1 ZA:3\t';
const LYNX = '103\tLynx lynx\t(Linnaeus, 1758)\tspecies\tmammal\tFelidae\t4\tPL:4\t';
/** The heron and its higher taxa. */
const HERONS = [
  '102\tArdea cinerea\tLinnaeus, 1758\tspecies\tbird\tArdeidae\t2\tNL:1 ZA:3\t306',
  '104\tArdea alba\tLinnaeus, 1758\tspecies\tbird\tArdeidae\t3\tNL:2 DE:2\t306',
  '301\tAves\tLinnaeus, 1758\tclass\tbird\t\t\t\t',
  '303\tArdeidae\t\tfamily\tbird\t\t\t\t301',
  '306\tArdea\tLinnaeus, 1758\tgenus\tbird\t\t\t\t303',
];
const HERON_NAMES = ['303\ten\tHeron', '303\ten\tHerons', '303\tnl\tReiger', ''];
const NAMES = [
  'taxon_id\tlanguage\tname',
  '101\ten\tBlackbird',
  '101\ten\tCommon blackbird',
  '101\tnl\tMerel',
  '102\tnl\tBlauwe reiger',
  '',
];

describe('the starter taxonomy', () => {
  let veld: TestServer;
  const folder = mkdtempSync(join(tmpdir(), 'veld-starter-'));
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(async () => {
    await veld.close();
    rmSync(folder, { recursive: true });
  });

  function tables(taxa: string[], names = NAMES): string {
    writeFileSync(join(folder, 'taxa.tsv'), [HEADER, ...taxa, ''].join('\n'));
    writeFileSync(join(folder, 'names.tsv'), names.join('\n'));
    return folder;
  }
  const state = () => veld.db.selectFrom('taxonomy_state').selectAll().executeTakeFirstOrThrow();
  const taxon = (id: number) => veld.db.selectFrom('taxa').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const order = async () => (await veld.db.selectFrom('taxa').select('id').orderBy('arrival').orderBy('id').execute()).map((row) => row.id);
  const wipe = async (db = veld.db) => {
    await sql`delete from taxon_names`.execute(db);
    await sql`delete from taxon_countries`.execute(db);
    await sql`delete from taxon_statuses`.execute(db);
    await sql`delete from taxa`.execute(db);
    await sql`delete from taxonomy_state`.execute(db);
  };

  it('is loaded on a new installation, with names in all languages of the app', async () => {
    const { rows } = await sql<{ language: string; names: number }>`
      select language, count(*) as names from taxon_names join taxa on taxa.id = taxon_id where is_preferred group by language
    `.execute(veld.db);
    expect(rows.map((row) => row.language).toSorted()).toEqual(['af', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt']);
    const { total } = (await veld.call(checkTaxonomyUpdates, { query: { global_count: 0 } })).body.data;
    expect(total).toBeGreaterThanOrEqual(500);
  });

  it('costs one query if nothing changed', async () => {
    const queries: string[] = [];
    const { db } = openDatabase({ url: veld.databaseUrl, poolSize: 1, onQuery: (event) => queries.push(event.query.sql) });
    const before = await state();
    expect(await loadStarter({ db, log: veld.context.log })).toBeNull();
    expect(queries).toHaveLength(1);
    expect(await state()).toEqual(before);
    await db.destroy();
  });

  it('is loaded once by two servers that start at the same time on an empty database', async () => {
    await wipe();
    const build = () => {
      const config = readConfig({ DATA_DIR: veld.dataDir, LOG_LEVEL: 'silent' });
      return buildServer({ config, databaseUrl: veld.databaseUrl, poolSize: 3, hasWorkers: false });
    };
    const servers = await Promise.all([build(), build()]);
    expect((await state()).seq).toBe(1);
    const { rows } = await sql<{
      taxa: number;
      seqs: number;
    }>`select count(*) as taxa, count(distinct updated_seq) as seqs from taxa`.execute(veld.db);
    expect(rows[0]!.taxa).toBeGreaterThanOrEqual(500);
    expect(rows[0]!.seqs).toBe(1);
    await Promise.all(servers.map((server) => server.close()));
  });

  it('gives each installation its own epoch', async () => {
    const first = await state();
    await wipe();
    await loadStarter(veld.context, tables([BLACKBIRD], NAMES.slice(0, 4)));
    expect((await state()).epoch).not.toBe(first.epoch);
  });

  it('updates only changed taxa, keeps ids, and marks missing taxa as deleted', async () => {
    await wipe();
    expect(await loadStarter(veld.context, tables([BLACKBIRD, HERON, LYNX]))).toEqual({ added: 3, changed: 0, removed: 0 });
    const first = await state();
    expect(await taxon(101)).toMatchObject({ updated_seq: 1, is_deleted: false });
    expect(await order()).toEqual([101, 102, 103]);

    const renamed = BLACKBIRD.replace('\t1\tNL:1', '\t3\tNL:2');
    expect(await loadStarter(veld.context, tables([renamed, HERON]))).toEqual({ added: 0, changed: 1, removed: 1 });
    expect(await state()).toMatchObject({ epoch: first.epoch, seq: 2 });
    // The heron is now more common than the blackbird. The changed order alone is not a change for devices.
    expect(await taxon(102)).toMatchObject({ updated_seq: 1, is_deleted: false });
    expect(await taxon(101)).toMatchObject({ updated_seq: 2, rarity_class: 3 });
    expect((await order()).slice(0, 2)).toEqual([102, 101]);
    expect(await taxon(103)).toMatchObject({ is_deleted: true, updated_seq: 2 });

    // A new name is a change too, and a deleted taxon is restored with its id.
    expect(await loadStarter(veld.context, tables([renamed, HERON, LYNX], [...NAMES, '102\ten\tGrey heron']))).toEqual({
      added: 0,
      changed: 2,
      removed: 0,
    });
    expect(await taxon(103)).toMatchObject({ is_deleted: false, updated_seq: 3 });
    expect(await taxon(101)).toMatchObject({ updated_seq: 2 });
    const names = await veld.db
      .selectFrom('taxon_names')
      .select(['name', 'is_preferred'])
      .where('taxon_id', '=', 101)
      .where('language', '=', 'en')
      .execute();
    expect(names).toContainEqual({ name: 'Blackbird', is_preferred: true });
    expect(names).toContainEqual({ name: 'Common blackbird', is_preferred: false });
  });

  it('labels taxa that share a scientific name, and removes the label if only one is left (decision 0022)', async () => {
    await wipe();
    const mollusc = '201\tFicus examplis\t\tspecies\tmollusc\tFicidae\t3\t\t';
    const tree = '202\tFicus examplis\t\tspecies\ttree\tMoraceae\t3\t\t';
    await loadStarter(veld.context, tables([mollusc, tree], NAMES.slice(0, 1)));
    expect((await taxon(201)).display_name).toBe('Ficus examplis (mollusc)');
    expect((await taxon(202)).display_name).toBe('Ficus examplis (tree)');
    const page = (await veld.call(getTaxonomy, { query: { page: 1, languages: 'en,sci' } })).body as TaxonomyPage;
    expect(page.data.map((row) => row.name)).toEqual(['Ficus examplis (mollusc)', 'Ficus examplis (tree)']);
    // The names for searching have no label.
    expect(page.data.map((row) => row.names.sci)).toEqual(['Ficus examplis', 'Ficus examplis']);
    await loadStarter(veld.context, tables([tree], NAMES.slice(0, 1)));
    expect(await taxon(202)).toMatchObject({ display_name: 'Ficus examplis', updated_seq: 2 });
  });

  it('derives countries, rarity and family of higher taxa from their species', async () => {
    await wipe();
    await loadStarter(veld.context, tables(HERONS, [...NAMES.slice(0, 1), ...HERON_NAMES]));
    expect(await taxon(102)).toMatchObject({ parent_id: 306, family: 'Ardeidae' });
    expect(await taxon(306)).toMatchObject({ rank: 'genus', parent_id: 303, family: 'Ardeidae', rarity_class: 2 });
    expect(await taxon(303)).toMatchObject({ rank: 'family', parent_id: 301, family: 'Ardeidae', rarity_class: 2 });
    expect(await taxon(301)).toMatchObject({ rank: 'class', parent_id: null, family: null, rarity_class: 2 });
    const countries = await veld.db.selectFrom('taxon_countries').selectAll().where('taxon_id', '=', 301).execute();
    expect(Object.fromEntries(countries.map((row) => [row.country_code, row.rarity_class]))).toEqual({ NL: 1, ZA: 3, DE: 2 });
    // Species come before higher taxa.
    expect(await order()).toEqual([102, 104, 301, 303, 306]);
  });

  it('adds higher taxa to an installation that has only species, whose ids stay and whose parents are set', async () => {
    await wipe();
    await loadStarter(veld.context, tables([BLACKBIRD, HERON], NAMES.slice(0, 4)));
    const first = await state();
    const [grey, white, ...above] = HERONS;
    expect(await loadStarter(veld.context, tables([BLACKBIRD, grey!, white!, ...above], [...NAMES.slice(0, 4), ...HERON_NAMES]))).toEqual({
      added: 4,
      changed: 1,
      removed: 0,
    });
    expect(await state()).toMatchObject({ epoch: first.epoch, seq: 2 });
    expect(await taxon(102)).toMatchObject({ parent_id: 306, updated_seq: 2, is_deleted: false });
    expect(await taxon(101)).toMatchObject({ parent_id: null, updated_seq: 1 });
    const page = (await veld.call(getTaxonomy, { query: { page: 1, languages: 'en,sci', country_code: 'NL' } })).body as TaxonomyPage;
    expect(page.data.map((row) => row.id)).toEqual([101, 102, 104, 301, 303, 306]);
    expect(page.data.find((row) => row.id === 303)).toMatchObject({
      rank: 'family',
      parent_id: 301,
      names: { en: 'Heron', sci: 'Ardeidae' },
      name_synonyms: { en: ['Herons'] },
      rarity_class: 1,
    });
  });

  it('merges a new taxon into an imported one, which gets its names', async () => {
    await wipe();
    await loadStarter(veld.context, tables([BLACKBIRD, HERON], NAMES.slice(0, 4)));
    const imported = {
      source: 'list',
      scientific_name: 'Ardea',
      display_name: 'Ardea',
      rank: 'genus',
      rarity_class: 3,
      arrival: 0,
      updated_seq: 1,
    };
    await veld.db
      .insertInto('taxa')
      .values([
        { ...imported, id: 100_001, source_id: 'a', taxon_group: 'bird' },
        { ...imported, id: 100_002, source_id: 'b', taxon_group: 'plant' },
      ])
      .execute();
    await veld.db
      .insertInto('taxon_names')
      .values({ taxon_id: 100_001, language: 'nl', name: 'Grote reiger', is_preferred: true, source: 'list' })
      .execute();
    const names = [...NAMES.slice(0, 4), '306\tnl\tReiger', '306\ten\tHeron', ''];
    await loadStarter(veld.context, tables([BLACKBIRD, ...HERONS], names));
    expect(await taxon(306)).toMatchObject({ is_deleted: true, accepted_id: 100_001 });
    expect(await taxon(100_001)).toMatchObject({ is_deleted: false, display_name: 'Ardea (bird)', updated_seq: 2 });
    expect(await taxon(102)).toMatchObject({ parent_id: 100_001 });
    const live = await veld.db
      .selectFrom('taxa')
      .select('id')
      .where('scientific_name', '=', 'Ardea')
      .where('is_deleted', '=', false)
      .orderBy('id')
      .execute();
    expect(live.map((row) => row.id)).toEqual([100_001, 100_002]);
    const its = await veld.db
      .selectFrom('taxon_names')
      .select(['language', 'name', 'is_preferred'])
      .where('taxon_id', '=', 100_001)
      .orderBy('name')
      .execute();
    expect(its).toEqual([
      { language: 'nl', name: 'Grote reiger', is_preferred: true },
      { language: 'en', name: 'Heron', is_preferred: true },
      { language: 'nl', name: 'Reiger', is_preferred: false },
    ]);
    // Later versions of the tables keep it merged.
    await loadStarter(veld.context, tables([BLACKBIRD, ...HERONS], [...names, '303\ten\tHerons']));
    expect(await taxon(102)).toMatchObject({ parent_id: 100_001 });
    expect(await taxon(306)).toMatchObject({ is_deleted: true, accepted_id: 100_001 });
  });

  it('has the status of taxa in countries, which a later version replaces, and refuses one that is wrong', async () => {
    await wipe();
    const statuses = async () => {
      const rows = await veld.db.selectFrom('taxon_statuses').selectAll().orderBy('taxon_id').orderBy('country_code').execute();
      return rows.map((row) => [row.taxon_id, row.country_code, row.establishment_means, row.is_invasive, row.source, row.reference]);
    };
    const write = (...lines: string[]) =>
      writeFileSync(
        join(folder, 'statuses.tsv'),
        ['taxon_id\tcountries\testablishment_means\tis_invasive\tsource', ...lines, ''].join('\n'),
      );
    write('101\tNL DE\tnative\tfalse\tBirds', '102\tZA\tintroduced\ttrue\tA law');
    await loadStarter(veld.context, tables([BLACKBIRD, HERON]));
    expect(await statuses()).toEqual([
      [101, 'DE', 'native', false, 'starter', 'Birds'],
      [101, 'NL', 'native', false, 'starter', 'Birds'],
      [102, 'ZA', 'introduced', true, 'starter', 'A law'],
    ]);
    write('101\tNL\tvagrant\tfalse\tBirds');
    await loadStarter(veld.context, folder);
    expect(await statuses()).toEqual([[101, 'NL', 'vagrant', false, 'starter', 'Birds']]);
    for (const [line, message] of [
      ['101\tZA\tnative\tfalse\tBirds', /line 2: ZA is not on the list/],
      ['999\tNL\tnative\tfalse\tBirds', /no taxon 999/],
      ['101\tNL\tcommon\tfalse\tBirds', /no establishment means/],
      ['101\tNL\tnative\tno\tBirds', /neither true nor false/],
      ['101\tNL NL\tnative\tfalse\tBirds', /occurs twice/],
      ['101\tNL\tnative\tfalse\t', /no source/],
    ] as const) {
      write(line);
      await expect(loadStarter(veld.context, folder)).rejects.toThrow(message);
    }
    rmSync(join(folder, 'statuses.tsv'));
    await loadStarter(veld.context, folder);
    expect(await statuses()).toEqual([]);
  });

  it('may list taxa before their higher taxa, even thousands of them', async () => {
    await wipe();
    const herons = Array.from({ length: 3_000 }, (_, at) => `${at + 1_000}\tArdea ${at}\t\tspecies\tbird\tArdeidae\t5\t\t306`);
    await loadStarter(veld.context, tables([...herons, ...HERONS], []));
    expect(await taxon(1_000)).toMatchObject({ parent_id: 306 });
  });

  it('is rejected completely if a table has an invalid value, with its file and line', async () => {
    await wipe();
    await loadStarter(veld.context, tables([BLACKBIRD], NAMES.slice(0, 4)));
    const broken = [BLACKBIRD, HERON.replace('ZA:3', 'ZA:9')];
    await expect(loadStarter(veld.context, tables(broken))).rejects.toThrow(/taxa\.tsv, line 3: "ZA:9"/);
    expect(await veld.db.selectFrom('taxa').select('id').execute()).toEqual([{ id: 101 }]);
    const parse = (taxa: string[], names: string[] = []) =>
      parseStarterTables({ taxa: [HEADER, ...taxa].join('\n'), names: names.join('\n') });
    expect(() => parse([BLACKBIRD, BLACKBIRD])).toThrow(StarterError);
    expect(() => parse([BLACKBIRD], ['101\tnl\tmerel', '101\tnl\tmerel'])).toThrow(/line 2: "merel" occurs twice/);
    expect(() => parse([BLACKBIRD.replace('101', '100000')])).toThrow(/no id/);
    expect(() => parse([BLACKBIRD.replace('bird', 'birb')])).toThrow(/no group/);
    expect(() => parse([`${HERON}306`])).toThrow(/no taxon 306 for a parent/);
    expect(() => parse(HERONS.map((line) => line.replace(/\t303$/, '\t102')))).toThrow(/line 6: a genus cannot belong to a species/);
    expect(() => parse(HERONS.map((line) => line.replace('genus\tbird\t', 'genus\tbird\tArdeidae')))).toThrow(/follow from its species/);
    expect(() => parse([BLACKBIRD], ['102\tnl\tMerel'])).toThrow(/no taxon 102/);
    expect(() => parse([BLACKBIRD], ['101\txx\tMerel'])).toThrow(/no language/);
  });
});
