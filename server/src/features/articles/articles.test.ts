import { randomUUID } from 'node:crypto';
import {
  type ArticleGroup,
  getArticle,
  type Language,
  listArticleRevisions,
  listArticles,
  putArticleOrder,
  patchArticle,
  putArticleRevision,
  restoreArticleRevision,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('articles', () => {
  let veld: TestServer;
  let anna: Person;
  let dora: Person;
  let emil: Person;
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna');
    dora = await person(veld, 'dora', { roles: ['curator'] });
    emil = await person(veld, 'emil', { roles: ['admin'] });
  });
  afterAll(() => veld.close());

  interface Edit {
    id?: string;
    language?: Language;
    base?: string | null;
    title?: string;
    summary?: string;
    text?: string;
    create_in?: ArticleGroup;
  }
  const save = (who: Person, slug: string, { id = randomUUID(), ...edit }: Edit) =>
    veld.call(
      putArticleRevision,
      {
        params: { slug, id },
        body: { language: 'en', base: null, title: 'Moths', summary: 'At night.', text: 'Use a lamp.\n', ...edit },
      },
      who.token,
    );
  const read = (who: Person, slug: string, language?: Language, headers?: Record<string, string>) =>
    veld.call(getArticle, { params: { slug }, query: language ? { language } : {} }, who.token, headers);
  const listed = async (who: Person) => (await veld.call(listArticles, {}, who.token)).body.data;
  const revisions = async (slug: string, language: Language = 'en') =>
    (await veld.call(listArticleRevisions, { params: { slug }, query: { language } }, dora.token)).body;

  it('are put in order by a curator, each group on its own; new ones come last', async () => {
    const slugsOf = async (group: string) => (await listed(anna)).filter((one) => one.group === group).map(({ slug }) => slug);
    const place = async (who: Person, group: 'start' | 'recording', slugs: string[]) =>
      (await veld.call(putArticleOrder, { params: { group }, body: { slugs } }, who.token)).status;
    const [before, photos] = [await slugsOf('recording'), await slugsOf('photos')];
    const wanted = before.toReversed();
    expect(await place(dora, 'recording', wanted)).toBe(204);
    expect(await place(dora, 'recording', wanted)).toBe(204);
    expect(await slugsOf('recording')).toEqual(wanted);
    expect(await slugsOf('photos')).toEqual(photos);
    // What is not named stays in its order behind the others.
    await place(dora, 'recording', [before[1]!]);
    expect(await slugsOf('recording')).toEqual([before[1], ...wanted.filter((slug) => slug !== before[1])]);
    await save(dora, 'rings', { id: randomUUID(), create_in: 'recording', title: 'Rings' });
    expect((await slugsOf('recording')).at(-1)).toBe('rings');
    expect(await place(anna, 'recording', before)).toBe(403);
    for (const slugs of [['unknown'], [photos[0]!], [before[0]!, before[0]!], []]) expect(await place(dora, 'recording', slugs)).toBe(422);
    expect(await place(dora, 'recording', before)).toBe(204);
  });

  it('are created by a curator, listed, and read in English where the language is missing', async () => {
    const id = randomUUID();
    const made = await save(dora, 'moths', { id, create_in: 'photos', title: '  Moths ' });
    expect(made.body.data).toMatchObject({ id, number: 1, title: 'Moths', user_name: 'dora', restored: null });
    expect((await listed(anna)).find(({ slug }) => slug === 'moths')).toEqual({
      slug: 'moths',
      group: 'photos',
      order: 1000,
      title: 'Moths',
      summary: 'At night.',
      language: 'en',
      updated_at: expect.any(String),
      is_hidden: false,
    });
    // Those of Veld come before it, in an order of their own.
    const orders = (await listed(anna)).filter(({ slug }) => slug !== 'moths').map(({ order }) => order);
    expect(new Set(orders).size).toBeGreaterThan(1);
    expect(Math.max(...orders)).toBeLessThan(1000);
    expect((await read(anna, 'moths', 'nl')).body.data).toMatchObject({
      language: 'en',
      languages: ['en'],
      text: 'Use a lamp.\n',
      revision: id,
    });
    await save(dora, 'moths', { language: 'nl', title: 'Nachtvlinders' });
    expect((await read(anna, 'moths', 'nl')).body.data).toMatchObject({ language: 'nl', languages: ['en', 'nl'], title: 'Nachtvlinders' });
    expect((await read(anna, 'moths', 'de')).body.data).toMatchObject({ language: 'en', title: 'Moths' });
    // Without a language, that of the request counts.
    const dutch = await read(anna, 'moths', undefined, { 'accept-language': 'nl' });
    expect(dutch.body.data.title).toBe('Nachtvlinders');
    expect(dutch.headers.get('vary')).toContain('accept-language');
  });

  it('keep every revision, and repeating a request stores none', async () => {
    const first = randomUUID();
    const second = randomUUID();
    await save(dora, 'bats', { id: first, create_in: 'start', title: 'One' });
    const repeated = await Promise.all([1, 2, 3].map(() => save(emil, 'bats', { id: second, base: first, title: 'Two' })));
    expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await save(emil, 'bats', { id: second, base: first, title: 'Three' })).body.data.title).toBe('Two');
    const { data, starter } = await revisions('bats');
    expect(data.map(({ number, title, user_name }) => [number, title, user_name])).toEqual([
      [2, 'Two', 'emil'],
      [1, 'One', 'dora'],
    ]);
    expect(starter).toBeNull();
    expect((await save(dora, 'bats', { id: second, base: first })).status, 'the id of somebody else’s revision').toBe(404);
    expect((await save(emil, 'moths', { id: second })).status, 'an id of another article').toBe(404);
  });

  it('are not overwritten by an edit of an older revision', async () => {
    const first = randomUUID();
    await save(dora, 'newts', { id: first, create_in: 'start' });
    const racing = await Promise.all([dora, emil].map((who) => save(who, 'newts', { base: first, title: who.user.name })));
    expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [winner] = (await revisions('newts')).data;
    const lost = racing.find(({ status }) => status === 409)!;
    expect(lost.problem).toMatchObject({ type: '/problems/conflict', current: { id: winner!.id, number: 2, title: winner!.title } });
    expect((await save(dora, 'newts', { base: null })).status, 'without a base').toBe(409);
    expect((await save(dora, 'newts', { create_in: 'start', language: 'fr' })).status, 'created twice').toBe(409);
    expect((await revisions('newts', 'fr')).data).toEqual([]);
  });

  it('go back to an earlier revision as a new one', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await save(dora, 'toads', { id: first, create_in: 'start', title: 'Good' });
    await save(dora, 'toads', { id: second, base: first, title: 'Bad' });
    const restore = (base: string, revision: string | null, id = third, language: Language = 'en') =>
      veld.call(restoreArticleRevision, { params: { slug: 'toads' }, body: { id, language, base, revision } }, emil.token);
    expect((await restore(first, first)).status, 'a base that is not the newest').toBe(409);
    expect((await restore(second, first)).body.data).toMatchObject({ id: third, number: 3, title: 'Good', restored: 1, user_name: 'emil' });
    expect((await restore(second, first)).body.data.number, 'repeated').toBe(3);
    expect((await read(anna, 'toads')).body.data.title).toBe('Good');
    expect((await restore(third, randomUUID(), randomUUID())).status, 'an unknown revision').toBe(404);
    expect((await restore(third, null, randomUUID())).status, 'no text came with Veld').toBe(404);
    await save(dora, 'toads', { language: 'nl', title: 'Padden' });
    const dutch = (await revisions('toads', 'nl')).data[0]!.id;
    expect((await restore(third, dutch, randomUUID())).status, 'a revision in another language').toBe(404);
    expect((await revisions('toads')).data).toHaveLength(3);
  });

  it('are hidden from everyone but curators', async () => {
    await save(dora, 'voles', { create_in: 'start' });
    const hide = (is_hidden: boolean, who = dora) => veld.call(patchArticle, { params: { slug: 'voles' }, body: { is_hidden } }, who.token);
    const slugs = async (who: Person) => (await listed(who)).map(({ slug }) => slug);
    expect((await hide(true, anna)).status).toBe(403);
    expect((await hide(true)).body.data).toEqual({ slug: 'voles', is_hidden: true });
    expect((await hide(true)).status).toBe(200);
    expect([await slugs(anna), await slugs(dora)]).toEqual([expect.not.arrayContaining(['voles']), expect.arrayContaining(['voles'])]);
    expect((await read(anna, 'voles')).status).toBe(404);
    expect((await read(dora, 'voles')).body.data.is_hidden).toBe(true);
    await hide(false);
    expect((await read(anna, 'voles')).status).toBe(200);
  });

  it('are sent again only when they changed', async () => {
    await save(dora, 'hares', { create_in: 'start' });
    const first = await read(anna, 'hares');
    const etag = first.headers.get('etag')!;
    // Otherwise a browser could show the old text without asking.
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect((await read(anna, 'hares', undefined, { 'if-none-match': etag })).status).toBe(304);
    const { id } = (await revisions('hares')).data[0]!;
    await save(dora, 'hares', { base: id, text: 'Other words' });
    expect((await read(anna, 'hares', undefined, { 'if-none-match': etag })).status).toBe(200);
    const list = await veld.call(listArticles, {}, anna.token);
    expect((await veld.call(listArticles, {}, anna.token, { 'if-none-match': list.headers.get('etag')! })).status).toBe(304);
  });

  it('have a title, a summary and a text within the limits', async () => {
    const refused = async (edit: Edit) => Object.keys((await save(dora, 'owls', { create_in: 'start', ...edit })).problem.errors ?? {});
    expect(await refused({ title: ' ' })).toEqual(['title']);
    expect(await refused({ title: 'a'.repeat(121) })).toEqual(['title']);
    expect(await refused({ summary: '' })).toEqual(['summary']);
    expect(await refused({ summary: 'a'.repeat(501) })).toEqual(['summary']);
    expect(await refused({ text: '\n' })).toEqual(['text']);
    expect(await refused({ text: 'a'.repeat(50_001) })).toEqual(['text']);
    expect(await refused({ text: 'nul \0' })).toEqual(['text']);
    expect(await refused({ language: 'xx' as Language })).toEqual(['language']);
    expect((await save(dora, 'owls', {})).status, 'an unknown article').toBe(404);
    for (const slug of ['new', 'Owls', 'owls-', 'a'.repeat(61)])
      expect((await save(dora, slug, { create_in: 'start' })).status, slug).toBe(404);
    expect((await read(anna, 'owls')).status).toBe(404);
    expect((await save(anna, 'owls', { create_in: 'start' })).status).toBe(403);
  });

  it('are open to visitors only where the instance lets them look around', async () => {
    expect((await veld.call(listArticles)).status).toBe(401);
    const open = await testServer({ ALLOW_BROWSING: '1' });
    expect((await open.call(listArticles)).status).toBe(200);
    await open.close();
  });
});
