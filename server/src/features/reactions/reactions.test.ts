import { randomUUID } from 'node:crypto';
import {
  deleteObservation,
  listReactions,
  listRecordActivity,
  putIdentification,
  putReaction,
  REACTION_EMOJI,
  withdrawIdentification,
} from '@veld/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { eraseReactions } from './store.ts';

const { owl, heart, fox } = REACTION_EMOJI;

interface Choice {
  emoji: string | null;
  write_id: string;
  chosen_at: string;
}

describe('reactions', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    [anna, bram, chen] = [await person(veld, 'anna'), await person(veld, 'bram'), await person(veld, 'chen')];
  });
  afterAll(() => veld.close());

  let moment = 0;
  const choice = (emoji: string | null, change: Partial<Choice> = {}): Choice => ({
    emoji,
    write_id: randomUUID(),
    chosen_at: new Date(Date.UTC(2026, 0, 1) + 1000 * moment++).toISOString(),
    ...change,
  });
  const saved = async (change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, anna, id, draft(change))).status).toBe(200);
    return id;
  };
  const react = async (who: Person, id: string, body: Choice) => (await veld.call(putReaction, { params: { id }, body }, who.token)).status;
  const activity = async (who: Person, ...ids: string[]) =>
    (await veld.call(listRecordActivity, { query: { ids: ids.join(',') } }, who.token)).body.data;
  const who = async (by: Person, id: string, query: { limit?: number; cursor?: string } = {}) =>
    veld.call(listReactions, { params: { id }, query }, by.token);

  it('are one of each person, counted by emoji and listed with names', async () => {
    const id = await saved();
    expect(await activity(bram, id)).toEqual([
      { id, reactions: [], own_reaction: null, agrees: false, comments: 0, identifications: { count: 0, agreeing: 0 } },
    ]);
    expect(await react(bram, id, choice(heart))).toBe(204);
    expect(await react(bram, id, choice(owl))).toBe(204);
    expect(await react(chen, id, choice(owl))).toBe(204);
    expect(await react(anna, id, choice(fox))).toBe(204);
    expect(await activity(bram, id)).toMatchObject([
      {
        reactions: [
          { emoji: owl, count: 2 },
          { emoji: fox, count: 1 },
        ],
        own_reaction: owl,
      },
    ]);
    const { data } = (await who(chen, id)).body;
    expect(data.map(({ user, emoji }) => [user.name, emoji]).toSorted()).toEqual([
      ['anna', fox],
      ['bram', owl],
      ['chen', owl],
    ]);
  });

  it('can be taken back, and stay so when an older choice arrives afterwards', async () => {
    const id = await saved();
    const older = choice(owl);
    expect(await react(bram, id, choice(null))).toBe(204);
    expect(await react(bram, id, older)).toBe(204);
    expect(await activity(bram, id)).toMatchObject([{ reactions: [], own_reaction: null }]);
    expect((await who(bram, id)).body.data).toEqual([]);
  });

  it('end in the same state in whatever order and however often the choices arrive', async () => {
    const emoji = fc.constantFrom(owl, heart, fox, null);
    const deliveries = fc.array(emoji, { minLength: 1, maxLength: 4 }).chain((made) =>
      fc.record({
        made: fc.constant(made),
        order: fc.shuffledSubarray(
          made.flatMap((_, at) => [at, at, at]),
          { minLength: 2 * made.length },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ made, order }) => {
        const id = await saved();
        const choices = made.map((one) => choice(one));
        // Each arrives at least once, but the last choice need not arrive last.
        const missing = [...made.keys()].filter((at) => !order.includes(at));
        for (const at of [...missing, ...order]) expect(await react(bram, id, choices[at]!)).toBe(204);
        expect((await activity(bram, id))[0]!.own_reaction).toBe(made.at(-1));
      }),
      { numRuns: 25 },
    );
  });

  it('that arrive at once leave one', async () => {
    const id = await saved();
    const choices = [owl, heart, fox, heart, owl].map((emoji) => choice(emoji));
    const statuses = await Promise.all([...choices, ...choices].map((one) => react(bram, id, one)));
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(await activity(bram, id)).toMatchObject([{ reactions: [{ emoji: owl, count: 1 }] }]);
  });

  it('made on a device whose clock is ahead do not outlast the next choice', async () => {
    const id = await saved();
    await react(bram, id, choice(owl, { chosen_at: '2099-01-01T00:00:00Z' }));
    await new Promise((done) => setTimeout(done, 5));
    await react(bram, id, choice(heart, { chosen_at: new Date().toISOString() }));
    expect((await activity(bram, id))[0]!.own_reaction).toBe(heart);
  });

  it('must be of the list, and of records that the person can see', async () => {
    const id = await saved();
    expect(await react(bram, id, choice('🪿'))).toBe(422);
    expect(await react(bram, id, choice('x'.repeat(17)))).toBe(422);
    const one = choice(owl);
    await react(bram, id, one);
    expect(await react(bram, id, { ...one, emoji: heart })).toBe(409);
    const tick = randomUUID();
    await save(veld, anna, tick, { taxon_id: TAXA.kingfisher.id, geoprivacy: 'open', write_id: randomUUID() });
    const gone = await saved();
    await react(bram, gone, choice(owl));
    await veld.call(deleteObservation, { params: { id: gone } }, anna.token);
    for (const hidden of [tick, gone, randomUUID()]) {
      expect(await react(bram, hidden, choice(owl))).toBe(404);
      expect((await who(bram, hidden)).status).toBe(404);
    }
    expect((await activity(bram, tick, gone, randomUUID(), id)).map((found) => found.id)).toEqual([id]);
    expect(await veld.db.selectFrom('reactions').selectAll().where('observation_id', '=', gone).execute()).toEqual([]);
  });

  it('have pages without repetitions, whose cursors are ids of people', async () => {
    const id = await saved();
    const people = [];
    for (const name of ['dora', 'emil', 'fay']) people.push(await person(veld, name));
    // The last to join reacts first: the order is not that of time.
    for (const one of people.toReversed()) await react(one, id, choice(owl));
    const names: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { body } = await who(bram, id, { limit: 1, ...(cursor ? { cursor } : {}) });
      names.push(...body.data.map(({ user }) => user.name));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(names).toEqual(['dora', 'emil', 'fay']);
    expect((await who(bram, id, { cursor: 'nowhere' })).status).toBe(422);
  });

  it.each(['open', 'obscured', 'private'] as const)('show no time on an %s record', async (geoprivacy) => {
    const id = await saved({ geoprivacy });
    await react(bram, id, choice(owl));
    const text = JSON.stringify([await activity(chen, id), (await who(chen, id)).body]);
    expect(text).toContain(owl);
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
  });

  it('come with whether the caller agrees with the name', async () => {
    const id = await saved();
    const identification = randomUUID();
    await veld.call(
      putIdentification,
      { params: { id, identification }, body: { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' } },
      bram.token,
    );
    expect((await activity(bram, id))[0]!.agrees).toBe(true);
    expect((await activity(chen, id))[0]!.agrees).toBe(false);
    const other = { params: { id, identification: randomUUID() }, body: { taxon_id: TAXA.heron.id, disagrees: true, comment: '' } };
    expect((await veld.call(putIdentification, other, chen.token)).status).toBe(200);
    // Also for the owner, who has no identification of the own record.
    for (const person of [anna, bram]) expect((await activity(person, id))[0]!.identifications).toEqual({ count: 2, agreeing: 1 });
    const gone = { id, identification };
    expect((await veld.call(withdrawIdentification, { params: gone }, bram.token)).status).toBe(204);
    expect((await activity(anna, id))[0]!.identifications).toEqual({ count: 1, agreeing: 0 });
  });

  it('stay without a name when an account is closed, and disappear at once and for good when it is erased', async () => {
    const gus = await person(veld, 'gus');
    const id = await saved();
    await react(gus, id, choice(owl));
    await veld.db.updateTable('users').set({ deleted_at: new Date(), name: '' }).where('id', '=', gus.user.id).execute();
    expect((await who(bram, id)).body.data).toMatchObject([{ user: { name: '' }, emoji: owl }]);
    await veld.db.updateTable('users').set({ erase_after: new Date() }).where('id', '=', gus.user.id).execute();
    expect((await who(bram, id)).body.data).toEqual([]);
    expect((await activity(bram, id))[0]!.reactions).toEqual([]);
    await eraseReactions(veld.context, gus.user.id);
    expect(await veld.db.selectFrom('reactions').selectAll().where('user_id', '=', gus.user.id).execute()).toEqual([]);
  });
});
