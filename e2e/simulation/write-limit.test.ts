import 'fake-indexeddb/auto';
import { type ObservationDraft, recordValues } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { person, type Person } from '../../server/src/testing/people.ts';
import { TAXA } from '../../server/src/testing/records.ts';
import { newId } from '../../web/src/local/db/ids';
import { listOutbox } from '../../web/src/local/outbox/outbox';
import { saveObservation } from '../../web/src/local/records/observations';
import { seededRandom } from './seeded-random.ts';
import { Device } from './device.ts';
import { activeDevice } from './active-device.ts';
import { newWorld, type World } from './world.ts';

vi.mock('../../web/src/local/db/database', async (original) => ({
  ...(await original<typeof import('../../web/src/local/db/database')>()),
  openUserDatabase: (userId: string) => activeDevice.open(userId),
}));

const RECORDS = 250;
const PER_MINUTE = 50;

let world: World;
let anna: Person;
beforeAll(async () => {
  world = await newWorld({ LIMIT_WRITES: String(PER_MINUTE) });
  anna = await person(world.veld, 'anna');
});
afterAll(() => world.close());

test('250 records of a week offline all arrive exactly once where the server accepts 50 a minute', async () => {
  const device = new Device(world, 'phone', anna.user.email, 0, seededRandom(1, 1));
  await device.start();
  const user = { id: anna.user.id, name: 'anna', is_pro: false };
  const record: ObservationDraft = {
    ...recordValues({ taxon_id: TAXA.kingfisher.id }),
    observed_on: '2026-05-09',
    media: [],
    attributes: {},
  };
  const ids = Array.from({ length: RECORDS }, () => newId());
  await device.until(async ({ database }) => {
    for (const id of ids) await saveObservation(database, { ...record, notes: id }, [], { id, user });
  });

  const refusedAt: { at: number; retryAfter: number }[] = [];
  const requests: number[] = [];
  world.veld.server.app.server.on('request', (request, response) => {
    if (request.method !== 'PUT') return;
    requests.push(world.now);
    response.once('finish', () => {
      if (response.statusCode === 429) refusedAt.push({ at: world.now, retryAfter: Number(response.getHeader('retry-after')) * 1000 });
    });
  });
  const start = world.now;
  await device.until(async ({ database, sender }) => {
    for (let flushes = 0; flushes < RECORDS && (await listOutbox(database)).length > 0; flushes++) {
      await sender.flushNow();
      const { nextTryAt } = sender.store.getState();
      if (nextTryAt !== null) world.now = nextTryAt;
    }
  });

  expect(await device.app.database.outbox.count()).toBe(0);
  const { rows } = await sql<{ id: string; version: number; saves: number; notes: string }>`
    select o.id, o.version, o.notes, (select count(*)::integer from observation_writes w where w.observation_id = o.id) as saves
    from observations o where o.user_id = ${anna.user.id}
  `.execute(world.veld.db);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(rows.every(({ id, version, saves, notes }) => version === 1 && saves === 1 && notes === id)).toBe(true);
  // It was limited, waited as asked each time, and took about as long as the limit requires.
  expect(refusedAt.length).toBeGreaterThan(10);
  for (const { at, retryAfter } of refusedAt) {
    expect(retryAfter).toBeGreaterThan(0);
    expect(requests.filter((sentAt) => sentAt > at && sentAt < at + retryAfter)).toEqual([]);
  }
  expect(requests).toHaveLength(RECORDS + refusedAt.length);
  expect((world.now - start) / 60_000).toBeLessThan(1.5 * (RECORDS / PER_MINUTE));
});
