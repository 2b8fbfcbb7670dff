import { LANGUAGES, listTaxonDescriptions } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTaxa } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { readDescriptions } from './descriptions.ts';
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
