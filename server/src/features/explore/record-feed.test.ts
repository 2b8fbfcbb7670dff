import { randomUUID } from 'node:crypto';
import { deleteFeedKey, getFeedKey, patchPreferences, putFeedKey } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const KEY = 'k'.repeat(43);

describe('the feed of a filter', () => {
  let veld: TestServer;
  let open: TestServer;
  let anna: Person;
  let bram: Person;
  const ids = { heron: randomUUID(), hidden: randomUUID(), own: randomUUID(), unnamed: randomUUID() };
  beforeAll(async () => {
    veld = await testServer();
    open = await testServer({ ALLOW_BROWSING: '1' });
    await insertTaxa(veld);
    [anna, bram] = [await person(veld, 'anna'), await person(veld, 'bram')];
    await veld.db.updateTable('users').set({ name: 'bram <b>' }).where('id', '=', bram.user.id).execute();
    await save(veld, bram, ids.heron, draft({ taxon_id: TAXA.heron.id, observed_on: '2026-05-03' }));
    await save(veld, bram, ids.hidden, draft({ taxon_id: TAXA.heron.id, geoprivacy: 'obscured' }));
    await save(veld, anna, ids.own, draft({ taxon_id: TAXA.heron.id, geoprivacy: 'private' }));
    await save(veld, bram, ids.unnamed, draft({ taxon_id: null, verbatim_name: 'my secret name' }));
    await veld.db
      .updateTable('observations')
      .set({ created_at: new Date(Date.now() - 3 * 86_400_000) })
      .where('geoprivacy', '<>', 'open')
      .execute();
    await veld.call(putFeedKey, { body: { key: KEY } }, anna.token);
  });
  afterAll(() => Promise.all([veld.close(), open.close()]));

  const read = async (query: string, headers: Record<string, string> = {}) => {
    const response = await veld.fetch(`/api/explore/feed?${query}`, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const listed = (text: string) => [...text.matchAll(/<id>urn:uuid:([^<]+)<\/id>/g)].map(([, id]) => id);

  it('has the public records of the filter for who knows the key, without those that hide their place, also one’s own', async () => {
    const all = await read(`key=${KEY}&name=Herons%20%26%20more`);
    expect(all.status).toBe(200);
    expect(all.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(listed(all.text)).toEqual([ids.unnamed, ids.heron]);
    expect(all.text).toContain('<title>Herons &amp; more</title>');
    expect(all.text).toContain('<name>bram &lt;b&gt;</name>');
    expect(all.text).not.toContain('my secret name');
    expect(all.text).not.toContain(KEY);
    expect(listed((await read(`key=${KEY}&taxon_id=${TAXA.heron.id}&month=5`)).text)).toEqual([ids.heron]);
    expect(listed((await read(`key=${KEY}&user_id=${anna.user.id}`)).text)).toEqual([]);
    expect((await read(`key=${KEY}&year=abc`)).status).toBe(422);
  });

  it('is asked for again at no cost as long as it is the same', async () => {
    const first = await read(`key=${KEY}`);
    const etag = first.headers.get('etag')!;
    expect((await read(`key=${KEY}`, { 'if-none-match': etag })).status).toBe(304);
    expect((await read(`key=${KEY}&month=5`, { 'if-none-match': etag })).status).toBe(200);
  });

  it('ends with its key, and needs one, a session, or an instance where visitors may look around', async () => {
    const own = await person(veld, 'chen');
    const [first, second] = ['a'.repeat(43), 'b'.repeat(43)];
    expect((await veld.call(getFeedKey, {}, own.token)).body.data.key).toBeNull();
    await veld.call(putFeedKey, { body: { key: first } }, own.token);
    await veld.call(putFeedKey, { body: { key: second } }, own.token);
    expect((await veld.call(getFeedKey, {}, own.token)).body.data.key).toBe(second);
    expect((await veld.call(putFeedKey, { body: { key: KEY } }, own.token)).status).toBe(422);
    expect((await read(`key=${first}`)).status).toBe(404);
    expect((await read(`key=${second}`)).status).toBe(200);
    expect((await veld.call(deleteFeedKey, {}, own.token)).status).toBe(204);
    expect((await read(`key=${second}`)).status).toBe(404);
    expect((await read('')).status).toBe(401);
    expect((await read('', { authorization: `Bearer ${own.token}` })).status).toBe(200);
    expect((await open.fetch('/api/explore/feed')).status).toBe(200);
    expect((await open.fetch('/api/explore/feed?unseen=1')).status).toBe(401);
  });

  it('is in the language of the person', async () => {
    await veld.call(patchPreferences, { body: { language: 'nl' } }, anna.token);
    expect((await read(`key=${KEY}`)).text).toContain('xml:lang="nl"');
  });
});
