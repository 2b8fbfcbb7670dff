import { randomUUID } from 'node:crypto';
import {
  deleteObservation,
  deleteProjectNews,
  getProject,
  getProjectMap,
  joinProject,
  leaveProject,
  listProjectLog,
  listProjectNews,
  listProjectPeople,
  listProjectRecords,
  listNotifications,
  listProjects,
  listProjectSpecies,
  listUncountedRecords,
  obscuredCell,
  patchPreferences,
  patchProject,
  type ProjectNewsWrite,
  type ProjectWrite,
  putIdentification,
  putProject,
  putProjectNews,
  putRelation,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { boxArea, projectBody } from '../../testing/projects.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { setHidden } from '../reports/hiding.ts';
import { inTransaction } from '../../db/transaction.ts';
import { eraseProjects } from './store.ts';
import { foldAll } from './fold.ts';
import { describeEntry } from '../notifications/describe-entry.ts';
import { announceNews, eraseNews } from './news.ts';
import { tellOfProjects } from './notices.ts';

const CELL = obscuredCell(52.09083, 5.12222);
const BOX = { west: 5, south: 52, east: 5.3, north: 52.2 };
describe('projects', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let emil: Person;
  let now = new Date('2026-05-20T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { community_opt_in: true });
    bram = await person(veld, 'bram', { community_opt_in: true });
    chen = await person(veld, 'chen');
    emil = await person(veld, 'emil', { roles: ['admin'] });
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    now = new Date('2026-05-20T10:00:00Z');
    for (const table of ['projects', 'notifications', 'observation_writes', 'identifications', 'observations', 'relations'] as const)
      await veld.db.deleteFrom(table).execute();
  });

  const created = async (who: Person, change: Partial<ProjectWrite> = {}) => {
    const id = randomUUID();
    expect((await put(who, id, change)).status).toBe(200);
    return id;
  };
  const put = (who: Person, id: string, change: Partial<ProjectWrite> = {}, base?: number) =>
    veld.call(
      putProject,
      { params: { id }, body: projectBody(change), ...(base ? { headers: { 'if-match': `"${base}"` } } : {}) },
      who.token,
    );
  const get = async (who: Person, id: string, invite?: string) =>
    veld.call(getProject, { params: { id }, query: invite ? { invite } : {} }, who.token);
  const counts = async (who: Person, id: string) => (await get(who, id)).body.data.counts;
  const join = async (who: Person, id: string, invite?: string) =>
    (await veld.call(joinProject, { params: { id }, body: invite ? { invite } : {} }, who.token)).status;
  const saved = async (who: Person, change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  const listed = async (who: Person, query: Record<string, string> = {}) =>
    (await veld.call(listProjects, { query }, who.token)).body.data.map(({ name }) => name);
  const records = async (who: Person, id: string) =>
    (await veld.call(listProjectRecords, { params: { id } }, who.token)).body.data.map((one) => one.id);

  it('count what was recorded before somebody joined and what is recorded since, at once', async () => {
    const early = await saved(bram);
    await saved(bram, { observed_on: '2026-04-30' });
    const id = await created(anna);
    expect(await counts(anna, id)).toEqual({ records: 0, species: 0, confirmed: 0 });
    expect(await join(bram, id)).toBe(204);
    expect(await counts(anna, id)).toEqual({ records: 1, species: 1, confirmed: 0 });
    const late = await saved(bram, { taxon_id: TAXA.heron.id });
    await saved(chen);
    expect((await get(bram, id)).body.data).toMatchObject({ counts: { records: 2, species: 2 }, own: { records: 2 }, people: 2 });
    expect((await get(chen, id)).body.data).toMatchObject({ counts: { records: 2 }, own: null, is_joined: false });
    expect((await records(chen, id)).toSorted()).toEqual([early, late].toSorted());
  });

  it('follow every change of a record, and its deletion', async () => {
    const id = await created(anna, { photo_required: false, groups: ['bird'] });
    const record = await saved(anna);
    expect((await counts(bram, id)).records).toBe(1);
    await save(veld, anna, record, draft({ observed_on: '2026-04-02' }), 1);
    expect((await counts(bram, id)).records).toBe(0);
    await save(veld, anna, record, draft(), 2);
    expect(await counts(bram, id)).toEqual({ records: 1, species: 1, confirmed: 0 });
    await save(veld, anna, record, draft({ count: 0 }), 3);
    expect((await counts(bram, id)).records).toBe(0);
    await save(veld, anna, record, draft(), 4);
    await veld.call(deleteObservation, { params: { id: record } }, anna.token);
    expect((await counts(bram, id)).records).toBe(0);
  });

  it('count a record as confirmed once it is, and not while a moderator hides it', async () => {
    const id = await created(anna);
    const record = await saved(anna, { latitude: 52.09083 });
    await veld.db.updateTable('observations').set({ quality: 'needs_id' }).where('id', '=', record).execute();
    for (const who of [bram, chen])
      await veld.call(
        putIdentification,
        { params: { id: record, identification: randomUUID() }, body: { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' } },
        who.token,
      );
    expect(await counts(bram, id)).toEqual({ records: 1, species: 1, confirmed: 1 });
    await inTransaction(veld.context.db, (tx) => setHidden(tx, 'observation', record, true));
    expect((await counts(bram, id)).records).toBe(0);
    await inTransaction(veld.context.db, (tx) => setHidden(tx, 'observation', record, false));
    expect((await counts(bram, id)).records).toBe(1);
  });

  it('count from and until their hours in every figure, and tell people why a record of theirs does not count', async () => {
    const hours = { start_on: '2026-05-20', start_time: '12:00', end_on: '2026-05-21', end_time: '12:00' };
    now = new Date('2026-05-20T09:00:00Z');
    const id = await created(anna, hours);
    expect((await get(anna, id)).body.data).toMatchObject({ ...hours, state: 'planned' });
    await join(bram, id);
    now = new Date('2026-05-22T09:00:00Z');
    const at = (observed_on: string, observed_time: string | null) =>
      saved(bram, { observed_on, observed_time, time_zone: 'Europe/Amsterdam' });
    const early = await at('2026-05-20', '11:59');
    const first = await at('2026-05-20', '12:00');
    const untimed = await at('2026-05-21', null);
    const last = await at('2026-05-21', '11:59');
    expect(await counts(anna, id)).toMatchObject({ records: 2 });
    expect((await records(anna, id)).toSorted()).toEqual([first, last].toSorted());
    expect((await veld.call(listProjectPeople, { params: { id } }, anna.token)).body.data).toMatchObject([{ name: 'bram', records: 2 }]);
    const uncounted = async (who: Person) =>
      Object.fromEntries(
        (await veld.call(listUncountedRecords, { params: { id } }, who.token)).body.data.map((one) => [one.id, one.reasons]),
      );
    expect(await uncounted(bram)).toEqual({ [early]: ['outside_hours'], [untimed]: ['no_time'] });
    expect(await uncounted(anna)).toEqual({});
    // Other hours count all anew; without a word about them, they stay.
    expect((await put(anna, id, { ...hours, start_time: null }, 1)).body.data.counts.records).toBe(3);
    const { start_on, end_on } = hours;
    expect((await put(anna, id, { start_on, end_on, name: 'Other' }, 2)).body.data).toMatchObject({ start_time: null, end_time: '12:00' });
    expect((await put(anna, id, { ...hours, end_on: start_on, end_time: '11:00' }, 3)).status).toBe(422);
  });

  it('have goals with what is reached, counted for each caller as the figures are', async () => {
    const heron = { kind: 'taxon', target: 3, taxon_id: TAXA.heron.id } as const;
    const goals: NonNullable<ProjectWrite['goals']> = [
      { kind: 'species', target: 10 },
      { kind: 'records', target: 100 },
      { kind: 'people', target: 5 },
      heron,
      { kind: 'group', target: 2, group: 'bird' },
    ];
    const id = await created(anna, { goals });
    await join(bram, id);
    await saved(anna);
    await saved(bram, { taxon_id: TAXA.heron.id });
    const hidden = await saved(bram, { taxon_id: TAXA.heron.id });
    await saved(bram, { taxon_id: null, verbatim_name: 'a gull' });
    const reached = async (who: Person) => (await get(who, id)).body.data.goals.map(({ value }) => value);
    expect(await reached(chen)).toEqual([2, 4, 2, 2, 3]);
    expect((await get(chen, id)).body.data.goals[3]).toMatchObject({ goal: heron, taxon: { id: TAXA.heron.id } });
    // Another number counts nothing anew, another taxon does, and a write without goals leaves them.
    expect((await put(anna, id, { goals: [{ ...heron, target: 7 }] }, 1)).body.data.goals).toMatchObject([{ value: 2 }]);
    const other = { ...heron, taxon_id: TAXA.kingfisher.id };
    expect((await put(anna, id, { goals: [other, heron] }, 2)).body.data.goals).toMatchObject([{ value: 1 }, { value: 2 }]);
    expect((await put(anna, id, { name: 'Herons' }, 3)).body.data.goals).toMatchObject([{ value: 1 }, { value: 2 }]);
    await inTransaction(veld.context.db, (tx) => setHidden(tx, 'observation', hidden, true));
    expect(await reached(chen)).toEqual([1, 1]);
    await veld.call(putRelation, { params: { kind: 'block', id: bram.user.id } }, chen.token);
    expect(await reached(chen)).toEqual([1, 0]);
    expect((await put(anna, id, { goals: [{ ...heron, taxon_id: 999_999_999 }] }, 4)).status).toBe(422);
    expect((await put(anna, id, { goals: [...goals, heron] }, 4)).status).toBe(422);
  });

  it('count only records with the fields that their organisers require, and tell their observers what is missing', async () => {
    const id = await created(anna, { required_fields: ['notes', 'sex', 'life_stage', 'count'], max_uncertainty_m: 50 });
    const whole = { count: 2, notes: 'Fresh', sex: 'male', life_stage: 'adult', coordinate_uncertainty_m: 12 } as const;
    await saved(anna, whole);
    const bare = await saved(anna, { count: null, count_type: null, notes: ' ', coordinate_uncertainty_m: 51 });
    const table = { n_male_adult: 1, n_female_unknown: 1 };
    await saved(anna, { ...whole, sex: null, life_stage: null, attributes: table });
    const stageless = await saved(anna, { ...whole, sex: null, life_stage: null, attributes: { n_male_unknown: 2 } });
    const sexless = await saved(anna, { ...whole, sex: null, life_stage: null, attributes: { n_unknown_adult: 2 } });
    expect(await counts(anna, id)).toMatchObject({ records: 2 });
    const listed = (await veld.call(listUncountedRecords, { params: { id } }, anna.token)).body.data;
    expect(Object.fromEntries(listed.map((one) => [one.id, one.reasons]))).toEqual({
      [bare]: ['no_count', 'no_life_stage', 'no_sex', 'no_notes', 'no_accuracy'],
      [stageless]: ['no_life_stage'],
      [sexless]: ['no_sex'],
    });
    // An earlier version of the app says nothing about them.
    expect((await put(anna, id, { name: 'Other' }, 1)).body.data).toMatchObject({
      required_fields: ['count', 'life_stage', 'sex', 'notes'],
      max_uncertainty_m: 50,
      counts: { records: 2 },
    });
    expect((await put(anna, id, { required_fields: ['count'], max_uncertainty_m: null }, 2)).body.data.counts.records).toBe(4);
  });

  it('gather others, whose records and people count once each, to a depth of one', async () => {
    const area = boxArea(BOX);
    const [one, two] = [await created(anna), await created(chen, { area })];
    const secret = await created(anna, { joining: 'link' });
    for (const who of [anna, bram]) await join(who, two);
    await join(bram, one);
    const id = await created(emil, { start_on: '2020-01-01', end_on: '2020-01-02', parts: [one, two] });
    const both = await saved(bram);
    const far = await saved(bram, { latitude: 53, taxon_id: TAXA.heron.id });
    await saved(chen, { taxon_id: TAXA.heron.id });
    await foldAll(veld.context);
    const { data } = (await get(bram, id)).body;
    expect(data).toMatchObject({ counts: { records: 3, species: 2 }, people: 4, own: null });
    expect(data.parts.map((part) => part.id).toSorted()).toEqual([one, two].toSorted());
    expect((await records(bram, id)).toSorted()).toHaveLength(3);
    expect(await records(bram, id)).toEqual(expect.arrayContaining([both, far]));
    const ranked = (await veld.call(listProjectPeople, { params: { id } }, bram.token)).body.data;
    expect(ranked.map(({ name, records: number, species }) => [name, number, species])).toEqual([['bram', 2, 2]]);
    const species = (await veld.call(listProjectSpecies, { params: { id } }, bram.token)).body.data;
    expect(species.map(({ records: number }) => number)).toEqual([2, 1]);
    const cells = (await veld.call(getProjectMap, { params: { id } }, bram.token)).body.data;
    expect(cells.reduce((sum, cell) => sum + cell.records, 0)).toBe(3);
    const parts = async (change: string[], base: number, whose = id) => (await put(emil, whose, { parts: change }, base)).status;
    expect(await parts([id], 1), 'itself').toBe(422);
    expect(await parts([secret], 1), 'one that is joined by a link').toBe(422);
    expect(await parts([randomUUID()], 1), 'one that does not exist').toBe(422);
    expect(await parts([id], 1, one), 'one that gathers others').toBe(422);
    expect(await parts([await created(anna)], 1, two), 'of one that is gathered itself').toBe(422);
    expect((await put(emil, id, { goals: [{ kind: 'group', group: 'bird', target: 1 }] }, 1)).status).toBe(422);
    // Without a word about them they stay, and an empty list frees them.
    const period = { start_on: '2020-01-01', end_on: '2020-01-02' };
    expect((await put(emil, id, { ...period, name: 'All moths' }, 1)).body.data.parts).toHaveLength(2);
    expect((await put(emil, id, { ...period, parts: [two] }, 2)).body.data.counts.records).toBe(2);
    expect((await put(emil, id, { ...period, parts: [] }, 3)).body.data.counts.records).toBe(0);
  });

  describe('have news', () => {
    const post = (who: Person, id: string, body: ProjectNewsWrite, news = randomUUID()) =>
      veld.call(putProjectNews, { params: { id, news }, body }, who.token);
    const read = async (who: Person, id: string) => (await veld.call(listProjectNews, { params: { id } }, who.token)).body.data;
    const texts = async (who: Person, id: string) => (await read(who, id)).map(({ text }) => text);
    const told = async (who: Person) => {
      for (let again = 0; again < 2; again++) await announceNews(veld.context);
      return (await veld.call(listNotifications, { query: { kind: 'project' } }, who.token)).body.data;
    };

    it('that organisers post once, however often it is sent, and participants are notified of', async () => {
      const id = await created(anna, { name: 'Moth night' });
      await join(bram, id);
      const news = randomUUID();
      const body = { text: 'Bring a **lamp**.', notifies: true };
      for (let again = 0; again < 2; again++) expect((await post(anna, id, body, news)).status).toBe(204);
      expect((await post(anna, id, { ...body, text: 'Other' }, news)).status).toBe(409);
      expect((await post(bram, id, body)).status).toBe(403);
      now = new Date(now.getTime() + 1000);
      await post(anna, id, { text: 'Quiet', notifies: false });
      expect(await texts(chen, id)).toEqual(['Quiet', 'Bring a **lamp**.']);
      expect((await read(bram, id))[1]).toMatchObject({ user: { id: anna.user.id, name: 'anna' }, notifies: true });
      const entries = await told(bram);
      expect(entries.map((entry) => describeEntry(entry, 'en'))).toMatchObject([
        { text: 'News of Moth night', path: `/projects/${id}#news` },
      ]);
      expect([await told(chen), await told(anna)]).toEqual([[], []]);
      // Another piece of news is part of the same entry.
      await post(anna, id, { text: 'And a sheet', notifies: true });
      expect(await told(bram)).toHaveLength(1);
      expect(await veld.db.selectFrom('notifications').select('cause_id').execute()).toHaveLength(2);
    });

    it('in pages, and refuse a cursor of another list', async () => {
      const id = await created(anna);
      for (const text of ['one', 'two', 'three']) {
        now = new Date(now.getTime() + 1000);
        await post(anna, id, { text, notifies: false });
      }
      const page = async (cursor?: string) =>
        veld.call(listProjectNews, { params: { id }, query: { limit: 2, ...(cursor && { cursor }) } }, bram.token);
      const first = (await page()).body;
      const next = (await page(first.next_cursor!)).body;
      expect([first, next].map(({ data }) => data.map(({ text }) => text))).toEqual([['three', 'two'], ['one']]);
      expect(next.next_cursor).toBeNull();
      const other = Buffer.from(JSON.stringify(['feedback', now.toISOString(), randomUUID()])).toString('base64url');
      for (const cursor of [other, 'nonsense']) expect((await page(cursor)).status).toBe(422);
    });

    it('that can be removed, with their notifications, and do not come back with a late request', async () => {
      const id = await created(anna);
      await join(bram, id);
      const news = randomUUID();
      const body = { text: 'Wrong day', notifies: true };
      await post(anna, id, body, news);
      expect(await told(bram)).toHaveLength(1);
      const remove = (who: Person) => veld.call(deleteProjectNews, { params: { id, news } }, who.token);
      expect((await remove(bram)).status).toBe(403);
      for (let again = 0; again < 2; again++) expect((await remove(anna)).status).toBe(204);
      expect((await post(anna, id, body, news)).status).toBe(204);
      expect([await texts(anna, id), await told(bram)]).toEqual([[], []]);
    });

    it('at most ten times a day, of which three notify', async () => {
      const id = await created(anna);
      const statuses = async (count: number, notifies: boolean) => {
        const all: number[] = [];
        for (let at = 0; at < count; at++) all.push((await post(anna, id, { text: `News ${at}`, notifies })).status);
        return all;
      };
      expect(await statuses(4, true)).toEqual([204, 204, 204, 422]);
      expect(await statuses(8, false)).toEqual([204, 204, 204, 204, 204, 204, 204, 422]);
      expect(await texts(anna, id)).toHaveLength(10);
      now = new Date(now.getTime() + 86_400_000);
      expect(await statuses(1, true)).toEqual([204]);
    });

    it('that nobody reads who has a block with their author, and that are erased with the account', async () => {
      const id = await created(anna);
      for (const who of [bram, chen]) await join(who, id);
      await put(anna, id, { organisers: [anna.user.id, bram.user.id] }, 1);
      await post(bram, id, { text: 'From Bram', notifies: true });
      await veld.call(putRelation, { params: { kind: 'block', id: bram.user.id } }, chen.token);
      expect([await texts(chen, id), await told(chen), await texts(anna, id)]).toEqual([[], [], ['From Bram']]);
      for (let again = 0; again < 2; again++) await eraseNews(veld.context, bram.user.id);
      expect(await texts(anna, id)).toEqual([]);
    });

    it('that exist only for those who see the project', async () => {
      const id = await created(anna, { joining: 'link' });
      await post(anna, id, { text: 'Secret', notifies: false });
      expect((await veld.call(listProjectNews, { params: { id } }, bram.token)).status).toBe(404);
      expect(await texts(emil, id)).toEqual(['Secret']);
    });
  });

  it('are planned, running and finished by their hours in their own time zone', async () => {
    const hours = { start_on: '2026-05-20', start_time: '12:00', end_on: '2026-05-20', end_time: '15:00' };
    const id = await created(anna, hours);
    const stateOf = async (at: string) => {
      now = new Date(at);
      return (await get(anna, id)).body.data.state;
    };
    expect(await stateOf('2026-05-20T09:59:59Z')).toBe('planned');
    expect(await stateOf('2026-05-20T10:00:00Z')).toBe('running');
    expect(await stateOf('2026-05-20T12:59:59Z')).toBe('running');
    expect(await stateOf('2026-05-20T13:00:00Z')).toBe('finished');
  });

  it('no longer count records of somebody who leaves; joining and leaving can be repeated', async () => {
    const id = await created(anna);
    await saved(bram);
    expect([await join(bram, id), await join(bram, id)]).toEqual([204, 204]);
    expect((await counts(anna, id)).records).toBe(1);
    for (let again = 0; again < 2; again++) expect((await veld.call(leaveProject, { params: { id } }, bram.token)).status).toBe(204);
    expect((await get(anna, id)).body.data).toMatchObject({ counts: { records: 0 }, people: 1 });
    expect(await join(bram, id)).toBe(204);
    expect((await counts(anna, id)).records).toBe(1);
  });

  it('count anew when their rules change, and the job counts all that a request leaves', async () => {
    const id = await created(anna);
    await saved(anna);
    await saved(anna, { taxon_id: TAXA.heron.id, latitude: 53 });
    expect((await counts(anna, id)).records).toBe(2);
    expect((await put(anna, id, { taxon_ids: [TAXA.heron.id] }, 1)).body.data.counts.records).toBe(1);
    expect((await put(anna, id, { area: boxArea(BOX) }, 2)).body.data.counts.records).toBe(1);
    await saved(anna);
    const before = await veld.db.selectFrom('project_records').select('observation_id').where('project_id', '=', id).execute();
    await foldAll(veld.context);
    const after = await veld.db.selectFrom('project_records').select('observation_id').where('project_id', '=', id).execute();
    expect([before.length, after.length]).toEqual([1, 2]);
  });

  it('show an obscured record by its whole cell only, from the day after, and a private one only worldwide', async () => {
    const whole = await created(anna, {
      area: boxArea({ ...BOX, west: CELL.west - 0.01, east: CELL.east + 0.01, south: CELL.south - 0.01, north: CELL.north + 0.01 }),
    });
    const part = await created(anna, { area: boxArea({ ...BOX, west: CELL.west + 0.01, east: CELL.east + 0.01 }) });
    const weekend = await created(anna, { start_on: '2026-05-16', end_on: '2026-05-31' });
    const world = await created(anna);
    await saved(anna, { geoprivacy: 'obscured' });
    await saved(anna, { geoprivacy: 'private' });
    const of = async (who: Person) => Promise.all([whole, part, weekend, world].map(async (id) => (await counts(who, id)).records));
    expect([await of(anna), await of(bram)]).toEqual([
      [1, 0, 0, 2],
      [0, 0, 0, 0],
    ]);
    await passDay(veld);
    expect(await of(bram)).toEqual([1, 0, 0, 2]);
    const cells = (await veld.call(getProjectMap, { params: { id: world } }, bram.token)).body.data;
    const { west, south, east, north } = CELL;
    expect(cells).toEqual([{ west, south, east, north, is_obscured: true, records: 1 }]);
  });

  it('list species, and rank the people who opted in; equal numbers share a rank', async () => {
    const id = await created(anna);
    for (const who of [bram, chen]) await join(who, id);
    await saved(anna);
    await saved(bram, { taxon_id: TAXA.heron.id });
    await saved(chen);
    await saved(chen, { taxon_id: TAXA.heron.id });
    await counts(anna, id);
    const species = (await veld.call(listProjectSpecies, { params: { id } }, bram.token)).body.data;
    expect(species.map(({ taxon, records: number }) => [taxon.id, number])).toEqual([
      [TAXA.kingfisher.id, 2],
      [TAXA.heron.id, 2],
    ]);
    const ranks = async (who: Person) => (await veld.call(listProjectPeople, { params: { id } }, who.token)).body;
    const named = async () => (await ranks(anna)).data.map(({ name, rank }) => `${rank} ${name}`).toSorted();
    expect(await named()).toEqual(['1 anna', '1 bram']);
    expect([(await ranks(anna)).own?.rank, (await ranks(chen)).own]).toEqual([1, null]);
    await veld.call(patchPreferences, { body: { leaderboards: false } }, bram.token);
    expect(await named()).toEqual(['1 anna']);
    await veld.call(patchPreferences, { body: { leaderboards: true } }, bram.token);
  });

  it('that are joined by a link exist only for people with the link, and for those who take part', async () => {
    const id = await created(anna, { joining: 'link' });
    const invite = (await get(anna, id)).body.data.invite!;
    expect([(await get(bram, id)).status, await join(bram, id), await listed(bram)]).toEqual([404, 404, []]);
    expect((await get(bram, id, 'x'.repeat(22))).status).toBe(404);
    expect((await get(bram, id, invite)).body.data.invite).toBeNull();
    expect((await veld.call(listProjectRecords, { params: { id } }, bram.token)).status).toBe(404);
    expect(await join(bram, id, invite)).toBe(204);
    expect((await get(bram, id)).body.data.invite).toBe(invite);
    expect(await listed(bram)).toEqual(['Moth night']);
    expect((await get(emil, id)).status).toBe(200);
  });

  it('that are joined by link can remove people, whose link then opens nothing, and renew the link', async () => {
    const id = await created(anna, { joining: 'link' });
    const invite = async () => (await get(anna, id)).body.data.invite!;
    const first = await invite();
    for (const who of [bram, chen]) expect(await join(who, id, first)).toBe(204);
    await saved(bram);
    const change = async (who: Person, body: { removes?: string; renews_link?: true; is_cancelled?: boolean }) =>
      veld.call(patchProject, { params: { id }, body }, who.token);
    const people = async (who: Person) => (await veld.call(listProjectPeople, { params: { id } }, who.token)).body.members;
    expect(
      (await people(anna))?.map(({ name }) => name),
      'also those who are in no list',
    ).toEqual(['anna', 'bram', 'chen']);
    expect(await people(bram), 'for organisers only').toBeUndefined();
    expect(await counts(anna, id)).toMatchObject({ records: 1 });
    expect((await change(bram, { removes: chen.user.id })).status).toBe(403);
    expect((await change(anna, { removes: anna.user.id })).problem).toMatchObject({
      status: 422,
      errors: { removes: [expect.any(String)] },
    });
    expect((await change(anna, { removes: bram.user.id })).status).toBe(200);
    const second = await invite();
    expect(second).not.toBe(first);
    expect(await counts(anna, id)).toMatchObject({ records: 0 });
    expect([(await get(bram, id)).status, (await get(bram, id, first)).status, await join(bram, id, first)]).toEqual([404, 404, 404]);
    expect((await get(chen, id)).body.data.invite, 'of those who stay').toBe(second);
    expect((await change(anna, { removes: bram.user.id })).status, 'repeated').toBe(200);
    expect(await invite()).toBe(second);
    expect((await change(anna, { renews_link: true })).body.data.invite).not.toBe(second);
    expect(await join(bram, id, second)).toBe(404);
    const block = { params: { kind: 'block' as const, id: anna.user.id } };
    await veld.call(putRelation, block, chen.token);
    expect(
      (await people(anna))?.map((one) => [one.id, one.name]),
      'without a name after a block',
    ).toEqual([
      [anna.user.id, 'anna'],
      [chen.user.id, ''],
    ]);
    expect((await change(anna, { removes: chen.user.id })).status).toBe(200);
    expect((await get(chen, id)).status).toBe(404);
    await veld.db.deleteFrom('relations').execute();
    const open = await created(anna);
    await join(bram, open);
    const patch = (who: Person, body: object) => veld.call(patchProject, { params: { id: open }, body }, who.token);
    expect((await patch(anna, { removes: bram.user.id })).status).toBe(200);
    expect([(await get(bram, open)).body.data.is_removed, await join(bram, open)], 'from a project that anyone joins').toEqual([true, 403]);
    const removed = async () =>
      (await veld.call(listProjectPeople, { params: { id: open } }, anna.token)).body.removed?.map(({ name }) => name);
    expect(await removed()).toEqual(['bram']);
    expect((await patch(bram, { readmits: bram.user.id })).status).toBe(403);
    for (let again = 0; again < 2; again++) expect((await patch(anna, { readmits: bram.user.id })).status).toBe(200);
    expect([await removed(), await join(bram, open)]).toEqual([[], 204]);
  });

  it('let somebody who was removed join again with the new link only', async () => {
    const id = await created(anna, { joining: 'link' });
    const invite = async () => (await get(anna, id)).body.data.invite!;
    const first = await invite();
    await join(bram, id, first);
    await saved(bram);
    await veld.call(patchProject, { params: { id }, body: { removes: bram.user.id } }, anna.token);
    expect([await join(bram, id, first), (await counts(anna, id)).records]).toEqual([404, 0]);
    expect([await join(bram, id, await invite()), (await counts(anna, id)).records]).toEqual([204, 1]);
    expect((await get(bram, id)).body.data.is_removed).toBe(false);
  });

  it('belong to who made them, who alone can hand them over, and log what their organisers do', async () => {
    const id = await created(anna);
    for (const who of [bram, chen]) await join(who, id);
    const own = async () => (await get(chen, id)).body.data.owner_id;
    const give = async (who: Person, to: Person) =>
      (await veld.call(patchProject, { params: { id }, body: { owner: to.user.id } }, who.token)).status;
    expect(await own()).toBe(anna.user.id);
    expect((await put(anna, id, { organisers: [anna.user.id, bram.user.id] }, 1)).status).toBe(200);
    expect((await put(bram, id, { organisers: [bram.user.id] }, 2)).status, 'without the owner').toBe(422);
    expect([await give(bram, bram), await give(chen, chen), await give(anna, emil)]).toEqual([422, 403, 422]);
    // A participant becomes an organiser with it.
    expect([await give(anna, chen), await give(anna, chen), await own()]).toEqual([200, 200, chen.user.id]);
    expect((await get(anna, id)).body.data.organisers.map(({ name }) => name)).toEqual(['anna', 'bram', 'chen']);
    expect((await put(chen, id, { organisers: [chen.user.id, bram.user.id], name: 'Other' }, 2)).status).toBe(200);
    const log = await veld.call(listProjectLog, { params: { id } }, chen.token);
    expect(log.body.data.map(({ action, user, other }) => [user.name, action, other?.name ?? null])).toEqual([
      ['chen', 'changed', null],
      ['chen', 'dismissed', 'anna'],
      ['anna', 'handed_over', 'chen'],
      ['anna', 'appointed', 'bram'],
      ['anna', 'created', null],
    ]);
    expect((await veld.call(listProjectLog, { params: { id } }, anna.token)).status).toBe(403);
    // Once the owner's account is erased, any organiser can take it over.
    await eraseProjects(veld.context, chen.user.id);
    expect([await own(), await give(bram, bram), await own()]).toEqual([null, 200, bram.user.id]);
  });

  it('are not organised across a block, in either direction', async () => {
    const id = await created(anna);
    for (const who of [bram, chen]) await join(who, id);
    const appoint = async (people: Person[], base: number) =>
      (await put(anna, id, { organisers: people.map(({ user }) => user.id) }, base)).status;
    const block = (who: Person, other: Person) => veld.call(putRelation, { params: { kind: 'block', id: other.user.id } }, who.token);
    await block(bram, anna);
    expect(await appoint([anna, bram], 1)).toBe(422);
    await veld.db.deleteFrom('relations').execute();
    await block(anna, bram);
    expect(await appoint([anna, bram], 1)).toBe(422);
    await veld.db.deleteFrom('relations').execute();
    await block(chen, bram);
    expect(await appoint([anna, bram, chen], 1), 'of two others').toBe(422);
    expect(await appoint([anna, bram], 1)).toBe(200);
    // Who organises already stays until somebody takes them off.
    await block(bram, anna);
    expect(await appoint([anna, bram], 2)).toBe(200);
  });

  it('are changed by organisers and admins, once for each request, and never over a newer version', async () => {
    const id = await created(anna);
    expect((await put(anna, id)).body.data.version).toBe(1);
    expect((await put(anna, id, { name: 'Other' })).status).toBe(409);
    expect((await put(bram, id, { name: 'Bats' }, 1)).status).toBe(403);
    expect((await put(emil, id, { name: 'Bats' }, 1)).body.data).toMatchObject({ name: 'Bats', version: 2 });
    expect((await put(emil, id, { name: 'Bats' }, 1)).body.data.version).toBe(2);
    expect((await put(anna, id, { name: 'Moths' }, 1)).problem).toMatchObject({ status: 409, current: { name: 'Bats', version: 2 } });
    expect((await put(anna, randomUUID(), {}, 3)).status).toBe(404);
    const change = (isCancelled: boolean, who = anna) =>
      veld.call(patchProject, { params: { id }, body: { is_cancelled: isCancelled } }, who.token);
    expect((await change(true, bram)).status).toBe(403);
    expect((await change(true)).body.data).toMatchObject({ is_cancelled: true, version: 3 });
    expect((await change(true)).body.data.version).toBe(3);
    expect((await change(false)).body.data).toMatchObject({ is_cancelled: false, version: 4 });
  });

  it('can have more organisers, who have to take part', async () => {
    const id = await created(anna);
    const organisers = [anna.user.id, bram.user.id];
    expect((await put(anna, id, { organisers }, 1)).problem.errors).toHaveProperty('organisers');
    await join(bram, id);
    expect((await put(anna, id, { organisers }, 1)).body.data.organisers.map(({ name }) => name)).toEqual(['anna', 'bram']);
    // The owner first hands it over.
    await veld.call(patchProject, { params: { id }, body: { owner: bram.user.id } }, anna.token);
    expect((await put(bram, id, { organisers: [bram.user.id], name: 'Bats' }, 2)).body.data.organisers.map(({ name }) => name)).toEqual([
      'bram',
    ]);
    expect((await put(anna, id, { name: 'Moths' }, 3)).status).toBe(403);
  });

  it('have limits, with an error for each field', async () => {
    const wide = boxArea({ ...BOX, east: 40 });
    const many = boxArea(BOX).geometry.coordinates[0]!.slice(0, 1);
    const circle = Array.from({ length: 501 }, (_, at) => [5 + Math.cos(at / 80), 52 + Math.sin(at / 80)] as [number, number]);
    const cases: [Partial<ProjectWrite>, string][] = [
      [{ name: ' ' }, 'name'],
      [{ end_on: '2026-04-30' }, 'end_on'],
      [{ start_on: '2026-02-30' }, 'start_on'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ area: wide }, 'area'],
      [{ area: { type: 'countries', countries: [] } }, 'area.countries'],
      [
        {
          area: {
            type: 'polygon',
            geometry: {
              type: 'LineString',
              coordinates: [
                [5, 52],
                [6, 53],
              ],
            },
          },
        },
        'area',
      ],
      [{ area: { type: 'polygon', geometry: { type: 'Polygon', coordinates: [[...circle.slice(0, 500), circle[0]!]] } } }, 'area'],
      [{ area: { type: 'polygon', geometry: { type: 'Polygon', coordinates: [[...many, ...many]] } } as never }, 'area.geometry'],
      [{ taxon_ids: [123_456] }, 'taxon_ids'],
      [{ taxon_ids: Array.from({ length: 51 }, (_, at) => at + 1) }, 'taxon_ids'],
    ];
    for (const [change, field] of cases) {
      const { status, problem } = await put(anna, randomUUID(), change);
      expect([field, status, Object.keys(problem.errors ?? {})]).toEqual([field, 422, [field]]);
    }
    const statuses = [];
    for (let one = 0; one <= 10; one++) statuses.push((await put(chen, randomUUID())).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });

  it('are listed by state in the time zone of the project, by country and name, in pages', async () => {
    await created(anna, { name: 'May' });
    await created(anna, { name: 'June', start_on: '2026-06-01', end_on: '2026-06-30', area: { type: 'countries', countries: ['NL'] } });
    await created(anna, { name: 'April', start_on: '2026-04-01', end_on: '2026-04-30', area: boxArea(BOX) });
    await created(bram, { name: 'Today in Kiribati', start_on: '2026-05-21', end_on: '2026-05-21', time_zone: 'Pacific/Kiritimati' });
    expect(await listed(chen, { state: 'running' })).toEqual(['Today in Kiribati', 'May']);
    expect(await listed(chen, { state: 'planned' })).toEqual(['June']);
    expect(await listed(chen, { state: 'finished' })).toEqual(['April']);
    expect((await listed(chen, { country: 'NL' })).toSorted()).toEqual(['April', 'June', 'May', 'Today in Kiribati']);
    expect((await listed(chen, { country: 'DE' })).toSorted()).toEqual(['May', 'Today in Kiribati']);
    expect(await listed(chen, { name: 'PRI' })).toEqual(['April']);
    expect(await listed(bram, { mine: '1' })).toEqual(['Today in Kiribati']);
    const all: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { data: { name: string }[]; next_cursor: string | null } = (
        await veld.call(listProjects, { query: { limit: 1, ...(cursor ? { cursor } : {}) } }, chen.token)
      ).body;
      all.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(all).toEqual(['June', 'Today in Kiribati', 'May', 'April']);
    // A position by the last day is none by the first.
    const { next_cursor } = (await veld.call(listProjects, { query: { limit: 1, state: 'running' } }, chen.token)).body;
    const after = async (cursor: string, query: object) =>
      (await veld.call(listProjects, { query: { ...query, cursor } }, chen.token)).status;
    expect([await after(next_cursor!, { state: 'running' }), await after(next_cursor!, {}), await after('nonsense', {})]).toEqual([
      200, 422, 422,
    ]);
  });

  it('are absent if a block is between the caller and their organiser, and so are that person’s records in other projects', async () => {
    const [own, shared] = [await created(anna), await created(bram)];
    await join(anna, shared);
    await saved(anna);
    expect((await counts(chen, shared)).records).toBe(1);
    await veld.call(putRelation, { params: { kind: 'block', id: anna.user.id } }, chen.token);
    expect([(await get(chen, own)).status, await listed(chen)]).toEqual([404, ['Moth night']]);
    expect([(await counts(chen, shared)).records, await records(chen, shared)]).toEqual([0, []]);
    expect((await counts(bram, shared)).records).toBe(1);
  });

  it('notify their participants once when they begin and when they have ended, in their time zone', async () => {
    const id = await created(anna, { start_on: '2026-05-22', end_on: '2026-05-23', time_zone: 'Europe/Amsterdam' });
    await created(chen, { start_on: '2026-05-22', end_on: '2026-05-23', time_zone: 'America/Lima' });
    const cancelled = await created(chen, { start_on: '2026-05-22', end_on: '2026-05-23', time_zone: 'Europe/Amsterdam' });
    await veld.call(patchProject, { params: { id: cancelled }, body: { is_cancelled: true } }, chen.token);
    const told = async () => {
      for (let again = 0; again < 2; again++) await tellOfProjects(veld.context);
      const rows = await veld.db.selectFrom('notifications').select(['user_id', 'cause_id', 'facts']).orderBy('seq').execute();
      return rows.map(({ user_id, cause_id, facts }) => [user_id, cause_id, facts.path]);
    };
    now = new Date('2026-05-21T21:59:00Z');
    expect(await told()).toEqual([]);
    now = new Date('2026-05-21T22:00:00Z');
    expect(await told()).toEqual([[anna.user.id, 'starts', `/projects/${id}`]]);
    now = new Date('2026-05-21T23:00:00Z');
    await join(bram, id);
    expect(await told()).toHaveLength(1);
    now = new Date('2026-05-23T22:00:00Z');
    const names = new Map([anna, bram, chen].map(({ user }) => [user.id, user.name]));
    const all = (await told()).filter(([, , path]) => path === `/projects/${id}`);
    const entries = (await veld.call(listNotifications, { query: { kind: 'project' } }, anna.token)).body.data;
    expect(entries).toMatchObject([
      { name: 'Moth night', project: { moment: 'ends' }, path: `/projects/${id}` },
      { name: 'Moth night', project: { moment: 'starts' } },
    ]);
    expect(['en', 'de'].map((language) => describeEntry(entries[0]!, language as 'en').text)).toEqual([
      'Moth night has ended',
      'Moth night ist zu Ende',
    ]);
    expect(all.map(([who, moment]) => `${names.get(who as string)} ${moment as string}`).toSorted()).toEqual([
      'anna ends',
      'anna starts',
      'bram ends',
    ]);
  });

  it('lose the people whose accounts are erased, and keep the records of nobody who left', async () => {
    const id = await created(anna);
    await join(chen, id);
    await saved(chen);
    expect((await counts(anna, id)).records).toBe(1);
    await eraseProjects(veld.context, chen.user.id);
    expect((await get(anna, id)).body.data).toMatchObject({ people: 1, counts: { records: 0 } });
  });
});
