import { randomUUID } from 'node:crypto';
import {
  deleteComment,
  deleteMessage,
  deleteObservation,
  formatMention,
  getConversation,
  listHidden,
  listModerationActs,
  listNotifications,
  listReportCases,
  listReports,
  type MODERATION_ACTIONS,
  putAppeal,
  putComment,
  putIdentification,
  putMessage,
  putModerationAct,
  putRelation,
  putReport,
  type ReportSubject,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { eraseReportedTexts, forgetReportedTexts } from './reported-texts.ts';

describe('what was reported', () => {
  let veld: TestServer;
  let anna: Person;
  let ben: Person;
  let admin: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    admin = await person(veld, 'dora', { roles: ['admin'] });
  });
  afterAll(() => veld.close());
  let number = 0;
  beforeEach(async () => {
    await sql`delete from moderation_log`.execute(veld.db);
    await sql`delete from reports`.execute(veld.db);
    anna = await person(veld, `anna${(number += 1)}`);
    ben = await person(veld, `ben${number}`);
    await sql`update users set preferences = '{"messages_from":"everyone"}' where id = ${anna.user.id}`.execute(veld.db);
  });

  const report = async (who: Person, kind: ReportSubject, subject: string) => {
    const id = randomUUID();
    const body = { subject_kind: kind, subject_id: subject, reason: 'insult', text: '' } as const;
    expect((await veld.call(putReport, { params: { id }, body }, who.token)).status).toBe(204);
    return id;
  };
  const act = async (action: (typeof MODERATION_ACTIONS)[number], reportId: string, note = 'Not here') => {
    const body = { action, report_id: reportId, note };
    return (await veld.call(putModerationAct, { params: { id: randomUUID() }, body }, admin.token)).status;
  };
  const appeal = async (who: Person, subject_kind: 'message' | 'user', subject: string) => {
    const body = { subject_kind, subject_id: subject, text: 'It was a joke' };
    return (await veld.call(putAppeal, { params: { id: randomUUID() }, body }, who.token)).status;
  };
  const read = async (id: string, decided: '0' | '1' = '0') => {
    const { data } = (await veld.call(listReportCases, { query: { decided } }, admin.token)).body;
    const found = data.find((one) => one.id === id);
    return found && [found.subject_text, found.reported_text];
  };
  /** A message of ben to anna. */
  const send = async (text: string) => {
    const id = randomUUID();
    const body = { text, about_id: null, written_at: new Date().toISOString() };
    expect((await veld.call(putMessage, { params: { id: anna.user.id, message: id }, body }, ben.token)).status).toBe(204);
    return id;
  };
  const unsend = async (id: string) =>
    expect((await veld.call(deleteMessage, { params: { id: anna.user.id, message: id } }, ben.token)).status).toBe(204);

  it('in a message stays readable for moderators alone, whatever its sender deletes and whoever blocks', async () => {
    const message = await send('You fool');
    const id = await report(anna, 'message', message);
    expect(await read(id), 'said once while it is there').toEqual(['You fool', null]);
    await unsend(message);
    for (const [who, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      const shown = await veld.call(getConversation, { params: { id: other.user.id } }, who.token);
      expect(shown.body.data).toMatchObject([{ text: '', state: 'deleted' }]);
      expect(JSON.stringify((await veld.call(listReports, {}, who.token)).body)).not.toContain('fool');
      expect(JSON.stringify((await veld.call(listHidden, {}, who.token)).body)).not.toContain('fool');
    }
    expect((await veld.call(putRelation, { params: { kind: 'block', id: anna.user.id } }, ben.token)).status).toBe(204);
    expect((await veld.call(putRelation, { params: { kind: 'block', id: admin.user.id } }, ben.token)).status).toBe(204);
    expect(await read(id)).toEqual([null, 'You fool']);
    await forgetReportedTexts(veld.db);
    expect(await read(id), 'until it is decided').toEqual([null, 'You fool']);
    expect(await act('dismiss', id)).toBe(204);
    expect(await read(id, '1')).toEqual([null, null]);
  });

  it('stays readable while its sender can appeal, and until the appeal is answered', async () => {
    const message = await send('You fool');
    const id = await report(anna, 'message', message);
    const again = await report(anna, 'message', message);
    expect(await act('hide', id)).toBe(204);
    await forgetReportedTexts(veld.db);
    expect(await appeal(ben, 'message', message)).toBe(204);
    await unsend(message);
    await forgetReportedTexts(veld.db);
    expect([await read(id), await read(again)]).toContainEqual([null, 'You fool']);
    const asked = (await read(id)) ? id : again;
    expect(await act('answer', asked)).toBe(204);
    expect([await read(id, '1'), await read(again, '1')]).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('stays readable while its sender is restricted for it', async () => {
    const message = await send('You fool');
    const id = await report(anna, 'message', message);
    await unsend(message);
    expect(await act('limit', id)).toBe(204);
    expect(await act('dismiss', id)).toBe(204);
    await forgetReportedTexts(veld.db);
    expect(await read(id, '1')).toEqual([null, 'You fool']);
    expect(await appeal(ben, 'user', ben.user.id)).toBe(204);
    expect(await read(id)).toEqual([null, 'You fool']);
    expect(await act('answer', id)).toBe(204);
    expect(await read(id, '1'), 'they can appeal again').toEqual([null, 'You fool']);
    expect(await act('reinstate', id)).toBe(204);
    await forgetReportedTexts(veld.db);
    expect(await read(id, '1')).toEqual([null, null]);
  });

  it('can be upheld after its sender deleted it, and a restriction can rest on it for a month', async () => {
    const message = await send('You fool');
    const [id, again] = [await report(anna, 'message', message), await report(anna, 'message', message)];
    await unsend(message);
    expect(await act('hide', id)).toBe(204);
    expect((await veld.call(listReports, {}, anna.token)).body.data.map(({ state }) => state)).toEqual(['upheld', 'upheld']);
    const log = (await veld.call(listModerationActs, { query: {} }, admin.token)).body.data;
    expect(log).toMatchObject([{ action: 'hide', subject_kind: 'message', subject_id: message, note: 'Not here' }]);
    const told = async (who: Person) =>
      (await veld.call(listNotifications, { query: { kind: 'moderation' } }, who.token)).body.data.map(({ moderation }) => moderation);
    expect(await told(anna)).toEqual([{ outcome: 'upheld', subject: 'message' }]);
    expect(await told(ben)).toEqual([{ outcome: 'hidden', subject: 'message' }]);
    expect([await act('hide', id), await act('hide', again), await act('restore', id), await act('dismiss', id)]).toEqual([
      409, 409, 409, 409,
    ]);
    expect(await appeal(ben, 'message', message), 'nothing is hidden').toBe(404);
    expect((await veld.call(listHidden, {}, ben.token)).body.data).toEqual([]);

    await forgetReportedTexts(veld.db);
    expect(await read(id, '1')).toEqual([null, 'You fool']);
    expect(await act('limit', id)).toBe(204);
    await sql`update reports set decided_at = decided_at - interval '31 days'`.execute(veld.db);
    await forgetReportedTexts(veld.db);
    expect([await read(id, '1'), await read(again, '1')], 'of the report with which they are limited').toEqual([
      [null, 'You fool'],
      [null, null],
    ]);
    expect(await act('reinstate', id)).toBe(204);
    expect(await read(id, '1')).toEqual([null, null]);
  });

  it('cannot be upheld where nobody can read any more what was said', async () => {
    const message = await send('You fool');
    const id = await report(anna, 'message', message);
    await unsend(message);
    await eraseReportedTexts(veld.db, ben.user.id);
    expect(await act('hide', id)).toBe(409);
    expect(await act('dismiss', id)).toBe(204);
  });

  /** A comment of ben; a later text edits it. */
  const comment = async (record: string, id: string, text: string, at: number) => {
    const written_at = new Date(Date.now() - 60_000 + at * 1000).toISOString();
    const body = { text, write_id: randomUUID(), written_at, is_edit: at > 0 };
    expect((await veld.call(putComment, { params: { id: record, comment: id }, body }, ben.token)).status).toBe(204);
  };

  it('in a comment or an identification is what was said then, also after an edit or without the record', async () => {
    const [record, edited, deleted, identification] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const chen = await person(veld, `chen${number}`);
    await save(veld, chen, record, draft());
    await comment(record, edited, 'You fool', 0);
    await comment(record, deleted, 'You twit', 0);
    const body = { taxon_id: TAXA.heron.id, disagrees: false, comment: 'As any fool sees' };
    expect((await veld.call(putIdentification, { params: { id: record, identification }, body }, ben.token)).status).toBe(200);
    const ids = [
      await report(anna, 'comment', edited),
      await report(anna, 'comment', deleted),
      await report(anna, 'identification', identification),
      await report(anna, 'observation', record),
    ];
    await comment(record, edited, 'You friend', 1);
    await veld.call(deleteComment, { params: { id: record, comment: deleted } }, ben.token);
    const readAll = () => Promise.all(ids.map((id) => read(id)));
    const [said] = (await read(ids[2]!))!;
    expect(said).toContain('As any fool sees');
    expect((await readAll()).slice(0, 3)).toEqual([
      ['You friend', 'You fool'],
      [null, 'You twit'],
      [said, null],
    ]);
    expect((await veld.call(deleteObservation, { params: { id: record } }, chen.token)).status).toBe(204);
    expect(await readAll()).toEqual([
      [null, 'You fool'],
      [null, 'You twit'],
      [null, said],
      // What is the owner's own goes with the record.
      [null, null],
    ]);
    expect(await Promise.all(ids.map((one) => act('hide', one)))).toEqual([204, 204, 204, 409]);
    await forgetReportedTexts(veld.db);
    expect(await Promise.all(ids.slice(0, 3).map((one) => read(one, '1')))).toEqual([
      [null, 'You fool'],
      [null, 'You twit'],
      [null, said],
    ]);
  });

  it('goes with the account of who wrote it: of messages always, of what stays with records if these go', async () => {
    const [record, first] = [randomUUID(), randomUUID()];
    await save(veld, ben, record, draft());
    await comment(record, first, `Ask ${formatMention(anna.user.id)}`, 0);
    const ids = [await report(anna, 'message', await send('You fool')), await report(anna, 'comment', first)];
    const kept = async () => {
      const { rows } = await sql<{ id: string; reported_text: string | null }>`select id, reported_text from reports`.execute(veld.db);
      return ids.map((id) => rows.find((row) => row.id === id)!.reported_text);
    };
    await eraseReportedTexts(veld.db, anna.user.id);
    expect(await kept(), 'not with that of who reported it').toEqual(['You fool', `Ask ${formatMention(anna.user.id)}`]);
    await eraseReportedTexts(veld.db, anna.user.id, { isAll: true });
    expect(await kept(), 'but without the id of who is gone').toEqual(['You fool', 'Ask @…']);
    await eraseReportedTexts(veld.db, ben.user.id);
    expect(await kept()).toEqual([null, 'Ask @…']);
    await eraseReportedTexts(veld.db, ben.user.id, { isAll: true });
    expect(await kept()).toEqual([null, null]);
  });
});
