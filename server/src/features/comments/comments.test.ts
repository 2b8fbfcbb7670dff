import { randomUUID } from 'node:crypto';
import {
  type Comment,
  deleteComment,
  deleteObservation,
  listComments,
  listMentionable,
  listRecordActivity,
  formatMention,
  patchPreferences,
  putComment,
} from '@veld/contract';
import fc from 'fast-check';
import { MAX_NEVER_ARRIVED } from './write.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { eraseComments } from './store.ts';

interface Write {
  text: string;
  write_id: string;
  written_at: string;
  is_edit: boolean;
}

describe('comments', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { community_opt_in: true });
    bram = await person(veld, 'bram', { community_opt_in: true });
    chen = await person(veld, 'chen');
  });
  afterAll(() => veld.close());

  let moment = 0;
  const write = (text: string, change: Partial<Write> = {}): Write => ({
    text,
    write_id: randomUUID(),
    written_at: new Date(Date.UTC(2026, 0, 1) + 1000 * moment++).toISOString(),
    is_edit: false,
    ...change,
  });
  const saved = async (change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, anna, id, draft(change))).status).toBe(200);
    return id;
  };
  const put = async (who: Person, id: string, body: Write, comment = randomUUID()) =>
    (await veld.call(putComment, { params: { id, comment }, body }, who.token)).status;
  const remove = async (who: Person, id: string, comment: string) =>
    (await veld.call(deleteComment, { params: { id, comment } }, who.token)).status;
  const list = (who: Person, id: string, query: { limit?: number; cursor?: string } = {}) =>
    veld.call(listComments, { params: { id }, query }, who.token);
  const read = async (who: Person, id: string): Promise<Comment[]> => (await list(who, id)).body.data;
  const texts = async (who: Person, id: string) => (await read(who, id)).map((one) => one.text);
  const countOf = async (who: Person, id: string) =>
    (await veld.call(listRecordActivity, { query: { ids: id } }, who.token)).body.data[0]!.comments;

  it('are read by everyone who sees the record, the oldest first', async () => {
    const id = await saved();
    expect(await put(bram, id, write(' What a bird '))).toBe(204);
    expect(await put(anna, id, write('Thanks'))).toBe(204);
    const found = await read(chen, id);
    expect(found).toMatchObject([
      { user: { name: 'bram' }, text: 'What a bird', is_edited: false, mentions: [] },
      { user: { name: 'anna' }, text: 'Thanks' },
    ]);
    expect(found[0]!.created_at).toMatch(/^\d{4}-/);
    expect(await countOf(chen, id)).toBe(2);
  });

  it('are edited and deleted by their author only; a deleted one stays deleted, without its text', async () => {
    const id = await saved();
    const comment = randomUUID();
    await put(bram, id, write('A wren'), comment);
    expect(await put(chen, id, write('A robin'), comment)).toBe(409);
    expect(await remove(chen, id, comment)).toBe(204);
    expect(await put(bram, id, write('A firecrest', { is_edit: true }), comment)).toBe(204);
    expect(await read(chen, id)).toMatchObject([{ text: 'A firecrest', is_edited: true }]);
    for (let time = 0; time < 2; time++) expect(await remove(bram, id, comment)).toBe(204);
    expect(await put(bram, id, write('A goldcrest', { is_edit: true }), comment)).toBe(204);
    expect(await read(chen, id)).toEqual([]);
    expect(await countOf(chen, id)).toBe(0);
    const row = await veld.db.selectFrom('comments').select('text').where('id', '=', comment).executeTakeFirstOrThrow();
    expect(row.text).toBe('');
  });

  it('are stored once: repeating changes nothing, and other content under the same ids conflicts', async () => {
    const id = await saved();
    const comment = randomUUID();
    const one = write('A wren');
    const statuses = await Promise.all(Array.from({ length: 8 }, () => put(bram, id, one, comment)));
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(await texts(bram, id)).toEqual(['A wren']);
    expect(await put(bram, id, { ...one, text: 'A robin' }, comment)).toBe(409);
    expect(await put(bram, await saved(), one, comment)).toBe(409);
    expect(await texts(bram, id)).toEqual(['A wren']);
  });

  it('end in the same state in whatever order and however often the writes arrive', async () => {
    const plans = fc.record({ edits: fc.integer({ min: 0, max: 3 }), isDeleted: fc.boolean() }).chain((plan) => {
      const deliveries = plan.edits + 1 + (plan.isDeleted ? 1 : 0);
      const all = Array.from({ length: deliveries }, (_, at) => at);
      return fc.record({ plan: fc.constant(plan), order: fc.shuffledSubarray([...all, ...all, ...all], { minLength: deliveries }) });
    });
    await fc.assert(
      fc.asyncProperty(plans, async ({ plan, order }) => {
        const id = await saved();
        const comment = randomUUID();
        const writes = Array.from({ length: plan.edits + 1 }, (_, at) => write(`text ${at}`, { is_edit: at > 0 }));
        const deliver = (at: number) => (at < writes.length ? put(bram, id, writes[at]!, comment) : remove(bram, id, comment));
        const missing = [...writes.keys(), ...(plan.isDeleted ? [writes.length] : [])].filter((at) => !order.includes(at));
        for (const at of [...missing, ...order]) expect(await deliver(at)).toBe(204);
        const expected = plan.isDeleted ? [] : [[`text ${plan.edits}`, plan.edits > 0]];
        expect((await read(chen, id)).map((one) => [one.text, one.is_edited])).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('that were deleted before they arrived are remembered in a limited number, the latest ones', async () => {
    const id = await saved();
    const dora = await person(veld, 'dora');
    const [first, last] = [randomUUID(), randomUUID()];
    expect(await remove(dora, id, first)).toBe(204);
    for (let count = 0; count < MAX_NEVER_ARRIVED; count += 20)
      await Promise.all(Array.from({ length: 20 }, () => remove(dora, id, randomUUID())));
    for (let time = 0; time < 2; time++) expect(await remove(dora, id, last)).toBe(204);
    const stored = await veld.db.selectFrom('comments').select('id').where('user_id', '=', dora.user.id).execute();
    expect(stored).toHaveLength(MAX_NEVER_ARRIVED);
    // A write that is a little late does not bring its comment back; one that nobody remembers is not lost.
    expect(await put(dora, id, write('late'), last)).toBe(204);
    expect(await put(dora, id, write('forgotten'), first)).toBe(204);
    expect(await texts(chen, id)).toEqual(['forgotten']);
    // What did arrive stays.
    const real = randomUUID();
    await put(dora, id, write('real'), real);
    await remove(dora, id, real);
    for (let count = 0; count < 5; count++) await remove(dora, id, randomUUID());
    expect(await veld.db.selectFrom('comments').select('id').where('id', '=', real).executeTakeFirst()).toBeDefined();
  });

  it('have pages without gaps or repetitions', async () => {
    const id = await saved();
    for (let number = 1; number <= 5; number++) await put(number % 2 ? bram : chen, id, write(`text ${number}`));
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { body } = await list(anna, id, { limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...body.data.map((one) => one.text));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5].map((number) => `text ${number}`));
    for (const cursor of ['nowhere', randomUUID()]) expect((await list(anna, id, { cursor })).status).toBe(422);
  });

  it('are refused if empty or too long, and on records that the person cannot see', async () => {
    const id = await saved();
    expect(await put(bram, id, write('  '))).toBe(422);
    expect(await put(bram, id, write('x'.repeat(2001)))).toBe(422);
    expect(await put(bram, id, write('x'.repeat(2000)))).toBe(204);
    const gone = await saved();
    await put(bram, gone, write('A wren'));
    await veld.call(deleteObservation, { params: { id: gone } }, anna.token);
    for (const hidden of [gone, randomUUID()]) {
      expect(await put(bram, hidden, write('A wren'))).toBe(404);
      expect(await remove(bram, hidden, randomUUID())).toBe(404);
      expect((await list(bram, hidden)).status).toBe(404);
    }
    expect(await veld.db.selectFrom('comments').selectAll().where('observation_id', '=', gone).execute()).toEqual([]);
  });

  it('mention people by id, with their current names', async () => {
    const id = await saved();
    const dora = await person(veld, 'dora');
    const comment = randomUUID();
    const text = `${formatMention(anna.user.id)} and ${formatMention(dora.user.id)}, see ${formatMention(randomUUID())}`;
    await put(bram, id, write(text), comment);
    const names = async () => (await read(chen, id))[0]!.mentions.map(({ name }) => name).toSorted();
    expect(await names()).toEqual(['anna', 'dora']);
    await veld.db.updateTable('users').set({ name: 'Dora B.' }).where('id', '=', dora.user.id).execute();
    expect(await names()).toEqual(['Dora B.', 'anna']);
    await veld.db.updateTable('users').set({ name: '', deleted_at: new Date() }).where('id', '=', dora.user.id).execute();
    expect(await names()).toEqual(['', 'anna']);
    await put(bram, id, write('Nobody', { is_edit: true }), comment);
    expect(await names()).toEqual([]);
  });

  it('offer to mention only people who opted in, by the beginning of their name', async () => {
    const names = async (who: Person, name: string) =>
      (await veld.call(listMentionable, { query: { name } }, who.token)).body.data.map((one) => one.name);
    expect(await names(chen, 'AN')).toEqual(['anna']);
    expect(await names(chen, 'nna')).toEqual([]);
    expect(await names(anna, 'an'), 'not oneself').toEqual([]);
    expect(await names(anna, 'chen'), 'not opted in').toEqual([]);
    await veld.call(patchPreferences, { body: { community_opt_in: false } }, anna.token);
    expect(await names(chen, 'an')).toEqual([]);
    await veld.call(patchPreferences, { body: { community_opt_in: true } }, anna.token);
    expect((await veld.call(listMentionable, { query: { name: '' } }, chen.token)).status).toBe(422);
  });

  it.each(['obscured', 'private'] as const)('show others no time below an %s record', async (geoprivacy) => {
    const id = await saved({ geoprivacy });
    for (const text of ['one', 'two']) await put(bram, id, write(text));
    expect((await read(chen, id)).map((one) => [one.text, one.created_at])).toEqual([
      ['one', null],
      ['two', null],
    ]);
    expect((await read(anna, id))[0]!.created_at).not.toBeNull();
  });

  it('that a moderator hid are read by their author only', async () => {
    const id = await saved();
    const comment = randomUUID();
    await put(bram, id, write('A rude word'), comment);
    await veld.db.updateTable('comments').set({ hidden_at: new Date() }).where('id', '=', comment).execute();
    expect([await texts(bram, id), await texts(chen, id)]).toEqual([['A rude word'], []]);
    expect([await countOf(bram, id), await countOf(chen, id)]).toEqual([1, 0]);
  });

  it('stay without a name when an account is closed, and disappear at once and for good when it is erased', async () => {
    const gus = await person(veld, 'gus');
    const id = await saved();
    await put(gus, id, write('Was it singing?'));
    await put(bram, id, write(`Yes, ${formatMention(gus.user.id)}`));
    await veld.db.updateTable('users').set({ deleted_at: new Date(), name: '' }).where('id', '=', gus.user.id).execute();
    expect(await read(chen, id)).toMatchObject([{ user: { name: '' }, text: 'Was it singing?' }, { mentions: [{ name: '' }] }]);
    await veld.db.updateTable('users').set({ erase_after: new Date() }).where('id', '=', gus.user.id).execute();
    expect(await read(chen, id)).toMatchObject([{ user: { name: 'bram' } }]);
    expect(await countOf(chen, id)).toBe(1);
    await eraseComments(veld.context, gus.user.id);
    const left = await veld.db.selectFrom('comments').select('user_id').where('observation_id', '=', id).execute();
    expect(left).toEqual([{ user_id: bram.user.id }]);
    expect((await read(chen, id))[0]!.mentions).toEqual([]);
  });
});
