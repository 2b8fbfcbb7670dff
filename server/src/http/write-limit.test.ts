import { randomUUID } from 'node:crypto';
import { deleteObservation, getObservation, patchPreferences } from '@veld/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { person } from '../testing/people.ts';
import { draft, insertTaxa, makePhoto, save, upload } from '../testing/records.ts';
import { testServer, type TestServer } from '../testing/server.ts';

describe('the limit of writes', () => {
  let veld: TestServer;
  afterEach(() => veld.close());

  it('applies to all writes of a person together, and Retry-After is the time until the next one is accepted', async () => {
    let now = new Date('2026-06-10T08:00:00Z');
    veld = await testServer({ LIMIT_WRITES: '6' }, { now: () => now });
    await insertTaxa(veld);
    const [anna, bram] = [await person(veld, 'anna'), await person(veld, 'bram')];
    const ids = Array.from({ length: 4 }, () => randomUUID());
    for (const id of ids) expect((await save(veld, anna, id, draft())).status).toBe(200);
    expect((await veld.call(deleteObservation, { params: { id: ids[0]! } }, anna.token)).status).toBe(204);
    expect((await veld.call(patchPreferences, { body: { theme: 'dark' } }, anna.token)).status).toBe(200);

    const late = randomUUID();
    const refused = await save(veld, anna, late, draft());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.problem).toMatchObject({ type: '/problems/too_many_requests' });
    // Reading, photos and other people are not affected.
    expect((await veld.call(getObservation, { params: { id: late } }, anna.token)).status).toBe(404);
    expect((await veld.call(getObservation, { params: { id: ids[1]! } }, anna.token)).status).toBe(200);
    expect(await upload(veld, anna, await makePhoto())).toBe(204);
    expect((await save(veld, bram, randomUUID(), draft())).status).toBe(200);

    now = new Date(now.getTime() + 9_000);
    expect((await save(veld, anna, late, draft())).headers.get('retry-after')).toBe('1');
    now = new Date(now.getTime() + 1_000);
    expect((await save(veld, anna, late, draft())).status).toBe(200);
    expect((await save(veld, anna, randomUUID(), draft())).status).toBe(429);
    // A clock that is set back locks nobody out for longer.
    now = new Date(now.getTime() - 3_600_000);
    expect((await save(veld, anna, randomUUID(), draft())).headers.get('retry-after')).toBe('10');
    now = new Date(now.getTime() + 10_000);
    expect((await save(veld, anna, randomUUID(), draft())).status).toBe(200);
  });

  it('lets the outbox of a week through at once by default', async () => {
    veld = await testServer({ LIMIT_WRITES: '' }, { now: () => new Date('2026-06-10T08:00:00Z') });
    const anna = await person(veld, 'anna');
    const statuses = new Set<number>();
    for (let count = 0; count < 1000; count += 50)
      for (const { status } of await Promise.all(
        Array.from({ length: 50 }, () => veld.call(deleteObservation, { params: { id: randomUUID() } }, anna.token)),
      ))
        statuses.add(status);
    expect([...statuses]).toEqual([404]);
    expect((await veld.call(deleteObservation, { params: { id: randomUUID() } }, anna.token)).status).toBe(429);
  });
});
