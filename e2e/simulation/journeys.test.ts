import 'fake-indexeddb/auto';
import { listJourneyChanges, listJourneyPoints, type OwnJourney, register, type TrackPoint } from '@veld/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PASSWORD } from '../../server/src/testing/people.ts';
import { createLocation } from '../../web/src/device/location';
import { FakeGeolocation } from '../../web/src/device/testing/fake-geolocation';
import { TrackRecorder } from '../../web/src/device/track/recorder';
import {
  finishJourney,
  openJourney,
  ownJourney,
  queueJourney,
  setPaused,
  startJourney,
} from '../../web/src/local/records/journeys/journeys';
import { readTrack } from '../../web/src/local/records/journeys/point-log';
import { journeyStart } from '../../web/src/local/testing/journeys';
import { activeDevice } from './active-device.ts';
import { Device } from './device.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';
import { newWorld, type RequestFault, type World } from './world.ts';

// The app opens its database in one place; here that is the database of the active device.
vi.mock('../../web/src/local/db/database', async (original) => ({
  ...(await original<typeof import('../../web/src/local/db/database')>()),
  openUserDatabase: (userId: string) => activeDevice.open(userId),
}));

// `npm run prove -- journeys` runs 200 seeds; `npm test` runs fewer.
const seeds = Number(process.env.VELD_SEEDS ?? (process.env.VELD_LONG === '1' ? 40 : 4));
const steps = Number(process.env.VELD_STEPS ?? 40);
const first = Number(process.env.VELD_SEED ?? 1);

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

// A recorder that is killed says that it could not store a point.
vi.spyOn(console, 'error').mockImplementation(() => undefined);

const MINUTE = 60_000;
const FAULTS: readonly RequestFault[] = ['refused', 'lost', 'half', 'killed', 'unsent'];
interface Counts {
  points: number;
  kills: number;
  pauses: number;
  clockChanges: number;
  requestFaults: number;
}

/** The phone of a person on a journey, and what it reported and acknowledged. */
class Walk {
  readonly counts: Counts = { points: 0, kills: 0, pauses: 0, clockChanges: 0, requestFaults: 0 };
  /** The latitudes in the order in which they were reported. Each is reported once. */
  readonly reported: number[] = [];
  /** Those of which the app said that they are stored. */
  readonly stored: number[] = [];
  readonly phone: Device;
  readonly #random: SeededRandom;
  /** By how much somebody set the clock of the phone. */
  #set = 0;
  #id = '';
  #recorder: TrackRecorder | null = null;
  #geolocation = new FakeGeolocation();

  constructor(phone: Device, random: SeededRandom) {
    this.phone = phone;
    this.#random = random;
  }

  get id(): string {
    return this.#id;
  }

  #now = () => this.phone.now() + this.#set;

  async begin(): Promise<void> {
    await this.phone.start();
    this.#id = await startJourney(this.phone.app.database, journeyStart(), this.#now());
  }

  /** Starts the app again if it was killed, and goes on recording. */
  async record(): Promise<void> {
    if (this.phone.isDead) {
      this.counts.kills++;
      await this.phone.start();
      this.#recorder = null;
    }
    if (this.#recorder) return;
    await this.phone.until(async ({ database }) => {
      const journey = await openJourney(database);
      if (journey?.id !== this.#id) throw new Error('The running journey is not there any more.');
      const clock = { now: this.#now, after: () => () => {} };
      this.#geolocation = new FakeGeolocation(this.#now);
      const location = createLocation({
        geolocation: this.#geolocation,
        isSecure: () => true,
        clock,
        permission: () => Promise.resolve(null),
      });
      const clocks = { now: this.#now, elapsed: () => world.now };
      const recorder = new TrackRecorder({ database, journey, location, dayOf: String, clock, clocks });
      await recorder.start();
      recorder.setPaused(journey.paused_at !== null);
      this.#recorder = recorder;
    });
  }

  async step(): Promise<void> {
    await this.record();
    const kind = this.#random.below(20);
    // At any of the next database requests, also in the middle of a write.
    if (this.#random.below(4) === 0 && !this.phone.isDead) this.phone.app.run.killAfter = this.#random.below(60);
    if (kind < 12) await this.#walk(1 + this.#random.below(40));
    else if (kind < 14) await this.#pause();
    else if (kind < 16) this.#setClock();
    else if (kind < 17) world.now += this.#random.below(40) * MINUTE;
    else await this.send();
    if (!this.phone.isDead) this.phone.app.run.killAfter = null;
  }

  async #walk(fixes: number): Promise<void> {
    for (let at = 0; at < fixes && !this.phone.isDead; at++) {
      world.now += 10_000;
      const latitude = Number((40 + 0.0002 * this.reported.length).toFixed(4));
      await this.phone.until(async () => {
        const before = this.#recorder!.store.getState().points;
        this.reported.push(latitude);
        this.#geolocation.report(latitude, 5.12, 6);
        await this.#recorder!.flush();
        if (this.#recorder!.store.getState().points > before) this.stored.push(latitude);
      });
    }
  }

  async #pause(): Promise<void> {
    this.counts.pauses++;
    await this.phone.until(async ({ database }) => {
      const isPaused = (await ownJourney(database, this.#id))!.paused_at !== null;
      await setPaused(database, this.#id, !isPaused, this.#now());
      this.#recorder!.setPaused(!isPaused);
    });
  }

  #setClock(): void {
    this.counts.clockChanges++;
    this.#set = (this.#random.below(7) - 3) * 60 * MINUTE;
  }

  async send(isQuiet = false): Promise<void> {
    this.phone.fault = isQuiet
      ? () => null
      : () => {
          if (this.#random.below(3) > 0) return null;
          this.counts.requestFaults++;
          return FAULTS[this.#random.below(FAULTS.length)]!;
        };
    await this.phone.until(async ({ database, sender }) => {
      await queueJourney(database, this.#id, this.#now());
      await database.outbox.toCollection().modify({ next_try_at: 0 });
      await sender.flush();
    });
    this.phone.fault = () => null;
  }

  /** Finishes without faults, and sends what is left. */
  async end(): Promise<void> {
    await this.record();
    await this.phone.until(async ({ database }) => {
      await this.#recorder!.stop();
      await finishJourney(database, this.#id, this.#now(), this.#now());
    });
    for (let again = 0; again < 3; again++) {
      world.now += 60 * MINUTE;
      await this.send(true);
    }
    this.counts.points = this.stored.length;
  }
}

async function everyPoint(token: string, id: string): Promise<TrackPoint[]> {
  const points: TrackPoint[] = [];
  for (let more = true; more;) {
    const query = { after: points.at(-1)?.seq ?? -1, limit: 700 };
    const page = (await world.veld.call(listJourneyPoints, { params: { id }, query }, token)).body;
    points.push(...page.data);
    more = page.has_more;
  }
  return points;
}

async function journey(seed: number): Promise<Counts> {
  const random = seededRandom(seed, 1);
  const email = `walker${seed}@example.org`;
  const made = await world.veld.call(register, { body: { name: `walker${seed}`, email, password: PASSWORD, device_name: 'at the desk' } });
  const token = made.body.token;
  const walk = new Walk(new Device(world, 'phone', email, 0, random), random);
  await walk.begin();
  for (let step = 0; step < steps; step++) await walk.step();
  await walk.end();

  const { database } = walk.phone.app;
  walk.phone.activate();
  const mine = await readTrack(database, walk.id);
  const latitudes = mine.map(({ latitude }) => latitude);
  const known = new Set(latitudes);
  expect(
    walk.stored.filter((latitude) => !known.has(latitude)),
    'lost',
  ).toEqual([]);
  expect(latitudes, 'in the order in which they were reported, each once').toEqual(walk.reported.filter((latitude) => known.has(latitude)));
  expect(mine.map(({ seq }) => seq)).toEqual([...new Set(mine.map(({ seq }) => seq))].toSorted((one, other) => one - other));
  const times = mine.map(({ t }) => t!);
  expect(times).toEqual(times.toSorted((one, other) => one - other));

  expect(await everyPoint(token, walk.id), 'the server').toEqual(mine);
  const changes = (await world.veld.call(listJourneyChanges, {}, token)).body.data as OwnJourney[];
  expect(changes.map(({ id, track }) => [id, track.points])).toEqual([[walk.id, mine.length]]);
  expect(await database.outbox.count()).toBe(0);

  const tablet = new Device(world, 'tablet', email, 0, random);
  await tablet.start();
  await tablet.until(({ pull }) => pull.run());
  expect(await readTrack(tablet.app.database, walk.id), 'the second device').toEqual(mine);
  expect(await ownJourney(tablet.app.database, walk.id)).toMatchObject({ ended_at: changes[0]!.ended_at });
  return walk.counts;
}

test(`journeys with kills, pauses, clock changes and cut requests lose, repeat and reorder no point, ${seeds} times`, async () => {
  const sum: Record<string, number> = {};
  const failed: string[] = [];
  for (let seed = first; seed < first + seeds; seed++) {
    const counts = await journey(seed).catch((error: unknown) => {
      failed.push(`seed ${seed}: npm run prove -- journeys --seed ${seed} --seeds 1 --steps ${steps}\n${String(error)}`);
      return null;
    });
    for (const [name, count] of Object.entries(counts ?? {})) sum[name] = (sum[name] ?? 0) + (count as number);
  }
  console.log(`journeys ${JSON.stringify({ seeds, steps, failed: failed.length, ...sum })}`);
  expect(failed).toEqual([]);
  if (seeds >= 4 && steps >= 40)
    for (const name of ['points', 'kills', 'pauses', 'clockChanges', 'requestFaults']) expect(sum[name], name).toBeGreaterThan(0);
});
