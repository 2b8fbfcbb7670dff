import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { register } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PASSWORD } from '../../server/src/testing/people.ts';
import { saveObservation } from '../../web/src/local/records/observations';
import { UNDO_MS } from '../../web/src/local/records/undo-save';
import { attachFix, type LocalTime } from '../../web/src/local/records/waiting-places';
import { requeueInterrupted } from '../../web/src/local/outbox/sender-queue';
import { activeDevice } from './active-device.ts';
import { Device } from './device.ts';
import { seededRandom } from './seeded-random.ts';
import { newWorld, type RequestFault, type World } from './world.ts';

// The app opens its database in one place; here that is the database of the active device.
vi.mock('../../web/src/local/db/database', async (original) => ({
  ...(await original<typeof import('../../web/src/local/db/database')>()),
  openUserDatabase: (userId: string) => activeDevice.open(userId),
}));

let world: World;
let phone: Device;
beforeAll(async () => {
  world = await newWorld();
  const email = 'anna@example.org';
  await world.veld.call(register, { body: { name: 'anna', email, password: PASSWORD, device_name: 'at the desk' } });
  phone = new Device(world, 'phone', email, 0, seededRandom(1));
});
afterAll(() => world.close());
beforeEach(async () => {
  phone.fault = () => null;
  await phone.start();
});

const FIX = { latitude: 52.1, longitude: 5.1, accuracy_m: 6 };
const localTimeAt = ({ observed_on, observed_time, time_zone }: LocalTime) => ({ observed_on, observed_time, time_zone });

const steps = {
  save: async (id: string, savedAt: number) => {
    const { database, auth } = phone.app;
    // Whoever sees the form again after a kill saves again; a stored record has no form any more.
    if (await database.observations.get(id)) return;
    const { name, is_pro, id: userId } = auth.state().user!;
    const options = { id, user: { id: userId, name, is_pro }, now: savedAt, place: 'awaited', undoMs: UNDO_MS } as const;
    await saveObservation(database, { verbatim_name: 'a wren', observed_on: '2026-05-10' }, [], options);
  },
  fix: (_: string, savedAt: number) =>
    attachFix(phone.app.database, { ...FIX, at: savedAt + 2400 }, { target: 10, now: savedAt + 2400, localTimeAt }),
  send: async () => {
    await phone.app.database.outbox.toCollection().modify({ next_try_at: 0 });
    await phone.app.sender.flush();
  },
  /** The app starts and may not send, because sending is paused. */
  restart: async () => {
    await phone.start();
    await requeueInterrupted(phone.app.database);
  },
};
type Step = keyof typeof steps;

/** Runs the steps. The app is killed in the step with this index; it then starts again and repeats the step, unless it sent. Returns whether it was killed. */
async function run(order: readonly Step[], fatal: number, kill: () => void): Promise<{ id: string; wasKilled: boolean }> {
  const id = randomUUID();
  const savedAt = world.now;
  let wasKilled = false;
  for (const [index, step] of order.entries()) {
    if (index === fatal) kill();
    const isDone = await phone.until(() => steps[step](id, savedAt));
    phone.fault = () => null;
    if (isDone) continue;
    wasKilled = true;
    await world.idle();
    await phone.start();
    if (step !== 'send') await phone.until(() => steps[step](id, savedAt));
  }
  return { id, wasKilled };
}

/** The record is on the server once, with its place, and nothing is left to send or to decide. */
async function expectStored(id: string, title: string): Promise<void> {
  const { database } = phone.app;
  expect(await database.outbox.toArray(), title).toEqual([]);
  const place = { latitude: 52.1, longitude: 5.1, location_source: 'gps', location_delay_s: 2, coordinate_uncertainty_m: 9 };
  expect(await database.observations.get(id), title).toMatchObject(place);
  const rows = await world.veld.db.selectFrom('observations').selectAll().where('id', '=', id).execute();
  expect(rows, title).toMatchObject([place]);
  const writes = await world.veld.db.selectFrom('observation_writes').selectAll().where('observation_id', '=', id).execute();
  expect(writes.length, title).toBeLessThanOrEqual(2);
}

const ORDERS: readonly (readonly Step[])[] = [
  ['save', 'fix', 'send', 'send'],
  ['save', 'send', 'fix', 'send', 'send'],
  ['save', 'send', 'restart', 'fix', 'send', 'send'],
];

test('a place that follows its record survives a kill at every request to the database, and is sent once', async () => {
  let kills = 0;
  for (const order of ORDERS)
    for (const fatal of order.keys())
      for (let requests = 0; ; requests++) {
        const { id, wasKilled } = await run(order, fatal, () => (phone.app.run.killAfter = requests));
        await phone.until(() => steps.send());
        await expectStored(id, `${order.join()} killed in step ${fatal} after ${requests} requests`);
        if (!wasKilled) break;
        kills++;
      }
  expect(kills).toBeGreaterThan(30);
});

test.each<RequestFault>(['killed', 'unsent', 'lost', 'refused', 'half'])(
  'a place that arrives late survives a request that is %s',
  async (fault) => {
    expect.hasAssertions();
    for (const order of ORDERS)
      for (const fatal of order.flatMap((step, index) => (step === 'send' ? [index] : []))) {
        const { id } = await run(order, fatal, () => (phone.fault = (n) => (n === 0 ? fault : null)));
        world.now += 10 * 60_000;
        await phone.until(() => steps.send());
        await phone.until(() => steps.send());
        await expectStored(id, `${order.join()}: request ${fault} in step ${fatal}`);
      }
  },
);
