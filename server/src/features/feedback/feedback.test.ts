import { randomUUID } from 'node:crypto';
import { listFeedback, putFeedback } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('feedback', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-05-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const body = (text: string) => ({ kind: 'idea' as const, text, may_contact: true, app_version: '1.0.0' });
  const put = (who: Person, id: string, text = 'More moths') => veld.call(putFeedback, { params: { id }, body: body(text) }, who.token);
  const texts = async (who: Person) => (await veld.call(listFeedback, {}, who.token)).body.data.map((entry) => entry.text);

  it('is stored once with repeated requests, and listed only for its sender', async () => {
    const id = randomUUID();
    const responses = await Promise.all([1, 2, 3, 4].map(() => put(anna, id)));
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200]);
    expect(responses[0]!.body.data).toMatchObject({ id, kind: 'idea', text: 'More moths', state: 'received', may_contact: true });
    expect((await put(anna, id, 'something else')).body.data.text, 'repeating changes nothing').toBe('More moths');
    now = new Date(now.getTime() + 1000);
    await put(anna, randomUUID(), 'Fewer wasps');
    expect(await texts(anna)).toEqual(['Fewer wasps', 'More moths']);
    expect(await texts(bram)).toEqual([]);
    expect((await put(bram, id)).status, 'id of another user').toBe(404);
    expect((await put(bram, randomUUID(), '   ')).status).toBe(422);
  });

  it('is limited to a burst of ten and then one per 15 minutes, without counting repetitions', async () => {
    const ids = Array.from({ length: 14 }, () => randomUUID());
    const responses = await Promise.all(ids.map((id) => put(bram, id)));
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await put(bram, ids[statuses.indexOf(200)]!)).status).toBe(200);
    // Retry-After is the exact wait, at most 15 minutes, and the limit applies to this route and person only.
    const refused = responses[statuses.indexOf(429)]!;
    expect(refused.problem).toMatchObject({ type: '/problems/too_many_requests', scope: 'route' });
    expect(refused.headers.get('retry-after')).toBe('900');
    const chen = await person(veld, 'chen');
    expect((await put(chen, randomUUID())).status).toBe(200);
    for (let left = 4; left > 0; left--) {
      now = new Date(now.getTime() + 899_000);
      const early = await put(bram, randomUUID());
      expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1']);
      now = new Date(now.getTime() + 1000);
      expect((await put(bram, ids[statuses.lastIndexOf(429)]!)).status, 'the one that waited').toBe(200);
      statuses[statuses.lastIndexOf(429)] = 200;
    }
    now = new Date(now.getTime() + 86_400_000);
    const again = await Promise.all(Array.from({ length: 11 }, () => put(bram, randomUUID())));
    expect(again.filter((response) => response.status === 200)).toHaveLength(10);
  });
});
