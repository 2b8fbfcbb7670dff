import { randomUUID } from 'node:crypto';
import {
  deleteRelation,
  listIdentifications,
  listNotifications,
  listRecordVotes,
  listWaiting,
  putRelation,
  putReview,
  putRecordVote,
  type VoteTopic,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { eraseVotes, regradeVotes } from './votes.ts';

describe('votes on a record', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let photo: Photo;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    [anna, bram, chen] = [await person(veld, 'anna'), await person(veld, 'bram'), await person(veld, 'chen')];
    photo = await makePhoto();
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
  });
  afterAll(() => veld.close());

  const saved = async (id: string = randomUUID(), change: Parameters<typeof draft>[0] = {}, base?: number) => {
    expect((await save(veld, anna, id, draft({ media: [declared(photo)], ...change }), base)).status).toBe(200);
    return id;
  };
  let moment = 0;
  const make = (topic: VoteTopic, agrees: boolean | null, value = '', reason = '') => ({
    topic,
    value,
    agrees,
    reason,
    write_id: randomUUID(),
    chosen_at: new Date(Date.UTC(2026, 0, 1) + 1000 * moment++).toISOString(),
  });
  const send = async (who: Person, id: string, body: ReturnType<typeof make>) =>
    (await veld.call(putRecordVote, { params: { id }, body }, who.token)).status;
  const say = (who: Person, id: string, topic: VoteTopic, agrees: boolean | null, value = '', reason = '') =>
    send(who, id, make(topic, agrees, value, reason));
  const counts = async (who: Person, id: string) =>
    (await veld.call(listRecordVotes, { params: { id } }, who.token)).body.data.map(({ topic, value, yes, no, own }) => [
      topic,
      value,
      yes,
      no,
      own,
    ]);
  const grade = async (id: string) => {
    const { quality, casual_reasons } = (await veld.call(listIdentifications, { params: { id } }, chen.token)).body.data;
    return [quality, ...casual_reasons];
  };
  const told = async () =>
    (await veld.call(listNotifications, { query: { kind: 'vote' } }, anna.token)).body.data.map((entry) => [
      entry.record?.id,
      entry.vote,
      entry.people.map(({ name }) => name).toSorted(),
    ]);

  it.each(['wild', 'place', 'date', 'evidence'] as const)('make it casual while more people say no than yes: %s', async (topic) => {
    const id = await saved();
    expect(await grade(id)).toEqual(['needs_id']);
    await say(bram, id, topic, false, '', 'Because');
    expect(await grade(id)).toEqual(['casual', `voted_${topic}`]);
    // The observer has a vote too.
    await say(anna, id, topic, true);
    expect(await grade(id)).toEqual(['needs_id']);
    await say(chen, id, topic, false);
    expect(await grade(id)).toEqual(['casual', `voted_${topic}`]);
    expect(await counts(chen, id)).toEqual([[topic, '', 1, 2, false]]);
    await say(chen, id, topic, null);
    expect(await grade(id)).toEqual(['needs_id']);
  });

  it('tell the observer once for each topic, with everybody who says so, until they take it back', async () => {
    const id = await saved();
    await say(bram, id, 'place', false);
    await say(bram, id, 'place', false);
    await say(chen, id, 'place', false);
    await say(chen, id, 'wild', true);
    expect((await told()).filter(([record]) => record === id)).toEqual([[id, 'place', ['bram', 'chen']]]);
    await say(bram, id, 'place', null);
    await say(chen, id, 'place', true);
    expect((await told()).filter(([record]) => record === id)).toEqual([]);
  });

  it('stand beside what the observer says, and never change it', async () => {
    const id = await saved(undefined, { life_stage: 'juvenile' });
    await say(bram, id, 'life_stage', true, 'adult');
    await say(chen, id, 'life_stage', false, 'adult');
    expect(await counts(bram, id)).toEqual([['life_stage', 'adult', 1, 1, true]]);
    expect(await grade(id)).toEqual(['needs_id']);
    const row = await veld.db.selectFrom('observations').select('life_stage').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.life_stage).toBe('juvenile');
    expect((await told()).filter(([record]) => record === id)).toEqual([]);
  });

  it('count once for each person, the last one chosen, in whatever order they arrive and however often', async () => {
    const id = await saved();
    const [first, last] = [make('wild', false), make('wild', true)];
    for (const one of [last, first, last, first]) expect(await send(bram, id, one)).toBe(204);
    expect(await counts(bram, id)).toEqual([['wild', '', 1, 0, true]]);
  });

  it('about the date end when the observer changes the date, and a save keeps the others', async () => {
    const id = await saved();
    await say(bram, id, 'date', false);
    await say(bram, id, 'wild', false);
    await saved(id, { notes: 'Seen again' }, 1);
    expect(await grade(id)).toEqual(['casual', 'voted_wild', 'voted_date']);
    await saved(id, { observed_on: '2026-05-02' }, 2);
    expect(await grade(id)).toEqual(['casual', 'voted_wild']);
    expect(await counts(chen, id)).toEqual([['wild', '', 0, 1, null]]);
  });

  it('of somebody who is blocked do not count, and neither do those of a closed account that is erased', async () => {
    const dora = await person(veld, 'dora');
    const id = await saved();
    await say(dora, id, 'wild', false);
    const block = { params: { id: dora.user.id, kind: 'block' as const } };
    await veld.call(putRelation, block, anna.token);
    expect(await counts(chen, id)).toEqual([]);
    expect(await say(dora, id, 'place', false)).toBe(404);
    await regradeVotes(veld.db);
    expect(await grade(id)).toEqual(['needs_id']);
    await veld.call(deleteRelation, block, anna.token);
    await regradeVotes(veld.db);
    expect(await grade(id)).toEqual(['casual', 'voted_wild']);
    await veld.db.updateTable('users').set({ deleted_at: new Date(), erase_after: new Date() }).where('id', '=', dora.user.id).execute();
    await eraseVotes(veld.context, dora.user.id);
    expect(await grade(id)).toEqual(['needs_id']);
    expect(await veld.db.selectFrom('record_votes').selectAll().where('user_id', '=', dora.user.id).execute()).toEqual([]);
  });

  it('have a value that their topic knows, and only on records that the person sees', async () => {
    const id = await saved();
    expect(await say(bram, id, 'sex', true, 'adult')).toBe(422);
    expect(await say(bram, id, 'wild', true, 'adult')).toBe(422);
    expect(await say(bram, id, 'evidence_of', true, 'feather')).toBe(204);
    expect(await say(bram, randomUUID(), 'wild', true)).toBe(404);
  });

  it.each(['obscured', 'private'] as const)('show no time, on an %s record too', async (geoprivacy) => {
    const id = await saved(undefined, { geoprivacy });
    await say(bram, id, 'evidence', false, '', 'Too dark');
    const { body } = await veld.call(listRecordVotes, { params: { id } }, chen.token);
    expect(body.data[0]!.reasons).toEqual([{ user: { id: bram.user.id, name: 'bram' }, agrees: false, text: 'Too dark' }]);
    expect(JSON.stringify(body)).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  });

  it('are not needed to take a record out of the own queue: whoever has reviewed it sees it no more, until they ask', async () => {
    const id = await saved();
    const waiting = async (who: Person, query: object = {}) =>
      (await veld.call(listWaiting, { query: { limit: 50, ...query } }, who.token)).body.data.some((record) => record.id === id);
    const review = (is_reviewed: boolean, chosen_at: string) =>
      veld.call(putReview, { params: { id }, body: { is_reviewed, chosen_at } }, bram.token);
    expect(await waiting(bram)).toBe(true);
    expect((await review(true, '2026-01-02T00:00:00Z')).status).toBe(204);
    expect([await waiting(bram), await waiting(bram, { reviewed: '1' }), await waiting(chen)]).toEqual([false, true, true]);
    // One that was chosen earlier and arrives later changes nothing.
    await review(false, '2026-01-01T00:00:00Z');
    expect(await waiting(bram)).toBe(false);
    await review(false, '2026-01-03T00:00:00Z');
    expect(await waiting(bram)).toBe(true);
  });
});
