import { randomUUID } from 'node:crypto';
import {
  type CallInput,
  getCommunityProfile,
  getFeed,
  getObservation,
  getPublicCounts,
  listComments,
  listHidden,
  listIdentifications,
  listModerationActs,
  listObservationChanges,
  listObservations,
  listReportCases,
  listReports,
  listSpeciesSeen,
  listTaxonObservers,
  type MODERATION_ACTIONS,
  putAppeal,
  putComment,
  putIdentification,
  putModerationAct,
  putObservation,
  putRelation,
  putReport,
  type ReportCase,
  type ReportSubject,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTile, tileAt } from '../../testing/map-tiles.ts';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { applyChanges } from '../map/pyramid.ts';
import { removeUserTexts } from './store.ts';

const POINT = [52.09083, 5.12222] as const;

describe('reports and moderation', () => {
  let veld: TestServer;
  let now = new Date();
  let anna: Person;
  let ben: Person;
  let chen: Person;
  let admin: Person;
  let record: string;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { community_opt_in: true });
    ben = await person(veld, 'ben', { community_opt_in: true });
    chen = await person(veld, 'chen');
    admin = await person(veld, 'dora', { roles: ['admin'] });
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    await sql`delete from moderation_log`.execute(veld.db);
    await sql`delete from reports`.execute(veld.db);
    await sql`delete from appeals`.execute(veld.db);
    record = randomUUID();
    await save(veld, ben, record, draft());
    now = new Date(now.getTime() + 1000);
  });

  const report = (who: Person, kind: ReportSubject, subject: string, id = randomUUID(), text = ' Not nice ') =>
    veld.call(putReport, { params: { id }, body: { subject_kind: kind, subject_id: subject, reason: 'insult' as const, text } }, who.token);
  const reported = async (who: Person, kind: ReportSubject, subject: string) => {
    const id = randomUUID();
    expect((await report(who, kind, subject, id)).status).toBe(204);
    return id;
  };
  const act = async (action: (typeof MODERATION_ACTIONS)[number], reportId: string, note = '', id = randomUUID()) =>
    (await veld.call(putModerationAct, { params: { id }, body: { action, report_id: reportId, note } }, admin.token)).status;
  const appeal = (who: Person, subject: string, id = randomUUID(), kind: Exclude<ReportSubject, 'user'> = 'observation') =>
    veld.call(putAppeal, { params: { id }, body: { subject_kind: kind, subject_id: subject, text: 'It is a heron' } }, who.token);
  const cases = async (decided: '0' | '1' = '0') => (await veld.call(listReportCases, { query: { decided } }, admin.token)).body.data;
  const hidden = async (who: Person) => (await veld.call(listHidden, {}, who.token)).body.data;
  const identify = async (who: Person, id = randomUUID()) => {
    const body = { taxon_id: TAXA.heron.id, disagrees: false, comment: 'Clearly' };
    await veld.call(putIdentification, { params: { id: record, identification: id }, body }, who.token);
    return id;
  };

  it('are stored once, for their maker and the moderators only', async () => {
    const id = randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => report(anna, 'observation', record, id)));
    expect(sent.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await report(anna, 'user', chen.user.id, id)).status, 'a repetition changes nothing').toBe(204);
    expect((await report(chen, 'observation', record, id)).status).toBe(404);
    const own = (await veld.call(listReports, {}, anna.token)).body.data;
    expect(own).toMatchObject([{ id, subject_id: record, reason: 'insult', text: 'Not nice', state: 'open' }]);
    for (const who of [ben, chen]) expect((await veld.call(listReports, {}, who.token)).body.data).toEqual([]);
    expect(await cases()).toMatchObject([
      {
        id,
        reporter: { id: anna.user.id, name: 'anna' },
        subject_user: { id: ben.user.id, name: 'ben' },
        observation_id: record,
        subject_text: 'Alcedo examplis',
        subject_taxon: { name: 'Alcedo examplis', rank: 'species' },
        hidden_at: null,
        appeal: null,
      },
    ]);
    expect((await veld.call(listReportCases, {}, anna.token)).status).toBe(403);
  });

  it('can be about what the reporter sees, and is not theirs', async () => {
    const identification = await identify(chen);
    const status = async (who: Person, kind: ReportSubject, id: string) => (await report(who, kind, id)).status;
    expect(await status(anna, 'identification', identification)).toBe(204);
    expect(await status(anna, 'user', ben.user.id)).toBe(204);
    expect([await status(ben, 'observation', record), await status(chen, 'identification', identification)]).toEqual([403, 403]);
    const tick = randomUUID();
    await save(veld, ben, tick, { taxon_id: TAXA.moss.id, write_id: randomUUID() });
    await sql`delete from reports`.execute(veld.db);
    const nothing = [
      ['comment', randomUUID()],
      ['observation', randomUUID()],
      ['observation', tick],
      ['user', randomUUID()],
    ] as const;
    for (const [kind, id] of nothing) expect(await status(anna, kind, id), kind).toBe(204);
    expect(await cases(), 'the answer tells nothing, and moderators see nothing').toEqual([]);
    expect((await veld.call(listReports, {}, anna.token)).body.data.map(({ state }) => state)).toEqual(nothing.map(() => 'open'));
  });

  it('are possible after a block in either direction, with the answer for what does not exist', async () => {
    const identification = await identify(chen);
    const status = async (who: Person, kind: ReportSubject, id: string) => (await report(who, kind, id)).status;
    await veld.call(putRelation, { params: { kind: 'block', id: ben.user.id } }, anna.token);
    for (const [kind, id] of [
      ['observation', record],
      ['identification', identification],
      ['user', ben.user.id],
    ] as const)
      expect(await status(anna, kind, id), `${kind}, blocked`).toBe(204);
    expect(await status(ben, 'user', anna.user.id)).toBe(204);
    expect(await status(ben, 'user', randomUUID())).toBe(204);
    const reported = [record, identification, ben.user.id, anna.user.id];
    expect((await cases()).map((one) => one.subject_id).toSorted()).toEqual(reported.toSorted());
    await sql`delete from relations`.execute(veld.db);
  });

  it('are limited to twenty a day, without counting repetitions', async () => {
    const ids = Array.from({ length: 22 }, () => randomUUID());
    const statuses = await Promise.all(ids.map(async (id) => (await report(anna, 'observation', record, id)).status));
    expect(statuses.filter((status) => status === 204)).toHaveLength(20);
    const refused = await report(anna, 'observation', record);
    expect([refused.status, refused.problem.scope]).toEqual([429, 'route']);
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400);
    expect((await report(anna, 'observation', record, ids[statuses.indexOf(204)])).status).toBe(204);
    expect((await report(chen, 'observation', record)).status).toBe(204);
    now = new Date(now.getTime() + 86_401_000);
    expect((await report(anna, 'observation', record)).status).toBe(204);
  });

  it('hide a record from everybody but its owner and moderators, in every list, count and map, until it is restored', async () => {
    const seen = async () => {
      const call = veld.call;
      const token = anna.token;
      const tile = async (z: number) => (await getTile(veld, anna, tileAt(z, ...POINT))).records;
      return {
        page: (await call(getObservation, { params: { id: record } }, token)).status,
        identifications: (await call(listIdentifications, { params: { id: record } }, token)).status,
        feed: (await call(getFeed, { query: { limit: 50 } }, token)).body.data.some(({ id }) => id === record),
        list: (await call(listObservations, { query: { user_id: ben.user.id } }, token)).body.data.length,
        species: (await call(listSpeciesSeen, { query: { user_id: ben.user.id } }, token)).body,
        profile: (await call(getCommunityProfile, { params: { id: ben.user.id } }, token)).body.data.observations,
        observers: (await call(listTaxonObservers, { params: { taxonId: String(TAXA.kingfisher.id) } }, token)).body.data.people.map(
          ({ observations }) => observations,
        ),
        public: (await call(getPublicCounts)).body.data.observations,
        tiles: [await tile(0), await tile(14)],
        report: (await report(chen, 'observation', record)).status,
      };
    };
    await applyChanges(veld.context);
    const before = await seen();
    const id = await reported(anna, 'observation', record);
    const other = await reported(anna, 'observation', record);
    expect(await act('hide', id, 'Against the rules')).toBe(204);
    const after = await seen();
    expect(after).toEqual({
      page: 404,
      identifications: 404,
      feed: false,
      list: before.list - 1,
      species: before.list === 1 ? [] : before.species,
      profile: before.profile - 1,
      observers: before.list === 1 ? [] : before.observers.map((count) => count - 1),
      public: before.public - 1,
      tiles: before.tiles.map((count) => count - 1),
      // The same answer as for everything.
      report: 204,
    });
    await applyChanges(veld.context);
    expect((await seen()).tiles, 'also once the counts are updated').toEqual(after.tiles);

    expect((await veld.call(getObservation, { params: { id: record } }, ben.token)).status).toBe(200);
    expect((await veld.call(getObservation, { params: { id: record } }, admin.token)).status).toBe(200);
    expect((await veld.call(listObservationChanges, {}, ben.token)).body.data.some((one) => one.id === record)).toBe(true);
    expect(await hidden(ben)).toMatchObject([{ subject_kind: 'observation', subject_id: record, note: 'Against the rules', appeal: null }]);
    expect(await hidden(anna)).toEqual([]);
    const states = (await veld.call(listReports, {}, anna.token)).body.data.map((one) => [one.id, one.state]);
    expect(states.toSorted(), 'every report of it').toEqual(
      [
        [id, 'upheld'],
        [other, 'upheld'],
      ].toSorted(),
    );

    const current = (await veld.call(getObservation, { params: { id: record } }, ben.token)).body.data as { version: number };
    const edited = await veld.call(putObservation, { params: { id: record }, body: draft({ notes: 'Really' }) }, ben.token, {
      'if-match': `"${current.version}"`,
    });
    expect(edited.status, 'its owner can still edit it').toBe(200);
    expect((await seen()).tiles, 'an edit does not show it').toEqual(after.tiles);

    expect(await act('restore', id)).toBe(204);
    expect(await seen()).toEqual(before);
    expect(await hidden(ben)).toEqual([]);
  });

  it('hide an identification, which then does not count for the community taxon', async () => {
    const identifications = [await identify(anna), await identify(chen), await identify(admin)];
    const of = async (who: Person) => (await veld.call(listIdentifications, { params: { id: record } }, who.token)).body.data;
    expect((await of(anna)).community_taxon?.id).toBe(TAXA.heron.id);
    const id = await reported(ben, 'identification', identifications[1]!);
    expect(await act('hide', id, 'Rude')).toBe(204);
    const shown = await of(anna);
    expect(shown.identifications.map((one) => one.id)).toEqual([identifications[0], identifications[2]]);
    expect(shown.community_taxon).toBeNull();
    expect((await of(chen)).identifications).toHaveLength(3);
    expect(await hidden(chen)).toMatchObject([{ subject_kind: 'identification', subject_id: identifications[1], note: 'Rude' }]);
    expect(await act('restore', id)).toBe(204);
    expect((await of(anna)).community_taxon?.id).toBe(TAXA.heron.id);
  });

  it('hide a comment from all but its author, who can appeal', async () => {
    const comment = randomUUID();
    const body = { text: 'A rude word', write_id: randomUUID(), written_at: now.toISOString(), is_edit: false };
    expect((await veld.call(putComment, { params: { id: record, comment }, body }, chen.token)).status).toBe(204);
    const read = async (who: Person) =>
      (await veld.call(listComments, { params: { id: record } }, who.token)).body.data.map(({ id }) => id);
    const id = await reported(anna, 'comment', comment);
    expect(await cases()).toMatchObject([{ id, subject_text: 'A rude word', subject_taxon: null, observation_id: record }]);
    expect(await act('hide', id, 'Rude')).toBe(204);
    expect([await read(anna), await read(ben), await read(chen)]).toEqual([[], [], [comment]]);
    expect((await report(ben, 'comment', comment)).status, 'of what is hidden').toBe(204);
    expect(await hidden(chen)).toMatchObject([{ subject_kind: 'comment', subject_id: comment, note: 'Rude' }]);
    expect((await appeal(chen, comment, randomUUID(), 'comment')).status).toBe(204);
    expect(await act('restore', id)).toBe(204);
    expect(await read(anna)).toEqual([comment]);
  });

  it('let the owner appeal once until it is answered, and log every act', async () => {
    const id = await reported(anna, 'observation', record);
    expect((await appeal(ben, record)).status, 'of what is not hidden').toBe(404);
    await act('hide', id, 'No kingfisher');
    expect(await cases()).toEqual([]);
    const first = randomUUID();
    const sent = await Promise.all([1, 2].map(() => appeal(ben, record, first)));
    expect(sent.map(({ status }) => status)).toEqual([204, 204]);
    expect((await appeal(ben, record)).status).toBe(409);
    expect((await appeal(anna, record)).status, 'of somebody else').toBe(404);
    expect((await cases()).map((one) => [one.id, one.appeal?.text])).toEqual([[id, 'It is a heron']]);
    expect(await act('answer', id, 'It is none')).toBe(204);
    expect(await cases()).toEqual([]);
    expect((await hidden(ben))[0]!.appeal).toMatchObject({ id: first, reply: 'It is none', answered_at: expect.any(String) });
    expect((await appeal(ben, record)).status).toBe(204);
    expect(await act('restore', id, 'You are right')).toBe(204);
    expect(await hidden(ben)).toEqual([]);
    expect((await cases('1')).map((one) => [one.id, one.hidden_at])).toEqual([[id, null]]);
    const acts = (await veld.call(listModerationActs, {}, admin.token)).body.data;
    expect(acts.map((one) => [one.action, one.note, one.actor?.name])).toEqual([
      ['restore', 'You are right', 'dora'],
      ['answer', 'It is none', 'dora'],
      ['hide', 'No kingfisher', 'dora'],
    ]);
    expect((await veld.call(listModerationActs, {}, ben.token)).status).toBe(403);
  });

  it('come in pages, all or those about one kind of content or for one reason, and so do the acts about them', async () => {
    const made = [await reported(anna, 'observation', record)];
    for (const person of [ben, chen]) {
      now = new Date(now.getTime() + 1000);
      made.push(await reported(anna, 'user', person.user.id));
    }
    type Query = NonNullable<CallInput<typeof listReportCases>['query']>;
    const pagesOf = async (query: Query) => {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const input: Query = { ...query, limit: 2, ...(cursor ? { cursor } : {}) };
        const { body }: { body: { data: ReportCase[]; next_cursor: string | null } } = await veld.call(
          listReportCases,
          { query: input },
          admin.token,
        );
        expect(body.data.length).toBeLessThanOrEqual(2);
        found.push(...body.data.map(({ id }) => id));
        cursor = body.next_cursor;
      }
      return found;
    };
    expect(await pagesOf({})).toEqual(made);
    expect(await pagesOf({ subject_kind: 'user' })).toEqual(made.slice(1));
    expect(await pagesOf({ reason: 'spam' })).toEqual([]);
    for (const id of made) expect(await act('dismiss', id)).toBe(204);
    expect(await pagesOf({ decided: '1' })).toEqual(made.toReversed());
    const { next_cursor } = (await veld.call(listReportCases, { query: { decided: '1', limit: 2 } }, admin.token)).body;
    const other = await veld.call(listReportCases, { query: { cursor: next_cursor! } }, admin.token);
    expect(other.status, 'the cursor of another list').toBe(422);
    const acts = async (query: NonNullable<CallInput<typeof listModerationActs>['query']>) =>
      (await veld.call(listModerationActs, { query }, admin.token)).body;
    const first = await acts({ limit: 2 });
    const rest = await acts({ limit: 2, cursor: first.next_cursor! });
    expect([...first.data, ...rest.data].map(({ subject_id }) => subject_id)).toEqual([chen.user.id, ben.user.id, record]);
    expect(rest.next_cursor).toBeNull();
    expect((await acts({ action: 'hide' })).data).toEqual([]);
  });

  it('carry out an act once, and refuse one that does not fit', async () => {
    const id = await reported(anna, 'observation', record);
    const once = randomUUID();
    expect(await act('restore', id)).toBe(409);
    expect(await act('answer', id)).toBe(409);
    expect([await act('hide', id, '', once), await act('hide', id, '', once)]).toEqual([204, 204]);
    expect(await act('restore', id, '', once), 'the same id').toBe(409);
    expect([await act('hide', id), await act('dismiss', id)]).toEqual([409, 409]);
    expect(await act('hide', randomUUID())).toBe(404);
    const about = await reported(anna, 'user', ben.user.id);
    expect(await act('hide', about), 'of a person').toBe(409);
    expect(await act('dismiss', about, 'Nothing wrong')).toBe(204);
    expect((await veld.call(listReports, {}, anna.token)).body.data.find((one) => one.id === about)!.state).toBe('dismissed');
  });

  it('keep no words of a person who is erased', async () => {
    const id = await reported(anna, 'observation', record);
    await act('hide', id);
    await appeal(ben, record);
    await removeUserTexts(veld.db, anna.user.id);
    await removeUserTexts(veld.db, ben.user.id);
    const { rows } = await sql<{ text: string }>`select text from reports where id = ${id} union all select text from appeals`.execute(
      veld.db,
    );
    expect(rows).toEqual([{ text: '' }]);
    await act('restore', id);
  });
});
