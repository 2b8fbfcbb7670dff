import { randomUUID } from 'node:crypto';
import {
  deleteAccount,
  deleteComment,
  deleteObservation,
  deleteRelation,
  getUser,
  listNotifications,
  login,
  formatMention,
  muteRecord,
  type Notification,
  patchPreferences,
  putAppeal,
  putComment,
  putIdentification,
  putModerationAct,
  putReaction,
  putRelation,
  putReport,
  REACTION_EMOJI,
  readAllNotifications,
  readNotification,
  type RelationKind,
  unmuteRecord,
  withdrawIdentification,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { confirmed, PASSWORD, person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { insertNotifications } from './write.ts';

const UNKNOWN = randomUUID();

describe('notifications', () => {
  let veld: TestServer;
  let now = new Date();
  let anna: Person;
  let ben: Person;
  let chen: Person;
  let dora: Person;
  let record: string;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    const listed = { country_code: 'NL', community_opt_in: true };
    anna = await person(veld, 'anna', listed);
    ben = await person(veld, 'ben', listed);
    chen = await person(veld, 'chen', listed);
    dora = await person(veld, 'dora', { ...listed, roles: ['admin'] });
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    now = new Date();
    await veld.db.deleteFrom('notifications').execute();
    await veld.db.deleteFrom('notification_mutes').execute();
    await veld.db.deleteFrom('relations').execute();
    record = await saved();
  });

  const saved = async (change: Parameters<typeof draft>[0] = {}, who = anna) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  const comment = async (who: Person, text: string, { id = randomUUID(), on = record, isEdit = false } = {}) => {
    now = new Date();
    const body = { text, write_id: randomUUID(), written_at: now.toISOString(), is_edit: isEdit };
    expect((await veld.call(putComment, { params: { id: on, comment: id }, body }, who.token)).status).toBe(204);
    return id;
  };
  const react = async (who: Person, emoji: string | null, on = record) => {
    // The server takes no choice as later than its own clock.
    now = new Date(Math.max(Date.now(), now.getTime() + 1));
    const body = { emoji, write_id: randomUUID(), chosen_at: now.toISOString() };
    expect((await veld.call(putReaction, { params: { id: on }, body }, who.token)).status).toBe(204);
  };
  const identify = async (who: Person, taxon_id: number, on = record) => {
    const identification = randomUUID();
    const body = { taxon_id, disagrees: false, comment: '' };
    expect((await veld.call(putIdentification, { params: { id: on, identification }, body }, who.token)).status).toBe(200);
    return identification;
  };
  const relate = (who: Person, kind: RelationKind, id: string) => veld.call(putRelation, { params: { kind, id } }, who.token);
  const list = async (who: Person, query: Parameters<typeof veld.call<typeof listNotifications>>[1] = {}) =>
    (await veld.call(listNotifications, query, who.token)).body;
  const read = async (who: Person): Promise<Notification[]> => (await list(who)).data;
  /** As `comment ben, chen`. */
  const short = async (who: Person) =>
    (await read(who)).map(({ kind, people }) => [kind, people.map(({ name }) => name).join(', ')].filter(Boolean).join(' '));

  it('group what people say about a record, the latest first, and count what is unread', async () => {
    await comment(ben, 'What a bird');
    await react(ben, REACTION_EMOJI.heart);
    await comment(chen, 'Indeed');
    await comment(dora, 'I agree');
    await comment(ben, 'Where was it?');
    const { data, unread } = await list(anna);
    expect(unread).toBe(2);
    expect(data).toMatchObject([
      { kind: 'comment', reason: 'own_record', people_count: 3, is_read: false, record: { id: record, taxon: { id: TAXA.kingfisher.id } } },
      { kind: 'reaction', people: [{ name: 'ben' }], emoji: REACTION_EMOJI.heart },
    ]);
    expect(data[0]!.people.map(({ name }) => name)).toEqual(['ben', 'dora', 'chen']);
    expect((await veld.call(getUser, {}, anna.token)).body.unread_notifications).toBe(2);
  });

  it('reach those who commented on a record before, and those who are mentioned, once for each comment', async () => {
    await comment(ben, 'What a bird');
    await comment(chen, `Ask ${formatMention(dora.user.id)} and ${formatMention(anna.user.id)}`);
    expect(await short(ben)).toEqual(['comment chen']);
    expect((await read(ben))[0]!.reason).toBe('commented');
    expect(await short(dora)).toEqual(['mention chen']);
    expect(await short(anna)).toEqual(['mention chen', 'comment ben']);
  });

  it('no longer reach those whose comments are deleted or hidden', async () => {
    const deleted = await comment(ben, 'What a bird');
    const hidden = await comment(chen, 'What a fool');
    await veld.call(deleteComment, { params: { id: record, comment: deleted } }, ben.token);
    await veld.db.updateTable('comments').set({ hidden_at: now }).where('id', '=', hidden).execute();
    await comment(dora, 'Peace');
    expect([await short(ben), await short(chen)]).toEqual([[], []]);
    expect(await short(anna)).toEqual(['comment dora']);
  });

  it('reach people who are mentioned by an edit, and disappear with the next', async () => {
    const id = await comment(ben, 'What a bird');
    await comment(ben, `What a bird, ${formatMention(chen.user.id)}`, { id, isEdit: true });
    expect(await short(chen)).toEqual(['mention ben']);
    await comment(ben, 'What a bird', { id, isEdit: true });
    expect(await short(chen)).toEqual([]);
    expect(await short(anna), 'of the edit').toEqual(['comment ben']);
  });

  it('say whether an identification is the first, the same or another, and what became of the grade', async () => {
    const unnamed = await saved({ taxon_id: null, verbatim_name: 'some bird' });
    await identify(ben, TAXA.heron.id, unnamed);
    expect(await short(anna)).toEqual(['identification ben']);
    await identify(chen, TAXA.heron.id, unnamed);
    expect(await read(anna)).toMatchObject([
      {
        kind: 'identification',
        people_count: 2,
        identification: { outcome: 'first', taxon: { name: 'Example heron' } },
        quality: { taxon: { id: TAXA.heron.id } },
        record: { verbatim_name: 'some bird' },
      },
    ]);
    await veld.db.deleteFrom('notifications').execute();
    await identify(chen, TAXA.heron.id);
    const agreed = await identify(ben, TAXA.kingfisher.id);
    const found = (await read(anna)).filter(({ kind }) => kind === 'identification');
    expect(found).toMatchObject([
      { identification: { outcome: 'agrees' }, people: [{ name: 'ben' }] },
      { identification: { outcome: 'differs', taxon: { id: TAXA.heron.id } }, people: [{ name: 'chen' }] },
    ]);
    await veld.call(withdrawIdentification, { params: { id: record, identification: agreed } }, ben.token);
    expect((await short(anna)).filter((one) => one.startsWith('identification'))).toEqual(['identification chen']);
  });

  it('have an identification and the grade that it changed as one entry, and each alone for who wants no other', async () => {
    const unnamed = await saved({ taxon_id: null, verbatim_name: 'some bird' });
    await identify(ben, TAXA.heron.id, unnamed);
    const second = await identify(chen, TAXA.heron.id, unnamed);
    const both = await list(anna);
    expect([both.data.length, both.unread]).toEqual([1, 1]);
    expect((await veld.call(getUser, {}, anna.token)).body.unread_notifications).toBe(1);
    const ofKind = async (kind: 'quality' | 'identification') =>
      (await veld.call(listNotifications, { query: { kind } }, anna.token)).body.data;
    expect(await ofKind('quality')).toMatchObject([{ kind: 'quality', identification: null, quality: { taxon: { id: TAXA.heron.id } } }]);
    expect(await ofKind('identification')).toMatchObject([{ kind: 'identification', people_count: 2, quality: null }]);
    const [entry] = both.data;
    const body = { through: entry!.through };
    expect((await veld.call(readNotification, { params: { id: entry!.id }, body }, anna.token)).status).toBe(204);
    const after = await list(anna);
    expect([after.data[0]!.is_read, after.unread, (await ofKind('quality'))[0]!.is_read]).toEqual([true, 0, true]);
    await veld.call(withdrawIdentification, { params: { id: unnamed, identification: second } }, chen.token);
    expect(await read(anna)).toMatchObject([
      { kind: 'quality', quality: { taxon: { id: TAXA.heron.id } } },
      { kind: 'identification', people: [{ name: 'ben' }], quality: null },
    ]);
  });

  it('go when their cause goes, and come back with it', async () => {
    const id = await comment(ben, 'What a bird');
    await comment(chen, 'Indeed');
    await react(chen, REACTION_EMOJI.heart);
    await relate(ben, 'follow', anna.user.id);
    expect(await short(anna)).toEqual(['follow ben', 'reaction chen', 'comment chen, ben']);
    await veld.call(deleteComment, { params: { id: record, comment: id } }, ben.token);
    await react(chen, null);
    await veld.call(deleteRelation, { params: { kind: 'follow', id: anna.user.id } }, ben.token);
    expect(await short(anna)).toEqual(['comment chen']);
    await relate(anna, 'block', chen.user.id);
    expect(await list(anna)).toMatchObject({ data: [], unread: 0 });
    await veld.call(deleteRelation, { params: { kind: 'block', id: chen.user.id } }, anna.token);
    expect(await short(anna)).toEqual(['comment chen']);
    await veld.call(deleteObservation, { params: { id: record } }, anna.token);
    expect(await short(anna)).toEqual([]);
    expect(await veld.db.selectFrom('notifications').selectAll().where('observation_id', '=', record).execute()).toEqual([]);
  });

  it('go while a moderator hides their cause', async () => {
    await comment(ben, `Not so, ${formatMention(chen.user.id)}`);
    const shown = async () => [await short(anna), await short(chen)];
    const both = [['comment ben'], ['mention ben']];
    expect(await shown()).toEqual(both);
    const hide = (hidden_at: Date | null) =>
      veld.db.updateTable('comments').set({ hidden_at }).where('observation_id', '=', record).execute();
    await hide(now);
    expect(await shown()).toEqual([[], []]);
    expect((await list(anna)).unread).toBe(0);
    await hide(null);
    expect(await shown()).toEqual(both);
  });

  it('come neither from oneself nor from people who are muted, blocked or have blocked', async () => {
    await relate(anna, 'mute', ben.user.id);
    await relate(chen, 'block', anna.user.id);
    await comment(anna, `To ${formatMention(anna.user.id)}`);
    await react(anna, REACTION_EMOJI.heart);
    await comment(ben, `To ${formatMention(anna.user.id)}`);
    await react(ben, REACTION_EMOJI.heart);
    // On the record of somebody else, where the one who blocked can still write.
    const other = await saved({}, dora);
    await comment(anna, 'Fine', { on: other });
    await comment(chen, `To ${formatMention(anna.user.id)}`, { on: other });
    expect(await veld.db.selectFrom('notifications').select('kind').where('user_id', '=', anna.user.id).execute()).toEqual([]);
    expect(await short(dora), 'somebody else').toEqual(['comment chen, anna']);
  });

  it('are read through what the device has shown, by their owner alone', async () => {
    await comment(ben, 'What a bird');
    const [before] = await read(anna);
    const { id, through } = before!;
    await comment(chen, 'Indeed');
    const mark = (who: Person, entry: string) =>
      veld.call(readNotification, { params: { id: entry }, body: { through } }, who.token).then(({ status }) => status);
    expect([await mark(ben, id), await mark(anna, UNKNOWN)]).toEqual([404, 404]);
    expect([await mark(anna, id), await mark(anna, id)]).toEqual([204, 204]);
    expect(await short(anna), 'only the unread comment').toEqual(['comment chen']);
    const [after] = await read(anna);
    expect(after!.is_read).toBe(false);
    const all = { body: { through: after!.through } };
    expect((await veld.call(readAllNotifications, all, anna.token)).status).toBe(204);
    expect(await list(anna)).toMatchObject({ unread: 0, data: [{ is_read: true, people_count: 2 }] });
    expect((await veld.call(readAllNotifications, { body: { through: 'AAAA' } }, anna.token)).status).toBe(422);
    expect((await list(anna, { query: { unread: '1' } })).data).toEqual([]);
  });

  it('are listed in pages, each once, also of one kind', async () => {
    const records = [record];
    while (records.length < 7) records.push(await saved());
    for (const on of records) await comment(ben, 'What a bird', { on });
    await react(ben, REACTION_EMOJI.heart);
    const found: string[] = [];
    for (let cursor: string | null = null, pages = 0; pages < 10; pages++) {
      const query = { kind: 'comment' as const, limit: 3, ...(cursor === null ? {} : { cursor }) };
      const page = await list(anna, { query });
      found.push(...page.data.map((one) => one.record!.id));
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    expect(found).toEqual(records.toReversed());
    expect((await veld.call(listNotifications, { query: { cursor: 'AAAA' } }, anna.token)).status).toBe(422);
  });

  it('are not written about a record that was muted', async () => {
    const mute = async (who: Person, id: string) => (await veld.call(muteRecord, { params: { id } }, who.token)).status;
    expect(await mute(anna, record), 'with no notification').toBe(404);
    await comment(ben, 'What a bird');
    expect(await mute(chen, record)).toBe(404);
    expect([await mute(anna, record), await mute(anna, record)]).toEqual([204, 204]);
    await comment(chen, 'Indeed');
    expect(await list(anna)).toMatchObject({ unread: 0, data: [{ is_muted: true, is_read: true, people: [{ name: 'ben' }] }] });
    const unmute = () => veld.call(unmuteRecord, { params: { id: record } }, anna.token).then(({ status }) => status);
    expect([await unmute(), await unmute()]).toEqual([204, 204]);
    await comment(dora, 'Fine');
    expect(await short(anna)).toEqual(['comment dora']);
  });

  it('show neither the place nor the time of a hidden record to others', async () => {
    const hidden = await saved({ geoprivacy: 'obscured' });
    await comment(anna, `See ${formatMention(ben.user.id)}`, { on: hidden });
    await comment(ben, 'Thanks', { on: hidden });
    const text = JSON.stringify(await list(ben));
    expect(text).toContain(hidden);
    expect(text).not.toMatch(/52\.0|5\.1222|place|latitude/);
    expect((await read(ben))[0]!.created_at).toBeNull();
    expect((await read(anna))[0]!.created_at).not.toBeNull();
  });

  it('report the decisions of moderators to those concerned, without naming them', async () => {
    const bens = await saved({}, ben);
    const report = randomUUID();
    const body = { subject_kind: 'observation', subject_id: bens, reason: 'spam', text: '' } as const;
    await veld.call(putReport, { params: { id: report }, body }, chen.token);
    const act = (action: 'hide' | 'restore') =>
      veld.call(putModerationAct, { params: { id: randomUUID() }, body: { action, report_id: report, note: '' } }, dora.token);
    await act('hide');
    expect(await read(ben)).toMatchObject([
      { kind: 'moderation', reason: 'own_content', people: [], record: { id: bens }, moderation: { outcome: 'hidden' } },
    ]);
    expect(await read(chen)).toMatchObject([{ reason: 'reported', record: null, moderation: { outcome: 'upheld' } }]);
    const appeal = { subject_kind: 'observation', subject_id: bens, text: 'It is a bird' } as const;
    await veld.call(putAppeal, { params: { id: randomUUID() }, body: appeal }, ben.token);
    expect(await read(dora)).toMatchObject([{ reason: 'moderator', people: [{ name: 'ben' }], path: '/admin/reports' }]);
    await act('restore');
    expect((await read(ben))[0]).toMatchObject({ moderation: { outcome: 'restored' } });
  });

  it('report a login on a new device', async () => {
    const credentials = { email: 'ben@example.org', password: PASSWORD };
    await veld.call(login, { body: { ...credentials, device_name: 'Firefox, Linux', device_secret: UNKNOWN } });
    await veld.call(login, { body: { ...credentials, device_name: 'Firefox, Linux', device_secret: UNKNOWN } });
    expect(await read(ben)).toMatchObject([{ kind: 'security', reason: 'account', name: 'Firefox, Linux', path: '/settings/security' }]);
  });

  it('are those of the kinds that the person wants in the app', async () => {
    await comment(ben, 'What a bird');
    await react(ben, REACTION_EMOJI.heart);
    const set = (app: object) => veld.call(patchPreferences, { body: { notifications: { app } } }, anna.token);
    await set({ reaction: false });
    expect(await list(anna)).toMatchObject({ unread: 1, data: [{ kind: 'comment' }] });
    expect((await list(anna, { query: { kind: 'reaction' } })).data).toEqual([]);
    await set({});
    expect((await list(anna)).unread).toBe(2);
  });

  it('show each badge once, as long as the person has it and wants to see badges', async () => {
    const user_id = anna.user.id;
    await veld.db.insertInto('user_badges').values({ user_id, badge: 'moth_er' }).execute();
    const event = { userId: user_id, kind: 'badge', reason: 'achieved', subject: 'moth_er', causeId: 'moth_er' } as const;
    for (let time = 0; time < 2; time++)
      await inTransaction(veld.db, (tx) => insertNotifications(tx, [{ ...event, facts: { name: 'moth_er', path: '/profile' } }]));
    expect(await read(anna)).toMatchObject([{ kind: 'badge', name: 'moth_er', path: '/profile', record: null, people: [] }]);
    const show = (gamification: boolean) => veld.call(patchPreferences, { body: { gamification } }, anna.token);
    await show(false);
    expect(await list(anna)).toMatchObject({ unread: 0, data: [] });
    await show(true);
    await veld.db.deleteFrom('user_badges').where('user_id', '=', user_id).execute();
    expect(await list(anna), 'the badge was lost').toMatchObject({ unread: 0, data: [] });
  });

  it('are deleted 90 days after they were read, and in the end all', async () => {
    await comment(ben, 'What a bird');
    await react(ben, REACTION_EMOJI.heart);
    const [{ id, through } = { id: '', through: '' }] = (await read(anna)).filter(({ kind }) => kind === 'comment');
    await veld.call(readNotification, { params: { id }, body: { through } }, anna.token);
    const left = async (days: number) => {
      now = new Date(Date.now() + days * 86_400_000);
      await veld.context.jobs.send('notifications-daily', {});
      await veld.context.jobs.drain();
      return (await veld.db.selectFrom('notifications').select('kind').execute()).map(({ kind }) => kind).toSorted();
    };
    expect(await left(89)).toEqual(['comment', 'reaction']);
    expect(await left(91)).toEqual(['reaction']);
    expect(await left(401)).toEqual([]);
  });

  it('disappear when the account of their cause is closed, and are erased with it', async () => {
    const emma = await person(veld, 'emma');
    await comment(emma, 'What a bird');
    await comment(anna, `To ${formatMention(emma.user.id)}`);
    await veld.call(deleteAccount, {}, await confirmed(veld, emma.token));
    expect(await short(anna)).toEqual([]);
    now = new Date(Date.now() + 20 * 86_400_000);
    await veld.context.jobs.send('accounts-daily', {});
    await veld.context.jobs.drain();
    expect(await veld.db.selectFrom('notifications').selectAll().execute()).toEqual([]);
  });
});
