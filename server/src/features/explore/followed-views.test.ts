import { randomUUID } from 'node:crypto';
import { listNotifications, listViewHits, MAX_FOLLOWED_VIEWS, putRelation, putSavedView, type ViewNovelty } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { describeEntry } from '../notifications/describe-entry.ts';
import { findProjectRecords } from '../projects/access.ts';
import { tellOfViews } from './followed-views.ts';

const YEAR = new Date().getUTCFullYear();

describe('a followed view', () => {
  let people = 0;
  /** Minutes after the clock of the database. */
  let later = 0;
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => new Date(Date.now() + later * 60_000) });
    await insertTaxa(veld);
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    people += 1;
    later = 0;
    await veld.db.updateTable('observations').set({ deleted_at: new Date() }).execute();
    [anna, bram] = [await person(veld, `anna${people}`), await person(veld, `bram${people}`)];
  });

  const follow = async (query: string, novelty: ViewNovelty | null = 'any', change: object = {}) => {
    const id = randomUUID();
    const body = { name: 'Herons', screen: 'explore' as const, query, novelty, ...change };
    return { id, body, status: (await veld.call(putSavedView, { params: { id }, body }, anna.token)).status };
  };
  const record = async (change: object = {}, who = bram) => {
    const id = randomUUID();
    await save(veld, who, id, draft({ taxon_id: TAXA.heron.id, observed_on: `${YEAR}-01-01`, ...change }));
    return id;
  };
  /** Everything that arrived is looked at. */
  const run = async () => {
    later += 5;
    await tellOfViews(veld.context, findProjectRecords(veld.context));
  };
  const told = async () => {
    const { data } = (await veld.call(listNotifications, { query: { kind: 'view' } }, anna.token)).body;
    return data;
  };
  const hits = async (id: string) => (await veld.call(listViewHits, { params: { id } }, anna.token)).body.data.map((hit) => hit.id);

  it('tells of records of others that arrive, once, as one entry that says why and leads to them', async () => {
    await record();
    const { id } = await follow(`taxon_id=${TAXA.heron.id}&view=map`);
    const [first, second] = [await record(), await record()];
    await record({ taxon_id: TAXA.moss.id });
    await record({}, anna);
    await run();
    await run();
    const [entry, ...others] = await told();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ reason: 'saved_view', name: 'Herons', people: [{ name: bram.user.name }] });
    expect(describeEntry(entry!, 'en')).toMatchObject({
      text: `New in Herons, by ${bram.user.name}`,
      path: `/explore?taxon_id=${TAXA.heron.id}&order=uploaded`,
    });
    expect((await hits(id)).toSorted()).toEqual([first, second].toSorted());
  });

  it('never tells of a record that hides its place, nor shows one that does since', async () => {
    const { id } = await follow('');
    await record({ geoprivacy: 'obscured' });
    await record({ geoprivacy: 'private' });
    const open = await record();
    await veld.db
      .updateTable('observations')
      .set({ created_at: new Date(Date.now() - 3 * 86_400_000) })
      .where('geoprivacy', '<>', 'open')
      .execute();
    await run();
    expect(await hits(id)).toEqual([open]);
    await veld.db.updateTable('observations').set({ geoprivacy: 'obscured' }).where('id', '=', open).execute();
    expect(await hits(id)).toEqual([]);
  });

  it('tells of firsts only, if it is asked to: of the year, or ever, at its place', async () => {
    await record({ observed_on: `${YEAR - 1}-05-01` });
    await record({ taxon_id: TAXA.moss.id, latitude: 40, longitude: -3 });
    const [year, ever] = [await follow('box=5,52,6,53', 'year'), await follow('box=5,52,6,53', 'ever')];
    const [heron, moss] = [await record(), await record({ taxon_id: TAXA.moss.id })];
    await record();
    await record({ observed_on: `${YEAR - 1}-06-01`, taxon_id: TAXA.kingfisher.id, latitude: 40, longitude: -3 });
    await run();
    expect((await hits(year.id)).toSorted()).toEqual([heron, moss].toSorted());
    expect(await hits(ever.id)).toEqual([moss]);
  });

  it('tells of the first that arrived, and of nothing that turns out to have been seen before it', async () => {
    const { id } = await follow('', 'year');
    await record({ observed_on: `${YEAR}-01-03` });
    const first = await record({ observed_on: `${YEAR}-01-02` });
    await run();
    expect(await hits(id)).toEqual([first]);
    const earlier = await record({ observed_on: `${YEAR}-01-01` });
    const moss = await record({ taxon_id: TAXA.moss.id });
    const listed_at = new Date(Date.now() + later * 60_000);
    await veld.db.updateTable('observations').set({ listed_at }).where('id', 'in', [earlier, moss]).execute();
    await run();
    expect((await hits(id)).toSorted()).toEqual([first, moss].toSorted());
  });

  it('tells of the firsts of any year that its filter asks for', async () => {
    const { id } = await follow(`first_of_year=1&year=${YEAR - 1}`);
    await record({ observed_on: `${YEAR - 1}-05-03` });
    const first = await record({ observed_on: `${YEAR - 1}-05-02` });
    await record({ observed_on: `${YEAR}-01-01` });
    await run();
    expect(await hits(id)).toEqual([first]);
  });

  it('is silent while it is paused, and tells of nothing from the pause afterwards', async () => {
    const { id, body } = await follow('', 'any', { is_paused: true });
    await record();
    await run();
    expect(await hits(id)).toEqual([]);
    later = 1;
    await veld.call(putSavedView, { params: { id }, body: { ...body, is_paused: false } }, anna.token);
    await run();
    expect(await hits(id)).toEqual([]);
  });

  it('tells of nobody with a block between them', async () => {
    const { id } = await follow('');
    await veld.call(putRelation, { params: { kind: 'block', id: anna.user.id } }, bram.token);
    await record();
    await run();
    expect(await hits(id)).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('is silent where its place is gone, and refused if its address is not understood', async () => {
    const gone = await follow(`place_id=${randomUUID()}`);
    await record();
    await run();
    expect(await hits(gone.id)).toEqual([]);
    for (const query of ['hidden=1', `user_id=${bram.user.id}&hidden=1`]) expect((await follow(query)).status, query).toBe(422);
    expect((await follow(`user_id=${anna.user.id}&hidden=0`)).status).toBe(204);
    for (const query of ['colour=red', 'year=abc', 'month=6&month=7', 'around=52,5']) expect((await follow(query)).status, query).toBe(422);
    expect((await follow('colour=red', null)).status).toBe(204);
    expect((await follow('around=52.0000,5.0000,10&order=uploaded')).status).toBe(204);
  });

  it('is one of so many at most', async () => {
    for (let number = 0; number < MAX_FOLLOWED_VIEWS; number++) expect((await follow('')).status).toBe(204);
    expect((await follow('')).status).toBe(422);
    expect((await follow('', null)).status).toBe(204);
  });
});
