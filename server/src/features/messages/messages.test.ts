import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  deleteAccount,
  deleteConversation,
  deleteMessage,
  deleteRelation,
  getConversation,
  getUser,
  listConversations,
  listExperts,
  listHidden,
  listNotifications,
  listReportCases,
  MAX_MESSAGE,
  putIdentification,
  putMessage,
  putModerationAct,
  putRelation,
  putReport,
  readMessages,
  type Writing,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmed, type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { describeEntry } from '../notifications/describe-entry.ts';
import { MAX_AN_HOUR, MAX_BEGUN_A_DAY, MAX_BEGUN_BY_NEW } from './write.ts';

describe('messages', () => {
  let veld: TestServer;
  let keeper: Person;
  let time = new Date();
  let number = 0;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => time });
    await insertTaxa(veld);
    keeper = await person(veld, 'keeper', { roles: ['admin'] });
  });
  afterAll(() => veld.close());

  /** Somebody who accepts messages from everyone unless it says otherwise, and is not new. */
  async function somebody(accepts: 'nobody' | 'followed' | 'everyone' | null = 'everyone', isNew = false): Promise<Person> {
    const who = await person(veld, `person${(number += 1)}`, { community_opt_in: true, country_code: 'NL' });
    const chosen = accepts === null ? {} : { messages_from: accepts };
    await sql`update users set preferences = preferences || ${JSON.stringify(chosen)}::jsonb where id = ${who.user.id}`.execute(veld.db);
    if (isNew) return who;
    await sql`update users set created_at = now() - interval '30 days' where id = ${who.user.id}`.execute(veld.db);
    const id = randomUUID();
    await save(veld, who, id, draft());
    await sql`update observations set quality = 'confirmed' where id = ${id}`.execute(veld.db);
    return who;
  }
  const pair = async (accepts?: 'nobody' | 'followed' | 'everyone' | null) => [await somebody(), await somebody(accepts)] as const;

  const write = async (
    from: Person,
    to: Person,
    text = 'Hello',
    more: Partial<BodyOf<typeof putMessage>> = {},
    id: string = randomUUID(),
  ) => {
    const body = { text, written_at: time.toISOString(), ...more };
    const answer = await veld.call(putMessage, { params: { id: to.user.id, message: id }, body }, from.token);
    return { id, status: answer.status, problem: (answer.problem as { type: string } | undefined)?.type, headers: answer.headers };
  };
  const conversation = async (who: Person, other: Person, query = {}) =>
    (await veld.call(getConversation, { params: { id: other.user.id }, query }, who.token)).body;
  const texts = async (who: Person, other: Person) => (await conversation(who, other)).data.map(({ text }) => text);
  const writing = async (who: Person, other: Person): Promise<Writing> => (await conversation(who, other)).writing;
  const list = async (who: Person) => (await veld.call(listConversations, {}, who.token)).body.data;
  const relate = (who: Person, kind: 'follow' | 'mute' | 'block', other: Person) =>
    veld.call(putRelation, { params: { kind, id: other.user.id } }, who.token);
  const told = async (who: Person) => (await veld.call(listNotifications, { query: { kind: 'message' } }, who.token)).body.data;
  const unread = async (who: Person) => (await veld.call(getUser, {}, who.token)).body.unread_notifications;
  const restrict = async (who: Person, action: 'limit' | 'suspend') => {
    const report = randomUUID();
    const body = { subject_kind: 'user', subject_id: who.user.id, reason: 'spam', text: '' } as const;
    await veld.call(putReport, { params: { id: report }, body }, (await somebody()).token);
    const act = { action, report_id: report, note: 'Please be kind.' };
    expect((await veld.call(putModerationAct, { params: { id: randomUUID() }, body: act }, keeper.token)).status).toBe(204);
  };

  describe('between two people', () => {
    it('are read by the two and nobody else, the latest first', async () => {
      const [anna, ben] = await pair();
      const chen = await somebody();
      await write(anna, ben, ' Hello\n');
      await write(ben, anna, 'Good evening');
      for (const [who, other] of [
        [anna, ben],
        [ben, anna],
      ] as const)
        expect(await texts(who, other)).toEqual(['Good evening', 'Hello']);
      for (const other of [anna, ben]) expect(await texts(chen, other)).toEqual([]);
      expect(await list(chen)).toEqual([]);
      expect(await texts(keeper, anna)).toEqual([]);
    });

    it('are in pages, and so is the list of conversations', async () => {
      const anna = await somebody();
      const others = [await somebody(), await somebody(), await somebody()];
      for (const other of others) await write(other, anna, `From ${other.user.name}`);
      for (const text of ['1', '2', '3']) await write(anna, others[0]!, text);
      const first = await conversation(anna, others[0]!, { limit: 2 });
      expect(first.data.map(({ text }) => text)).toEqual(['3', '2']);
      const second = await conversation(anna, others[0]!, { limit: 2, cursor: first.next_cursor });
      expect(second.data.map(({ text }) => text)).toEqual(['1', `From ${others[0]!.user.name}`]);
      expect(second.next_cursor).toBeNull();
      const names = [];
      let cursor: string | undefined;
      do {
        const { body } = await veld.call(listConversations, { query: { limit: 1, ...(cursor && { cursor }) } }, anna.token);
        names.push(...body.data.map((one) => `${one.person.name} ${one.is_unread}`));
        cursor = body.next_cursor ?? undefined;
      } while (cursor);
      const [one, two, three] = others.map(({ user }) => user.name);
      // Who writes has read what came before.
      expect(names).toEqual([`${one} false`, `${three} true`, `${two} true`]);
    });

    it('are stored once, however often a device sends them, and an id belongs to one message', async () => {
      const [anna, ben] = await pair();
      const { id } = await write(anna, ben);
      expect((await write(anna, ben, 'Hello', {}, id)).status).toBe(204);
      expect(await texts(ben, anna)).toEqual(['Hello']);
      expect((await write(anna, ben, 'Something else', {}, id)).status).toBe(409);
      expect((await write(ben, anna, 'Hello', {}, id)).status).toBe(409);
      expect((await write(anna, await somebody(), 'Hello', {}, id)).status).toBe(409);
    });

    it('have at most 4,000 characters, and some', async () => {
      const [anna, ben] = await pair();
      expect((await write(anna, ben, 'ü'.repeat(MAX_MESSAGE))).status).toBe(204);
      expect((await write(anna, ben, 'ü'.repeat(MAX_MESSAGE + 1))).status).toBe(422);
      expect((await write(anna, ben, ' \n')).status).toBe(422);
      expect((await write(anna, anna)).status).toBe(403);
    });

    it('name a record as the reader may see it', async () => {
      const [anna, ben] = await pair();
      const [open, secret] = [randomUUID(), randomUUID()];
      await save(veld, anna, open, draft({ latitude: 52.09083, longitude: 5.12222, notes: 'in the reeds' }));
      await save(veld, anna, secret, draft({ latitude: 52.09083, longitude: 5.12222, geoprivacy: 'private' }));
      await write(anna, ben, 'This one', { about_id: open });
      await write(anna, ben, 'And this one', { about_id: secret });
      await write(anna, ben, 'And one that is not sent yet', { about_id: randomUUID() });
      const shown = (await conversation(ben, anna)).data;
      expect(shown.map(({ about }) => about?.id ?? null)).toEqual([null, null, open]);
      expect(JSON.stringify(shown[1])).not.toMatch(/52\.|5\.1/);
      // Blocked from the record's owner, its card disappears for a third person too.
      const chen = await somebody();
      await write(ben, chen, 'Look', { about_id: open });
      expect((await conversation(chen, ben)).data[0]!.about?.id).toBe(open);
      await relate(anna, 'block', chen);
      expect((await conversation(chen, ben)).data[0]!.about).toBeNull();
    });
  });

  describe('to somebody', () => {
    it.each([
      // accepts, is followed by them, can write
      [null, false, 'followed'],
      [null, true, 'open'],
      ['followed', false, 'followed'],
      ['followed', true, 'open'],
      ['nobody', false, 'nobody'],
      ['nobody', true, 'nobody'],
      ['everyone', false, 'open'],
      ['everyone', true, 'open'],
    ] as const)('who accepts them from %s, and follows the sender: %s, are %s', async (accepts, follows, expected) => {
      const [anna, ben] = await pair(accepts);
      if (follows) await relate(ben, 'follow', anna);
      expect(await writing(anna, ben)).toBe(expected);
      const sent = await write(anna, ben);
      expect([sent.status, sent.problem]).toEqual(expected === 'open' ? [204, undefined] : [403, '/problems/messages_closed']);
      expect(await texts(ben, anna)).toEqual(expected === 'open' ? ['Hello'] : []);
    });

    it('can always be answered, whatever either accepts', async () => {
      const [anna, ben] = [await somebody('nobody'), await somebody()];
      await write(anna, ben);
      expect(await writing(ben, anna)).toBe('open');
      expect((await write(ben, anna, 'Yes?')).status).toBe(204);
      await sql`update users set preferences = preferences || '{"messages_from":"nobody"}' where id = ${ben.user.id}`.execute(veld.db);
      expect((await write(anna, ben, 'Well')).status).toBe(204);
    });

    it('end with a block in both directions, as if neither existed, and come back with its end', async () => {
      const [anna, ben] = await pair();
      const first = await write(anna, ben);
      await write(ben, anna, 'Yes?');
      await relate(ben, 'block', anna);
      const stranger = { user: { id: randomUUID() } } as Person;
      const about = async (who: Person, other: Person) =>
        (await veld.call(getConversation, { params: { id: other.user.id } }, who.token)).status;
      for (const [who, other] of [
        [anna, ben],
        [ben, anna],
      ] as const) {
        expect((await write(who, other)).status).toBe(404);
        expect((await write(who, stranger)).status).toBe(404);
        expect([await about(who, other), await about(who, stranger)]).toEqual([404, 404]);
        expect(await list(who)).toEqual([]);
        expect(await told(who)).toEqual([]);
      }
      // What arrived before stays stored once.
      expect((await write(anna, ben, 'Hello', {}, first.id)).status).toBe(204);
      await veld.call(deleteRelation, { params: { kind: 'block', id: anna.user.id } }, ben.token);
      expect(await texts(anna, ben)).toEqual(['Yes?', 'Hello']);
    });

    it('are not for strangers from somebody who is limited, but can be answers', async () => {
      const [anna, ben, chen] = [await somebody(), await somebody(), await somebody()];
      await write(ben, anna, 'Stop that');
      await restrict(anna, 'limit');
      expect([await writing(anna, chen), await writing(anna, ben)]).toEqual(['limited', 'open']);
      const refused = await write(anna, chen);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([423, '3600']);
      expect((await write(anna, ben, 'Sorry')).status).toBe(204);
      await relate(chen, 'follow', anna);
      expect((await write(anna, chen)).status).toBe(204);
    });

    it('are from nobody who is suspended, who still reads and deletes', async () => {
      const [anna, ben] = await pair();
      const { id } = await write(anna, ben);
      await write(ben, anna, 'Yes?');
      await restrict(anna, 'suspend');
      expect(await writing(anna, ben)).toBe('suspended');
      expect((await write(anna, ben)).status).toBe(423);
      expect((await veld.call(readMessages, { params: { id: ben.user.id }, body: { through: id } }, anna.token)).status).toBe(204);
      expect((await veld.call(deleteMessage, { params: { id: ben.user.id, message: id } }, anna.token)).status).toBe(204);
      expect(await texts(ben, anna)).toEqual(['Yes?', '']);
    });

    it('wait for the next day after a number of new conversations, smaller for a new account', async () => {
      for (const [who, most] of [
        [await somebody('everyone', true), MAX_BEGUN_BY_NEW],
        [await somebody(), MAX_BEGUN_A_DAY],
      ] as const) {
        const others = [];
        for (let made = 0; made <= most; made += 1) others.push(await person(veld, `other${(number += 1)}`));
        await sql`update users set preferences = '{"messages_from":"everyone"}' where id = any(${others.map(({ user }) => user.id)}::uuid[])`.execute(
          veld.db,
        );
        for (const other of others.slice(0, most)) expect((await write(who, other)).status).toBe(204);
        const refused = await write(who, others[most]!);
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
        // One that was begun goes on.
        expect((await write(who, others[0]!, 'More')).status).toBe(204);
        time = new Date(time.getTime() + 86_400_000);
        expect((await write(who, others[most]!)).status).toBe(204);
      }
    });

    it('wait after many in an hour', async () => {
      const [anna, ben] = await pair();
      await write(ben, anna);
      await sql`
        insert into messages (id, user_id, recipient_id, text, written_at, created_at)
        select gen_random_uuid(), ${anna.user.id}, ${ben.user.id}, 'x', ${time}, ${time} from generate_series(1, ${MAX_AN_HOUR})
      `.execute(veld.db);
      const refused = await write(anna, ben);
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3600]);
      time = new Date(time.getTime() + 3_600_000);
      expect((await write(anna, ben)).status).toBe(204);
    });
  });

  describe('that are unread', () => {
    it('are one notification of their sender, which leads to them and is read with them', async () => {
      const [anna, ben] = await pair();
      const first = await write(anna, ben, 'See https://example.org');
      await write(anna, ben, 'Hello?');
      const [entry, ...others] = await told(ben);
      expect(others).toEqual([]);
      expect(describeEntry(entry!, 'en')).toEqual({
        text: `${anna.user.name} wrote to you`,
        about: '',
        path: `/messages/${anna.user.id}`,
      });
      expect(JSON.stringify(entry)).not.toContain('Hello');
      expect([await unread(ben), (await list(ben))[0]!.is_unread]).toEqual([1, true]);
      const read = (id: string) => veld.call(readMessages, { params: { id: anna.user.id }, body: { through: id } }, ben.token);
      await read(first.id);
      expect([await unread(ben), (await list(ben))[0]!.is_unread]).toEqual([1, true]);
      await read((await conversation(ben, anna)).data[0]!.id);
      expect([await unread(ben), (await list(ben))[0]!.is_unread]).toEqual([0, false]);
      expect(await unread(anna)).toBe(0);
    });

    it('are told to nobody who has muted the sender', async () => {
      const [anna, ben] = await pair();
      await relate(ben, 'mute', anna);
      await write(anna, ben);
      expect(await told(ben)).toEqual([]);
      expect((await list(ben))[0]!.is_unread).toBe(true);
    });
  });

  describe('that are deleted', () => {
    it('are empty for both, with their notification, and do not come back', async () => {
      const [anna, ben] = await pair();
      const { id } = await write(anna, ben, 'A secret');
      const remove = (who: Person, other: Person) => veld.call(deleteMessage, { params: { id: other.user.id, message: id } }, who.token);
      expect((await remove(ben, anna)).status).toBe(204);
      expect(await texts(ben, anna)).toEqual(['A secret']);
      await remove(anna, ben);
      expect((await conversation(ben, anna)).data).toMatchObject([{ text: '', state: 'deleted' }]);
      expect(await told(ben)).toEqual([]);
      expect((await write(anna, ben, 'A secret', {}, id)).status).toBe(204);
      expect(await texts(ben, anna)).toEqual(['']);
    });

    it('as a conversation are gone for that person alone, up to what they had seen', async () => {
      const [anna, ben] = await pair();
      await write(anna, ben, 'Old');
      const seen = await write(ben, anna, 'Seen');
      await write(anna, ben, 'Newer');
      const forget = (id: string) => veld.call(deleteConversation, { params: { id: anna.user.id, message: id } }, ben.token);
      expect((await forget(seen.id)).status).toBe(204);
      expect(await texts(ben, anna)).toEqual(['Newer']);
      await forget((await conversation(ben, anna)).data[0]!.id);
      expect([await list(ben), await unread(ben)]).toEqual([[], 0]);
      expect(await texts(anna, ben)).toEqual(['Newer', 'Seen', 'Old']);
      await write(anna, ben, 'Again');
      expect(await texts(ben, anna)).toEqual(['Again']);
      expect(await list(ben)).toHaveLength(1);
    });

    it('with an account are empty at once or when it is erased, and the other keeps a conversation with nobody', async () => {
      for (const choice of ['erase', 'anonymise'] as const) {
        const [anna, ben] = await pair();
        await write(anna, ben, 'My address');
        await write(ben, anna, 'Thank you');
        await veld.call(deleteAccount, { body: { on_delete: choice } }, await confirmed(veld, anna.token));
        const closed = await conversation(ben, anna);
        expect([closed.person.name, closed.writing]).toEqual(['', 'gone']);
        expect(await texts(ben, anna)).toEqual(['Thank you', choice === 'erase' ? '' : 'My address']);
        expect((await write(ben, anna)).status).toBe(404);
        time = new Date(time.getTime() + 15 * 86_400_000);
        await veld.context.jobs.send('accounts-daily', {});
        await veld.context.jobs.drain();
        expect(await texts(ben, anna)).toEqual(['Thank you', '']);
        expect(await list(ben)).toHaveLength(1);
      }
    });
  });

  it('that are reported by their recipient are read and hidden by moderators, and their sender can appeal', async () => {
    const [anna, ben] = await pair();
    const { id } = await write(anna, ben, 'You fool');
    await relate(ben, 'block', anna);
    const report = async (who: Person) => {
      const body = { subject_kind: 'message', subject_id: id, reason: 'insult', text: '' } as const;
      const made = randomUUID();
      expect((await veld.call(putReport, { params: { id: made }, body }, who.token)).status).toBe(204);
      return made;
    };
    await report(await somebody());
    const made = await report(ben);
    const cases = (await veld.call(listReportCases, { query: { subject_kind: 'message' } }, keeper.token)).body.data;
    expect(cases).toMatchObject([{ id: made, subject_text: 'You fool', observation_id: null, subject_user: { id: anna.user.id } }]);
    const act = { action: 'hide', report_id: made, note: 'Not here' } as const;
    expect((await veld.call(putModerationAct, { params: { id: randomUUID() }, body: act }, keeper.token)).status).toBe(204);
    await veld.call(deleteRelation, { params: { kind: 'block', id: anna.user.id } }, ben.token);
    expect((await conversation(ben, anna)).data).toMatchObject([{ text: '', state: 'hidden' }]);
    expect((await conversation(anna, ben)).data).toMatchObject([{ text: 'You fool', state: 'hidden' }]);
    expect((await veld.call(listHidden, {}, anna.token)).body.data).toMatchObject([{ subject_kind: 'message', subject_id: id }]);
    const [notified] = (await veld.call(listNotifications, { query: { kind: 'moderation' } }, anna.token)).body.data;
    expect(notified).toMatchObject({ moderation: { outcome: 'hidden', subject: 'message' }, path: '/messages' });
  });

  it('go to experts of the group of a record who accept them, and not to its observer', async () => {
    const anna = await somebody();
    const [expert, often, once, closed] = [await somebody(), await somebody(), await somebody(), await somebody('nobody')];
    await sql`insert into curator_scopes (user_id, taxon_group) values (${expert.user.id}, 'bird')`.execute(veld.db);
    const owner = await somebody();
    for (const people of [
      [often, closed, once],
      [often, closed],
    ]) {
      const id = randomUUID();
      await save(veld, owner, id, draft({ taxon_id: TAXA.heron.id, latitude: 52.1, longitude: 5.1 }));
      for (const who of people) {
        const body = { taxon_id: TAXA.heron.id, disagrees: false, comment: '' };
        const answer = await veld.call(putIdentification, { params: { id, identification: randomUUID() }, body }, who.token);
        expect(answer.status).toBe(200);
      }
    }
    const mine = randomUUID();
    await save(veld, anna, mine, draft({ taxon_id: TAXA.kingfisher.id, latitude: 52.1, longitude: 5.1 }));
    const ask = async (who: Person, id: string) => (await veld.call(listExperts, { params: { id } }, who.token)).body.data;
    const found = await ask(anna, mine);
    const shown = found.people.map(({ id, agreed, is_expert }) => [id, agreed, is_expert]);
    expect(shown).toEqual([
      [expert.user.id, 0, true],
      [often.user.id, 2, false],
      [once.user.id, 1, false],
    ]);
    expect(found.group).toBe('bird');
    expect((await ask(often, mine)).people.map(({ id }) => id)).not.toContain(often.user.id);
    const unnamed = randomUUID();
    await save(veld, anna, unnamed, draft({ taxon_id: null, verbatim_name: 'a bird' }));
    expect(await ask(anna, unnamed)).toEqual({ people: [], group: null });
  });
});
