import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { register } from '@veld/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareDatabase } from '../../server/src/prepare.ts';
import {
  type Balancer,
  canReplicate,
  type Node,
  startBalancer,
  startPrimary,
  startStandby,
  waitForReplay,
} from '../../server/src/testing/cluster.ts';
import { PASSWORD } from '../../server/src/testing/people.ts';
import { deleteObservation, saveObservation } from '../../web/src/local/records/observations';
import { activeDevice } from './active-device.ts';
import { Device } from './device.ts';
import { seededRandom } from './seeded-random.ts';
import { newWorld, type World } from './world.ts';

// The app opens its database in one place; here that is the database of the active device.
vi.mock('../../web/src/local/db/database', async (original) => ({
  ...(await original<typeof import('../../web/src/local/db/database')>()),
  openUserDatabase: (userId: string) => activeDevice.open(userId),
}));

/** `npm run prove -- cluster` asks for more. */
const FAILOVERS = Number(process.env.VELD_FAILOVERS ?? 1);

let primary: Node;
let standby: Node;
let balancer: Balancer;
let world: World;
let devices: Device[];

beforeAll(async () => {
  if (!canReplicate) return;
  primary = await startPrimary();
  await prepareDatabase(primary.appUrl, { hasServerRole: false });
  standby = await startStandby(primary);
  balancer = await startBalancer(primary);
  world = await newWorld({}, { on: balancer.url });
  const email = 'anna@example.org';
  await world.veld.call(register, { body: { name: 'anna', email, password: PASSWORD, device_name: 'at the desk' } });
  devices = ['phone', 'tablet'].map((name, index) => new Device(world, name, email, 0, seededRandom(index)));
  for (const device of devices) await device.start();
});
afterAll(async () => {
  await world?.close();
  await balancer?.close();
  await Promise.all([primary?.stop(), standby?.stop()]);
});

/** Sends and fetches until nothing is left to do on any device. */
async function syncAll(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    for (const device of devices) {
      await device.until(async ({ database, sender, pull }) => {
        await database.outbox.toCollection().modify({ next_try_at: 0 });
        await sender.flush();
        await pull.run();
      });
    }
  }
}

async function save(device: Device, notes: string, id: string = randomUUID()): Promise<string> {
  await device.until(async ({ database, auth }) => {
    const { name, is_pro, id: userId } = auth.state().user!;
    await saveObservation(database, { verbatim_name: 'a wren', observed_on: '2026-05-10', notes }, [], {
      id,
      user: { id: userId, name, is_pro },
    });
  });
  return id;
}

/** The notes of each record that is not deleted. */
async function onServer(): Promise<Record<string, string | null>> {
  const rows = await world.veld.db.selectFrom('observations').select(['id', 'notes']).where('deleted_at', 'is', null).execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.notes]));
}

async function onDevice(device: Device): Promise<Record<string, string | null>> {
  let found: Record<string, string | null> = {};
  await device.until(async ({ database }) => {
    found = Object.fromEntries((await database.observations.toArray()).map((record) => [record.id, record.notes ?? null]));
  });
  return found;
}

/** The standby gets no more of the log, as when its connection is cut. */
async function cutReplication(): Promise<void> {
  await standby.query("alter system set primary_conninfo = ''");
  await standby.query('select pg_reload_conf()');
  await vi.waitFor(async () => expect(await standby.query('select 1 from pg_stat_wal_receiver')).toEqual([]), { timeout: 30_000 });
}

async function failOver(): Promise<void> {
  await primary.kill();
  await standby.query('select pg_promote()');
  balancer.pointAt(standby);
  await primary.stop();
  primary = standby;
  standby = await startStandby(primary);
  await vi.waitFor(async () => expect((await world.veld.fetch('/api/ready')).status).toBe(200), { timeout: 60_000, interval: 50 });
}

test.runIf(canReplicate)(
  'S24: after a failover that lost acknowledged writes, every record of every device is back, and none is there twice',
  async () => {
    const expected: Record<string, string> = {};
    for (let failover = 0; failover < FAILOVERS; failover++) {
      const [phone, tablet] = devices as [Device, Device];
      const [kept, edited, removed] = [
        await save(phone, `kept ${failover}`),
        await save(phone, `before ${failover}`),
        await save(tablet, 'unwanted'),
      ];
      await syncAll();
      await waitForReplay(primary, standby);
      await cutReplication();

      // Acknowledged and fetched by both devices, and then lost.
      const lost = [await save(phone, `lost ${failover}`), await save(tablet, `lost too ${failover}`)];
      await save(phone, `after ${failover}`, edited);
      await tablet.until(({ database }) => deleteObservation(database, removed));
      await syncAll();
      Object.assign(expected, {
        [kept]: `kept ${failover}`,
        [edited]: `after ${failover}`,
        [lost[0]!]: `lost ${failover}`,
        [lost[1]!]: `lost too ${failover}`,
      });
      expect(await onServer()).toEqual(expected);

      await failOver();
      expect(Object.keys(await onServer())).not.toContain(lost[0]);
      // Written by another device before the first has seen the failover.
      const next = await save(tablet, `next ${failover}`);
      expected[next] = `next ${failover}`;
      await syncAll();
      expect(await onServer()).toEqual(expected);
      for (const device of devices) {
        expect(await onDevice(device), device.name).toEqual(expected);
        await device.until(async ({ database }) => expect(await database.outbox.toArray(), device.name).toEqual([]));
      }
    }
  },
);
