import { putIdentification, withdrawIdentification } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { enqueue } from './store';
import { newId } from '../db/ids';
import { listOutbox } from './outbox';
import { operations as ofAccounts } from '../changes/accounts';
import { operations as ofFeedback } from '../changes/feedback';
import { deleteObservation, ownObservations, saveObservation, readSyncState } from '../records/observations';
import { deleteComment, writeComment } from '../changes/comments';
import { identify, withdraw } from '../changes/identifications';
import { declare } from '../records/photos';
import { react } from '../changes/reactions';
import { OutboxSender } from './sender';
import { device } from '../testing/app';
import { observer, photo } from '../testing/people';
import { type Answer, BAD_GATEWAY, json, LOGIN_PAGE, problem } from '../testing/veld-server';

type Device = ReturnType<typeof device>;

const wren = (change: object = {}) => ({ taxon_id: 17, observed_on: '2026-05-10', count: 2, notes: 'in the hedge', ...change });

function save({ database, user }: Device, change: object = {}, options: { id?: string } = {}) {
  return saveObservation(database, wren(change), [], { user: observer(user), ...options });
}

describe('a failed attempt', () => {
  it('C18: does not send a photo before its record when the server rejects the record', async () => {
    const anna = device();
    const picture = await photo();
    anna.server.fault = (asked) => (asked.method === 'PUT' ? problem(500, 'internal') : null);
    const id = await saveObservation(anna.database, wren({ media: [declare(picture, 0)] }), [picture], { user: observer(anna.user) });
    await anna.sender.flush();
    expect(anna.server.count('PUT', `/api/observations/${id}`)).toBe(1);
    expect(anna.server.count('POST', '/api/uploads')).toBe(0);
    anna.server.fault = () => null;
    await anna.clock.advance(10 * 60_000);
    await anna.sender.flush();
    expect(anna.server.photos.size).toBe(1);
    expect(await listOutbox(anna.database)).toHaveLength(0);
  });

  it('C15: of twenty records, three of them invalid, sends seventeen and keeps three for attention, complete', async () => {
    const anna = device();
    for (let index = 0; index < 20; index++) await save(anna, { notes: [3, 4, 11].includes(index) ? 'refuse me' : `record ${index}` });
    await anna.sender.flush();
    expect(anna.server.records.size).toBe(17);
    expect(anna.server.count('PUT', '/api/observations')).toBe(20);
    const left = await listOutbox(anna.database);
    expect(left.map((item) => item.state)).toEqual(['needs_attention', 'needs_attention', 'needs_attention']);
    expect(left[0]?.last_error).toMatchObject({ status: 422, code: 'validation', errors: { notes: ['Not these words'] } });
    expect(await ownObservations(anna.database)).toHaveLength(20);
    await anna.sender.flush();
    expect(anna.server.count('PUT', '/api/observations')).toBe(20);

    // Saving it again after an edit sends it.
    const bad = left[0]!;
    await save(anna, { notes: 'better words' }, { id: bad.subject });
    await anna.sender.flush();
    expect(anna.server.records.get(bad.subject)?.own.notes).toBe('better words');
  });

  it.each([404, 410])('counts a record that is gone already (%i) as deleted', async (status) => {
    const anna = device();
    const id = await save(anna);
    await anna.sender.flush();
    await deleteObservation(anna.database, id);
    anna.server.fault = ({ method }) => (method === 'DELETE' ? problem(status, 'gone') : null);
    await anna.sender.flush();
    expect(anna.server.count('DELETE', `/api/observations/${id}`)).toBe(1);
    expect(await listOutbox(anna.database)).toEqual([]);
  });

  it('counts what was said or taken back about a record that is deleted meanwhile as done, but keeps the text of a comment', async () => {
    const anna = device();
    const [record, other] = [newId(), newId()];
    anna.server.fault = () => problem(404, 'not_found');
    await react(anna.database, record, '👍');
    await withdraw(anna.database, record, { id: newId(), former: null });
    await deleteComment(anna.database, { recordId: record, id: newId() });
    await writeComment(anna.database, { recordId: other }, 'A lovely wren');
    await anna.sender.flush();
    const left = await listOutbox(anna.database);
    expect(left.map(({ state, input }) => [state, (input.body as { text: string }).text])).toEqual([['needs_attention', 'A lovely wren']]);
  });

  it('lets go of what was seen if the server does not know it, as one of another version may, and sends the rest', async () => {
    const anna = device();
    anna.server.fault = ({ path }) => (path.endsWith('-seen') ? problem(422, 'validation') : null);
    await enqueue(anna.database, ofAccounts.markBadgeSeen, { body: { badge: 'of_a_later_version' } }, 1);
    await enqueue(anna.database, ofAccounts.markToastSeen, { body: { toast: 'removed' } }, 2);
    await enqueue(anna.database, ofAccounts.markWizardSeen, { body: { wizard: 'of_an_earlier_version' } }, 3);
    const id = await save(anna);
    await anna.sender.flush();
    expect(await listOutbox(anna.database)).toEqual([]);
    expect(anna.server.records.has(id)).toBe(true);
  });

  it('sends what was said about a record in order, also when the server fails at the first', async () => {
    const anna = device();
    const record = newId();
    let isFirst = true;
    anna.server.answer(withdrawIdentification, () => ({ status: 204 }));
    anna.server.answer(putIdentification, async () => {
      if (!isFirst)
        return json({ data: { identifications: [], own_lineage: [], community_taxon: null, quality: 'needs_id', casual_reasons: [] } });
      isFirst = false;
      // The person withdraws it meanwhile.
      await withdraw(anna.database, record, { id, former: null });
      return problem(500, 'internal');
    });
    const id = await identify(anna.database, record, { taxon_id: 7, disagrees: false, comment: '' });
    await anna.sender.flush();
    expect(await listOutbox(anna.database)).toHaveLength(2);
    await anna.clock.advance(10 * 60_000);
    await anna.sender.flush();
    expect(anna.server.asked.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'DELETE']);
    expect(await listOutbox(anna.database)).toEqual([]);
  });

  it('C10: repeats the same write after a lost answer, and the server stores it once', async () => {
    const anna = device();
    const id = await save(anna);
    anna.server.fault = (_, count) => (count === 1 ? 'answer-lost' : null);
    await anna.sender.flush();
    expect(await readSyncState(anna.database, id)).toBe('waiting');
    await anna.clock.advance(6000);
    await anna.sender.flush();
    const bodies = anna.server.asked.map((asked) => (asked.body as { write_id: string }).write_id);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toBe(bodies[1]);
    expect(anna.server.records.get(id)?.own.version).toBe(1);
    expect(await readSyncState(anna.database, id)).toBe('stored');
  });

  it('C14: keeps every item queued on a login page with 200, a bad gateway and no network, with one request per backoff', async () => {
    for (const fault of [
      LOGIN_PAGE,
      BAD_GATEWAY,
      'no-connection',
      problem(503, 'unavailable'),
      problem(429, 'too_many_requests'),
    ] as const) {
      const anna = device();
      for (let index = 0; index < 5; index++) await save(anna, { count: index });
      anna.server.fault = () => fault;
      await anna.sender.flush();
      expect(anna.server.asked).toHaveLength(1);
      expect((await listOutbox(anna.database)).every((item) => item.state === 'waiting')).toBe(true);
      await anna.sender.flush();
      expect(anna.server.asked).toHaveLength(1);
      await anna.clock.advance(5000);
      await anna.sender.flush();
      expect(anna.server.asked).toHaveLength(2);
      anna.server.fault = () => null;
      await anna.sender.flushNow();
      await anna.clock.advance(10_000);
      await anna.sender.flush();
      expect(anna.server.records.size).toBe(5);
      expect(await listOutbox(anna.database)).toHaveLength(0);
    }
  });

  it('C14: honours Retry-After, also when the network returns earlier', async () => {
    const anna = device();
    await save(anna);
    const busy = problem(429, 'too_many_requests');
    anna.server.fault = (_, count) => (count === 1 ? { ...busy, headers: { ...busy.headers, 'retry-after': '120' } } : null);
    await anna.sender.flush();
    await anna.clock.advance(119_000);
    await anna.sender.flushNow();
    expect(anna.server.asked).toHaveLength(1);
    await anna.clock.advance(1000);
    await anna.sender.flush();
    expect(anna.server.asked).toHaveLength(2);
  });

  it('of a route the server limits delays that route alone: records are sent, and the route is tried once per wait', async () => {
    const anna = device();
    const say = (id: string) =>
      enqueue(
        anna.database,
        ofFeedback.sendFeedback,
        { params: { id }, body: { kind: 'idea', text: 'More moths', may_contact: false } },
        anna.clock.now(),
      );
    for (let index = 0; index < 5; index++) await say(newId());
    const limit = problem(429, 'too_many_requests', { scope: 'route' });
    const limited: Answer = { ...limit, headers: { ...limit.headers, 'retry-after': '900' } };
    anna.server.fault = ({ path }) => (path.startsWith('/api/feedback/') ? limited : null);
    for (let index = 0; index < 3; index++) await save(anna, { count: index });
    await anna.sender.flush();
    expect(anna.server.records.size).toBe(3);
    expect(anna.server.count('PUT', '/api/feedback/')).toBe(1);
    expect(anna.sender.store.getState()).toEqual({ state: 'waiting', nextTryAt: anna.clock.now() + 900_000 });
    // Neither the returning network nor a new record triggers an earlier attempt; new records are sent at once.
    await save(anna, { count: 4 });
    await anna.sender.flushNow();
    expect(anna.server.records.size).toBe(4);
    expect(anna.server.count('PUT', '/api/feedback/')).toBe(1);
    const taken = {
      id: newId(),
      ticket: 1,
      kind: 'idea',
      text: 'More moths',
      may_contact: false,
      has_screenshot: false,
      state: 'received',
      reason: '',
      replies: [],
      created_at: '2026-05-10T08:00:00Z',
    };
    anna.server.fault = ({ path }) => (path.startsWith('/api/feedback/') ? json({ data: taken }) : null);
    await anna.clock.advance(900_000);
    await anna.sender.flush();
    expect(anna.server.count('PUT', '/api/feedback/')).toBe(6);
    expect(await listOutbox(anna.database)).toHaveLength(0);
  });

  it('of a record that breaks the server does not delay the others', async () => {
    const anna = device();
    const bad = await save(anna, { notes: 'poison' });
    for (let index = 0; index < 4; index++) await save(anna, { count: index });
    anna.server.fault = ({ body }) => ((body as { notes?: string }).notes === 'poison' ? problem(500, 'internal') : null);
    await anna.sender.flush();
    expect(anna.server.records.size).toBe(4);
    expect(await readSyncState(anna.database, bad)).toBe('waiting');
  });

  it('C8: made while the clock was years ahead is retried once the clock is right', async () => {
    const anna = device();
    await save(anna);
    anna.server.fault = (_, count) => (count === 1 ? problem(503, 'unavailable') : null);
    await anna.sender.flush();
    const years = anna.clock.now() + 5 * 365 * 86_400_000;
    await anna.database.outbox.toCollection().modify({ next_try_at: years });
    await new OutboxSender(anna.parts).flush();
    expect(anna.server.records.size).toBe(1);
  });

  it('that was interrupted while sending is repeated by the next start', async () => {
    const anna = device();
    const id = await save(anna);
    await anna.database.outbox.toCollection().modify({ state: 'sending' });
    expect(await readSyncState(anna.database, id)).toBe('sending');
    await anna.sender.flush();
    expect(anna.server.records.size).toBe(1);
  });
});
