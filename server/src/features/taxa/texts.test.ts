import { LANGUAGES, listTaxonDescriptions, listTaxonDistinctions } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTaxa } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { readDescriptions, readDistinctions } from './texts.ts';
import { readStarterFiles, parseStarterTables } from './starter-tables.ts';
import { STARTER_FOLDER } from './starter.ts';
import { advance } from './store.ts';

const SWAN = 1002;

describe('the table of descriptions', () => {
  it('has each species in all nine languages, in a few sentences with typographic marks', async () => {
    const texts = await readDescriptions();
    const species = new Map(parseStarterTables(await readStarterFiles(STARTER_FOLDER)).map((taxon) => [taxon.id, taxon.rank]));
    expect([...texts.keys()].toSorted()).toEqual([...LANGUAGES].toSorted());
    const ids = [...texts.get('en')!.keys()];
    expect(ids.length).toBeGreaterThanOrEqual(300);
    expect(ids.filter((id) => species.get(id) !== 'species')).toEqual([]);
    const seen = new Set<string>();
    for (const [language, own] of texts) {
      expect([language, [...own.keys()]]).toEqual([language, ids]);
      for (const [id, text] of own) {
        const at = `${id} ${language}`;
        expect([...text].length, at).toBeGreaterThanOrEqual(140);
        expect([...text].length, at).toBeLessThanOrEqual(430);
        expect(text, at).toMatch(/[.…»“”)’]$/u);
        expect(text, at).not.toMatch(/["']| {2}|^\s|\s$/u);
        expect(seen.has(text), at).toBe(false);
        seen.add(text);
      }
    }
  });
});

describe('descriptions', () => {
  let veld: TestServer;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
  });
  afterAll(() => veld.close());

  const list = async (language: string) =>
    (await veld.call(listTaxonDescriptions, {}, undefined, { 'accept-language': language })).body.data;
  const textOf = async (language: string, id = SWAN) => (await list(language))[id];

  it('are in the language of the caller, and sent once', async () => {
    const texts = await readDescriptions();
    for (const language of ['en', 'pl', 'af']) expect(await textOf(language)).toBe(texts.get(language)!.get(SWAN));
    const headers = { 'accept-language': 'pl' };
    const response = await veld.fetch('/api/taxonomy/descriptions', { headers });
    const again = await veld.fetch('/api/taxonomy/descriptions', {
      headers: { ...headers, 'if-none-match': response.headers.get('etag')! },
    });
    expect([response.status, again.status]).toEqual([200, 304]);
  });

  it('follow a taxon that was replaced, and go with one that was deleted', async () => {
    const text = await textOf('nl');
    const successor = 900_001;
    await insertTaxa(veld, [{ id: successor, scientific_name: 'Cygnus novus' }]);
    await veld.db.transaction().execute(async (tx) => {
      await advance(tx);
      await tx.updateTable('taxa').set({ accepted_id: successor, is_deleted: true }).where('id', '=', SWAN).execute();
      await tx.updateTable('taxa').set({ is_deleted: true }).where('id', '=', 1003).execute();
    });
    now = new Date(now.getTime() + 3_000);
    expect([await textOf('nl', successor), await textOf('nl'), await textOf('nl', 1003)]).toEqual([text, undefined, undefined]);
  });
});

const CHIFFCHAFF = 1157;
const WILLOW_WARBLER = 1158;

describe('the table of distinctions', () => {
  it('has each pair of species once, in all nine languages, with at least two characters', async () => {
    const all = await readDistinctions();
    const ranks = new Map(parseStarterTables(await readStarterFiles(STARTER_FOLDER)).map((taxon) => [taxon.id, taxon.rank]));
    expect([...all.keys()].toSorted()).toEqual([...LANGUAGES].toSorted());
    const english = all.get('en')!;
    expect(english.length).toBeGreaterThanOrEqual(40);
    expect(new Set(english.map(({ taxon_id, other_id }) => [taxon_id, other_id].toSorted().join())).size).toBe(english.length);
    expect(english.flatMap(({ taxon_id, other_id }) => [taxon_id, other_id]).filter((id) => ranks.get(id) !== 'species')).toEqual([]);
    const outline = english.map(({ taxon_id, other_id, rows }) => [taxon_id, other_id, rows.length]);
    for (const [language, pairs] of all) {
      expect([language, pairs.map(({ taxon_id, other_id, rows }) => [taxon_id, other_id, rows.length])]).toEqual([language, outline]);
    }
    expect(outline.filter(([, , rows]) => rows! < 2)).toEqual([]);
  });

  it('says in a few words, written in each language, what is different', async () => {
    const all = await readDistinctions();
    const lines = [...all].flatMap(([language, pairs]) =>
      pairs.flatMap(({ taxon_id, other_id, rows }) => rows.map((row, at) => ({ at: `${taxon_id} ${other_id} ${at}`, language, ...row }))),
    );
    const texts = lines.flatMap(({ character, taxon, other }) => [character, taxon, other]);
    expect(texts.filter((text) => text.length < 2 || text.length > 85)).toEqual([]);
    expect(texts.filter((text) => /["']| {2}|^\s|\s$|\.$/u.test(text))).toEqual([]);
    expect(lines.filter(({ taxon, other }) => taxon === other)).toEqual([]);
    const english = new Map(lines.filter(({ language }) => language === 'en').map((line) => [line.at, line]));
    const copied = lines.filter((line) => {
      const { taxon, other } = english.get(line.at)!;
      return line.language !== 'en' && line.taxon === taxon && line.other === other;
    });
    expect(copied).toEqual([]);
  });
});

describe('distinctions', () => {
  let veld: TestServer;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
  });
  afterAll(() => veld.close());

  const list = async (language: string) =>
    (await veld.call(listTaxonDistinctions, {}, undefined, { 'accept-language': language })).body.data.pairs;
  const pairOf = async (taxonId: number, otherId: number) =>
    (await list('nl')).find(({ taxon_id, other_id }) => taxon_id === taxonId && other_id === otherId);

  it('are in the language of the caller, and sent once', async () => {
    const tables = await readDistinctions();
    for (const language of ['en', 'pl', 'af']) expect(await list(language)).toEqual(tables.get(language));
    const headers = { 'accept-language': 'pl' };
    const response = await veld.fetch('/api/taxonomy/distinctions', { headers });
    const again = await veld.fetch('/api/taxonomy/distinctions', {
      headers: { ...headers, 'if-none-match': response.headers.get('etag')! },
    });
    expect([response.status, again.status]).toEqual([200, 304]);
  });

  it('follow a species that was replaced, and end with one that was deleted or became the other one', async () => {
    const pair = await pairOf(CHIFFCHAFF, WILLOW_WARBLER);
    const replace = async (id: number, successor: number | null) => {
      await veld.db.transaction().execute(async (tx) => {
        await advance(tx);
        await tx.updateTable('taxa').set({ accepted_id: successor, is_deleted: true }).where('id', '=', id).execute();
      });
      now = new Date(now.getTime() + 3_000);
    };
    const successor = 900_001;
    await insertTaxa(veld, [{ id: successor, scientific_name: 'Phylloscopus novus' }]);
    await replace(CHIFFCHAFF, successor);
    expect([await pairOf(successor, WILLOW_WARBLER), await pairOf(CHIFFCHAFF, WILLOW_WARBLER)]).toEqual([
      { ...pair, taxon_id: successor },
      undefined,
    ]);
    await replace(WILLOW_WARBLER, successor);
    expect((await list('nl')).filter(({ taxon_id, other_id }) => [taxon_id, other_id].includes(successor))).toEqual([]);
    expect(await pairOf(3019, 3022)).toBeDefined();
    await replace(3022, null);
    expect(await pairOf(3019, 3022)).toBeUndefined();
  });
});
