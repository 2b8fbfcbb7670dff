import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  deleteObservation,
  getStanding,
  getUser,
  listHidden,
  listNotifications,
  listObservationChanges,
  listModerationActs,
  listReportCases,
  putAppeal,
  putComment,
  putIdentification,
  putModerationAct,
  putReport,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { endRestrictions } from './people.ts';

type Act = BodyOf<typeof putModerationAct>;

describe('people whom moderators restrict', () => {
  let veld: TestServer;
  let keeper: Person;
  let ben: Person;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    keeper = await person(veld, 'keeper', { roles: ['admin'] });
    ben = await person(veld, 'ben');
  });
  afterAll(() => veld.close());
  let number = 0;
  beforeEach(async () => {
    anna = await person(veld, `anna${(number += 1)}`);
  });

  const report = async (about: Person, by = ben) => {
    const id = randomUUID();
    await veld.call(
      putReport,
      { params: { id }, body: { subject_kind: 'user', subject_id: about.user.id, reason: 'insult', text: '' } },
      by.token,
    );
    return id;
  };
  const act = async (reportId: string, action: Act['action'], note = 'Please be kind.', id: string = randomUUID(), who = keeper) =>
    (await veld.call(putModerationAct, { params: { id }, body: { action, report_id: reportId, note } }, who.token)).status;
  const record = async (who: Person, id: string = randomUUID()) => ({ id, status: (await save(veld, who, id, draft())).status });
  const comment = async (who: Person, recordId: string) => {
    const body = { text: 'Well seen', write_id: randomUUID(), written_at: new Date().toISOString(), is_edit: false };
    return veld.call(putComment, { params: { id: recordId, comment: randomUUID() }, body }, who.token);
  };
  const identify = async (who: Person, recordId: string) =>
    veld.call(
      putIdentification,
      { params: { id: recordId, identification: randomUUID() }, body: { taxon_id: TAXA.heron.id, disagrees: false, comment: '' } },
      who.token,
    );
  const hidden = async (who: Person) => (await veld.call(listHidden, {}, who.token)).body.data;
  const mails = async (who: Person) =>
    (await veld.db.selectFrom('mails').select('subject').where('user_id', '=', who.user.id).orderBy('created_at').execute()).map(
      ({ subject }) => subject,
    );
  const outcomes = async (who: Person) =>
    (await veld.call(listNotifications, { query: { kind: 'moderation' } }, who.token)).body.data.map(
      ({ moderation }) => moderation?.outcome,
    );

  it('still record when they are limited, but neither comment nor identify', async () => {
    const bens = await record(ben);
    expect(await act(await report(anna), 'limit')).toBe(204);
    expect((await record(anna)).status).toBe(200);
    const refused = await comment(anna, bens.id);
    expect(refused.status).toBe(423);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await identify(anna, bens.id)).status).toBe(423);
    expect((await veld.call(getUser, {}, anna.token)).body.standing).toBe('limited');
    expect((await veld.call(getUser, {}, ben.token)).body).not.toHaveProperty('standing');
  });

  it('read, export, delete and appeal when they are suspended, and what they send waits until they are reinstated', async () => {
    const mine = await record(anna);
    const about = await report(anna);
    expect(await act(about, 'suspend')).toBe(204);
    const later = await record(anna);
    expect(later.status).toBe(423);
    const changes = await veld.call(listObservationChanges, {}, anna.token);
    expect(changes.body.data.map(({ id }) => id)).toEqual([mine.id]);
    expect((await veld.call(deleteObservation, { params: { id: mine.id } }, anna.token)).status).toBe(204);
    expect(await act(about, 'reinstate', '')).toBe(204);
    expect((await record(anna, later.id)).status).toBe(200);
    expect(await hidden(anna)).toEqual([]);
  });

  it('learn why, by mail and notification, and the one who reported them learns that something was done', async () => {
    const about = await report(anna);
    await act(about, 'warn');
    await act(about, 'limit');
    await act(about, 'reinstate', '');
    expect(await mails(anna)).toEqual(expect.arrayContaining(['A message from the moderators of Veld', 'Your Veld account is limited']));
    expect(await outcomes(anna)).toContain('reinstated');
    expect(await outcomes(ben)).toContain('acted');
    const acts = (await veld.call(listModerationActs, {}, keeper.token)).body.data.filter(({ subject_id }) => subject_id === anna.user.id);
    expect(acts.map(({ action }) => action)).toEqual(['reinstate', 'limit', 'warn']);
    expect(acts[2]).toMatchObject({ subject_kind: 'user', note: 'Please be kind.' });
  });

  it('appeal, which moderators find with the report, and have an answer', async () => {
    const about = await report(anna);
    await act(about, 'suspend');
    expect(await hidden(anna)).toMatchObject([
      { subject_kind: 'user', subject_id: anna.user.id, standing: 'suspended', note: 'Please be kind.' },
    ]);
    const appeal = { subject_kind: 'user', subject_id: anna.user.id, text: 'It was a joke' } as const;
    expect((await veld.call(putAppeal, { params: { id: randomUUID() }, body: appeal }, anna.token)).status).toBe(204);
    expect(
      (await veld.call(putAppeal, { params: { id: randomUUID() }, body: { ...appeal, subject_id: ben.user.id } }, anna.token)).status,
    ).toBe(404);
    const found = async () => (await veld.call(listReportCases, {}, keeper.token)).body.data.find(({ id }) => id === about);
    expect(await found()).toMatchObject({ standing: 'suspended', is_actionable: true, appeal: { text: 'It was a joke' } });
    expect(await act(about, 'answer', 'It hurt somebody.')).toBe(204);
    expect(await found()).toBeUndefined();
    expect((await hidden(anna))[0]?.appeal).toMatchObject({ reply: 'It hurt somebody.' });
    expect((await record(anna)).status).toBe(423);
  });

  it('are restricted once, with a reason, by moderators only, and never administrators', async () => {
    const about = await report(anna);
    const id = randomUUID();
    expect(await act(about, 'suspend', '')).toBe(422);
    expect(await act(about, 'suspend', 'Spam', id)).toBe(204);
    expect(await act(about, 'suspend', 'Spam', id)).toBe(204);
    expect(await act(about, 'suspend', 'Spam')).toBe(409);
    expect(await act(about, 'reinstate', '', randomUUID(), ben)).toBe(403);
    expect(await act(await report(keeper), 'suspend')).toBe(403);
    expect(await act(await report(ben, anna), 'limit')).toBe(404);
  });

  it('are those who made what was reported', async () => {
    const bens = await record(ben);
    await comment(anna, bens.id);
    const said = await veld.db.selectFrom('comments').select('id').where('user_id', '=', anna.user.id).executeTakeFirstOrThrow();
    const id = randomUUID();
    const body = { subject_kind: 'comment', subject_id: said.id, reason: 'insult', text: '' } as const;
    await veld.call(putReport, { params: { id }, body }, ben.token);
    expect(await act(id, 'limit')).toBe(204);
    expect((await comment(anna, bens.id)).status).toBe(423);
    // The comment is still to be decided about.
    expect(await act(id, 'hide')).toBe(204);
    const again = { subject_kind: 'user', subject_id: anna.user.id, text: 'Sorry' } as const;
    await veld.call(putAppeal, { params: { id: randomUUID() }, body: again }, anna.token);
    const cases = (await veld.call(listReportCases, {}, keeper.token)).body.data;
    expect(cases.find((one) => one.id === id)).toMatchObject({ subject_kind: 'comment', standing: 'limited', appeal: { text: 'Sorry' } });
  });

  const actOn = async (about: Person, body: Omit<Act, 'user_id'>, id: string = randomUUID(), who = keeper) =>
    (await veld.call(putModerationAct, { params: { id }, body: { ...body, user_id: about.user.id } }, who.token)).status;
  const standing = async (who: Person) => (await veld.call(getStanding, { params: { id: who.user.id } }, keeper.token)).body.data;

  it('need no report: a moderator names the person, once, and an appeal finds its way', async () => {
    const id = randomUUID();
    const body = { action: 'suspend', note: 'Three accounts of one person.' } as const;
    expect(await actOn(anna, body, id)).toBe(204);
    expect(await actOn(anna, body, id)).toBe(204);
    expect(await actOn(ben, body, id)).toBe(409);
    expect(await actOn(anna, body)).toBe(409);
    expect(await standing(anna)).toEqual({ standing: 'suspended', until: null, is_actionable: true });
    const log = await veld.call(listModerationActs, { query: { user_id: anna.user.id } }, keeper.token);
    expect(log.body.data.map(({ action, note, actor }) => [action, note, actor?.name])).toEqual([['suspend', body.note, 'keeper']]);
    // It does not wait for a decision, and the moderator is not told of what they did themselves.
    const open = async () => (await veld.call(listReportCases, {}, keeper.token)).body.data.map((one) => one.id);
    expect(await open()).not.toContain(id);
    expect(await outcomes(keeper)).not.toContain('acted');

    const appeal = { subject_kind: 'user', subject_id: anna.user.id, text: 'We are sisters' } as const;
    await veld.call(putAppeal, { params: { id: randomUUID() }, body: appeal }, anna.token);
    expect(await open()).toContain(id);
    expect(await actOn(anna, { action: 'reinstate', note: 'Sorry' })).toBe(204);
    expect(await open()).not.toContain(id);
    expect(await actOn(anna, { action: 'reinstate', note: '' })).toBe(409);
    expect(await standing(anna)).toEqual({ standing: null, until: null, is_actionable: true });
  });

  it('are acted on without a report by moderators only, never administrators, and only as people', async () => {
    const warn = { action: 'warn', note: 'Please be kind.' } as const;
    expect(await actOn(anna, warn, randomUUID(), ben)).toBe(403);
    expect(await actOn(keeper, warn)).toBe(403);
    expect(await standing(keeper)).toMatchObject({ is_actionable: false });
    expect(await actOn({ ...anna, user: { ...anna.user, id: randomUUID() } }, warn)).toBe(404);
    expect(await actOn(anna, { action: 'hide', note: '' })).toBe(422);
    expect(await actOn(anna, { ...warn, report_id: randomUUID() })).toBe(422);
    expect(await actOn(anna, warn)).toBe(204);
    expect(await mails(anna)).toEqual(['A message from the moderators of Veld']);
  });

  it('have everything back when the time is over, and are told', async () => {
    const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
    expect(await actOn(anna, { action: 'suspend', note: 'Cool down.', until: new Date(0).toISOString() })).toBe(422);
    expect(await actOn(anna, { action: 'warn', note: 'Cool down.', until })).toBe(422);
    expect(await actOn(anna, { action: 'suspend', note: 'Cool down.', until })).toBe(204);
    expect(await hidden(anna)).toMatchObject([{ standing: 'suspended', until }]);
    const appeal = { subject_kind: 'user', subject_id: anna.user.id, text: 'I am calm' } as const;
    await veld.call(putAppeal, { params: { id: randomUUID() }, body: appeal }, anna.token);
    await endRestrictions(veld.context);
    expect((await record(anna)).status).toBe(423);

    // Another end is a new restriction.
    const sooner = new Date(Date.now() + 86_400_000).toISOString();
    expect(await actOn(anna, { action: 'suspend', note: 'A day will do.', until: sooner })).toBe(204);
    expect(await standing(anna)).toMatchObject({ standing: 'suspended', until: sooner });
    await veld.db
      .updateTable('users')
      .set({ standing_until: new Date(0) })
      .where('id', '=', anna.user.id)
      .execute();
    await endRestrictions(veld.context);
    await endRestrictions(veld.context);
    expect((await record(anna)).status).toBe(200);
    expect(await hidden(anna)).toEqual([]);
    expect(await outcomes(anna)).toContain('reinstated');
    expect((await mails(anna)).filter((subject) => subject === 'Your Veld account is restored')).toHaveLength(1);
    const log = (await veld.call(listModerationActs, { query: { user_id: anna.user.id } }, keeper.token)).body.data;
    expect(log.map(({ action, is_automatic, until: end }) => [action, is_automatic, end])).toEqual([
      ['reinstate', true, null],
      ['suspend', false, sooner],
      ['suspend', false, until],
    ]);
  });
});
