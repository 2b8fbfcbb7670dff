import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { person, type Person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { articleLibrary } from './library.ts';
import { saveRevision } from './save.ts';
import { parseArticle } from './starter.ts';
import { setHidden } from './store.ts';

const FILE = '# First steps\n\nHow to begin,\nin short.\n\n## Record\n\nTap **Observe**.\n';

describe('a file of a starter article', () => {
  it('has a title, a summary and a text', () => {
    const parsed = { title: 'First steps', summary: 'How to begin, in short.', text: '## Record\n\nTap **Observe**.\n' };
    expect(parseArticle(FILE)).toEqual(parsed);
    expect(parseArticle(FILE.replaceAll('\n', '\r\n'))).toEqual(parsed);
    for (const lacking of ['First steps\n\nShort.\n\nText', '# Title\n\n## Text\n\nWords', '# Title\n\nOnly a summary.\n', ''])
      expect(parseArticle(lacking), lacking).toBeNull();
  });
});

describe('the articles that come with Veld', () => {
  let veld: TestServer;
  let dora: Person;
  let folder: string;
  beforeAll(async () => {
    veld = await testServer();
    dora = await person(veld, 'dora', { roles: ['curator'] });
    folder = mkdtempSync(join(tmpdir(), 'veld-articles-'));
    put('first-steps', 'en', FILE);
    put('first-steps', 'nl', FILE.replace('First steps', 'Eerste stappen'));
    put('of-this-instance', 'en', FILE);
    put('broken', 'en', 'No title');
  });
  afterAll(async () => {
    await veld.close();
    rmSync(folder, { recursive: true, force: true });
  });
  function put(slug: string, language: string, text: string) {
    mkdirSync(join(folder, slug), { recursive: true });
    writeFileSync(join(folder, slug, `${language}.md`), text);
  }
  const edit = (language: 'en' | 'nl', title: string) =>
    inTransaction(veld.db, (tx) =>
      saveRevision(
        tx,
        articleLibrary(folder),
        { id: randomUUID(), slug: 'first-steps', language, base: null, userId: dora.user.id, now: new Date() },
        () => Promise.resolve({ title, summary: 'Ours.', text: 'Our words.', restored: null }),
      ),
    );

  it('are listed in their order, unknown ones last, and broken ones not at all', async () => {
    const articles = await articleLibrary(folder).list(veld.db);
    expect(articles.map(({ slug, group }) => [slug, group])).toEqual([
      ['first-steps', 'start'],
      ['of-this-instance', 'recording'],
    ]);
    expect(articles[0]!.texts.get('nl')).toEqual({
      title: 'Eerste stappen',
      summary: 'How to begin, in short.',
      revision: null,
      updatedAt: null,
    });
    expect(await articleLibrary(folder).find(veld.db, 'broken')).toBeNull();
    expect(await articleLibrary(join(folder, 'nothing')).list(veld.db)).toEqual([]);
  });

  it('are replaced by an edit in its language only, also when a later version brings another text', async () => {
    const { id } = await edit('nl', 'Begin hier');
    put('first-steps', 'nl', FILE.replace('First steps', 'Nieuwe tekst'));
    put('first-steps', 'en', FILE.replace('First steps', 'New text'));
    const later = articleLibrary(folder);
    const { texts } = (await later.find(veld.db, 'first-steps'))!;
    expect(texts.get('nl')).toMatchObject({ title: 'Begin hier', text: 'Our words.', revision: id });
    expect(texts.get('en')).toMatchObject({ title: 'New text', revision: null });
    const [listed] = await later.list(veld.db);
    expect([listed!.texts.get('nl')!.title, listed!.texts.get('en')!.title]).toEqual(['Begin hier', 'New text']);
    expect(await later.starter('first-steps', 'nl')).toMatchObject({ title: 'Nieuwe tekst' });
  });

  it('keep their place when they are hidden', async () => {
    await setHidden(veld.db, { slug: 'first-steps', article_group: 'recording', list_order: 99, is_hidden: true });
    const [first] = await articleLibrary(folder).list(veld.db);
    expect(first).toMatchObject({ slug: 'first-steps', group: 'start', order: 0, isHidden: true });
  });
});
