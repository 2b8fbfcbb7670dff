import { webcrypto } from 'node:crypto';
import { register } from '@veld/contract';
import { PASSWORD } from '../../server/src/testing/people.ts';
import { Acts } from './acts.ts';
import { type Chance, chanceOf, uuidOf } from './chance.ts';
import { Device } from './device.ts';
import { Model } from './model.ts';
import { compare } from './person.ts';
import type { Trouble, World } from './world.ts';

interface Person {
  acts: Acts;
  devices: Device[];
}

export interface Ran {
  kills: number;
  troubles: number;
  refusals: number;
  conflicts: number;
  records: number;
  photos: number;
  saves: number;
  /** Captions, licences and crops. */
  words: number;
  moves: number;
}

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

/** Two people with three devices each, so many steps of what people and the world do, then quiet. Throws what is wrong. */
export async function simulate(world: World, seed: number, steps: number): Promise<Ran> {
  const chance = chanceOf(seed, 1);
  const ids = chanceOf(seed, 2);
  const before = webcrypto.randomUUID;
  webcrypto.randomUUID = () => uuidOf(ids);
  try {
    const people: Person[] = [];
    for (const name of ['anna', 'bram']) people.push(await newPerson(world, seed, name, chance));
    const ran: Ran = { kills: 0, troubles: 0, refusals: 0, conflicts: 0, records: 0, photos: 0, saves: 0, words: 0, moves: 0 };
    for (let step = 0; step < steps; step++) await oneStep(world, people, chance, ran, seed, step);
    for (const { acts, devices } of people) {
      await quiet(world, acts, devices, ran);
      const faults = await compare(world, acts.model, devices);
      if (faults.length > 0) throw new Error(faults.slice(0, 12).join('\n'));
      for (const record of acts.model.records.values()) {
        ran.records++;
        ran.photos += record.photos.size;
        ran.moves += record.order.moves;
        for (const photo of record.photos.values()) ran.words += photo.words.size - 1;
        for (const written of Object.values(record.fields)) ran.saves += written.size;
      }
    }
    return ran;
  } finally {
    webcrypto.randomUUID = before;
  }
}

async function newPerson(world: World, seed: number, name: string, chance: Chance): Promise<Person> {
  const own = `${name}${seed}`;
  const email = `${own}@example.org`;
  const made = await world.veld.call(register, { body: { name: own, email, password: PASSWORD, device_name: 'at the desk' } });
  if (made.status !== 200) throw new Error(`${own} could not register: ${made.status}`);
  const devices: Device[] = [];
  for (const kind of ['phone', 'tablet', 'laptop']) {
    const skew = chance.pick([0, 0, 0, 20 * MINUTE, -3 * YEAR, 5 * YEAR]);
    const device = new Device(world, `${own}'s ${kind}`, email, skew, chance);
    await device.start();
    devices.push(device);
  }
  return { acts: new Acts(own, new Model(), chance), devices };
}

async function oneStep(world: World, people: Person[], chance: Chance, ran: Ran, seed: number, step: number): Promise<void> {
  const { acts, devices } = chance.pick(people);
  const device = chance.pick(devices);
  const roll = chance.below(100);
  device.trouble = () => null;
  const isKilled = roll < 45 && chance.is(0.08);
  if (isKilled) device.app.life.killAfter = chance.below(12);
  const life = device.app.life;
  if (roll < 14) await acts.create(device);
  else if (roll < 36) await acts.edit(device);
  else if (roll < 40) await acts.remove(device);
  else if (roll < 45) await acts.draft(device);
  else if (roll < 47) await acts.seeWizard(device);
  else if (roll < 82) await sync(world, acts, device, devices, { chance, ran, seed, step });
  else if (roll < 87) device.isOffline = !device.isOffline;
  else if (roll < 92) world.now += chance.pick([2, 20, 400]) * MINUTE;
  else if (roll < 95) device.app.life.kill();
  else if (roll < 97) {
    await device.refuseSession(chance.pick(['expired', 'revoked']));
    ran.refusals++;
  } else if (await acts.decide(device)) ran.conflicts++;
  if (life.isDead) ran.kills++;
  if (device.isDead) await device.start();
  device.app.life.killAfter = null;
}

interface Fate {
  chance: Chance;
  ran: Ran;
  seed: number;
  step: number;
}

/** Sends and fetches while everything may go wrong, and while the person or another device does something else. */
async function sync(world: World, acts: Acts, device: Device, devices: Device[], { chance, ran, seed, step }: Fate): Promise<void> {
  const { auth } = device.app;
  if (!auth.state().token) {
    if (!device.isOffline) await device.until(() => device.login());
  }
  const isCalm = chance.is(0.3);
  device.trouble = (n) => {
    const fate = chanceOf(seed, step, n, 3);
    const trouble: Trouble = isCalm || fate.is(0.8) ? null : fate.pick<Trouble>(['refused', 'lost', 'lost', 'half', 'killed', 'unsent']);
    if (trouble) ran.troubles++;
    return trouble;
  };
  const other = chance.pick(devices);
  const what = chance.below(10);
  const n = chance.below(5);
  if (what < 3) device.meanwhile = { n, work: () => acts.edit(device) };
  else if (what < 5 && other !== device)
    device.meanwhile = {
      n,
      work: async () => {
        other.trouble = () => null;
        await other.until(async ({ sender, pull }) => {
          await sender.flushNow();
          await pull.run();
        });
      },
    };
  // In the middle of noting what the server said.
  if (chance.is(0.1)) device.app.life.killAfter = chance.below(80);
  const isAwake = chance.is(0.5);
  await device.until(async ({ sender, pull }) => {
    await (isAwake ? sender.flushNow() : sender.flush());
    await pull.run();
  });
}

/** No more faults: everybody logs in, decides, sends and fetches until nothing changes any more. */
async function quiet(world: World, acts: Acts, devices: Device[], ran: Ran): Promise<void> {
  for (const device of devices) {
    device.isOffline = false;
    device.trouble = () => null;
  }
  let calm = 0;
  for (let round = 0; round < 60 && calm < 2; round++) {
    world.now += 10 * MINUTE;
    let isBusy = false;
    for (const device of devices) {
      await device.until(async ({ auth, sender, pull, database }) => {
        if (!auth.state().token) await device.login();
        await sender.flushNow();
        await pull.run();
        if (await acts.decide(device)) {
          ran.conflicts++;
          isBusy = true;
        }
        if ((await database.outbox.count()) > 0) isBusy = true;
      });
    }
    calm = isBusy ? 0 : calm + 1;
  }
}
