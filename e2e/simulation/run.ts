import { webcrypto } from 'node:crypto';
import { register } from '@veld/contract';
import { settleAll } from '../../server/src/features/motivation/settle.ts';
import { PASSWORD } from '../../server/src/testing/people.ts';
import { Actions } from './actions.ts';
import { Device } from './device.ts';
import { Model } from './model.ts';
import { compare } from './person.ts';
import { type SeededRandom, seededRandom, drawUuid } from './seeded-random.ts';
import { SocialActions } from './social-actions.ts';
import { compareSocial } from './social-faults.ts';
import { SocialModel } from './social-model.ts';
import type { RequestFault, World } from './world.ts';

interface Person {
  userId: string;
  actions: Actions;
  social: SocialModel;
  devices: Device[];
}

/** How often things happened in a simulation; the long names of these counts are in e2e/prove/simulation.ts. */
export interface Counts {
  kills: number;
  requestFaults: number;
  refusals: number;
  conflicts: number;
  records: number;
  photos: number;
  saves: number;
  /** Changes of captions, licences and crops. */
  metadata: number;
  moves: number;
  reactions: number;
  comments: number;
  /** Also withdrawn ones. */
  identifications: number;
}

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

/**
 * Simulates two people with three devices each: `steps` random actions and faults, then a quiet period in which everything syncs.
 * Throws an error that lists the faults, if there are any.
 */
export async function simulate(world: World, seed: number, steps: number): Promise<Counts> {
  const random = seededRandom(seed, 1);
  const ids = seededRandom(seed, 2);
  const before = webcrypto.randomUUID;
  webcrypto.randomUUID = () => drawUuid(ids);
  try {
    const people: Person[] = [];
    const userIds: string[] = [];
    for (const name of ['anna', 'bram']) people.push(await newPerson(world, { seed, name, random, userIds }));
    const counts: Counts = {
      kills: 0,
      requestFaults: 0,
      refusals: 0,
      conflicts: 0,
      records: 0,
      photos: 0,
      saves: 0,
      metadata: 0,
      moves: 0,
      reactions: 0,
      comments: 0,
      identifications: 0,
    };
    for (let step = 0; step < steps; step++) await oneStep(world, people, random, counts, seed, step);
    await syncAll(world, people, counts);
    await settleAll(world.veld.context);
    const faults: string[] = [];
    for (const { actions, devices } of people) faults.push(...(await compare(world, actions.model, devices)));
    for (const { social, userId } of people) faults.push(...(await compareSocial(world, social, userId)));
    if (faults.length > 0) throw new Error(faults.slice(0, 12).join('\n'));
    for (const person of people) addTo(counts, person);
    return counts;
  } finally {
    webcrypto.randomUUID = before;
  }
}

/** Counts what a person has done. */
function addTo(counts: Counts, { actions, social }: Person): void {
  for (const record of actions.model.records.values()) {
    counts.records++;
    counts.photos += record.photos.size;
    counts.moves += record.order.moves;
    for (const photo of record.photos.values()) counts.metadata += photo.metadata.size - 1;
    for (const written of Object.values(record.fields)) counts.saves += written.size;
  }
  counts.reactions += social.reactionCount;
  counts.comments += social.comments.size;
  counts.identifications += social.identificationCount;
}

/** `userIds` are those of everybody so far, to which this one is added. */
async function newPerson(
  world: World,
  { seed, name, random, userIds }: { seed: number; name: string; random: SeededRandom; userIds: string[] },
): Promise<Person> {
  const own = `${name}${seed}`;
  const email = `${own}@example.org`;
  const made = await world.veld.call(register, { body: { name: own, email, password: PASSWORD, device_name: 'at the desk' } });
  if (made.status !== 200) throw new Error(`${own} could not register: ${made.status}`);
  const devices: Device[] = [];
  for (const kind of ['phone', 'tablet', 'laptop']) {
    const skew = random.pick([0, 0, 0, 20 * MINUTE, -3 * YEAR, 5 * YEAR]);
    const device = new Device(world, `${own}'s ${kind}`, email, skew, random);
    await device.start();
    devices.push(device);
  }
  const userId = devices[0]!.app.auth.state().user!.id;
  userIds.push(userId);
  const social = new SocialModel();
  const actions = new Actions(own, new Model(), new SocialActions(world, social, random, userIds), random);
  return { userId, actions, social, devices };
}

async function oneStep(world: World, people: Person[], random: SeededRandom, counts: Counts, seed: number, step: number): Promise<void> {
  const { actions, devices } = random.pick(people);
  const device = random.pick(devices);
  const roll = random.below(100);
  device.fault = () => null;
  const isKilled = roll < 45 && random.is(0.08);
  if (isKilled) device.app.run.killAfter = random.below(12);
  const run = device.app.run;
  if (roll < 12) await actions.create(device);
  else if (roll < 24) await actions.edit(device);
  else if (roll < 36) await actions.social.act(device);
  else if (roll < 40) await actions.remove(device);
  else if (roll < 45) await actions.draft(device);
  else if (roll < 47) await actions.seeWizard(device);
  else if (roll < 82) await sync(world, actions, device, devices, { random, counts, seed, step });
  else if (roll < 87) device.isOffline = !device.isOffline;
  else if (roll < 92) world.now += random.pick([2, 20, 400]) * MINUTE;
  else if (roll < 95) device.app.run.kill();
  else if (roll < 97) {
    await device.refuseSession(random.pick(['expired', 'revoked']));
    counts.refusals++;
  } else if (await actions.decide(device)) counts.conflicts++;
  if (run.isDead) counts.kills++;
  if (device.isDead) await device.start();
  device.app.run.killAfter = null;
}

interface StepContext {
  random: SeededRandom;
  counts: Counts;
  seed: number;
  step: number;
}

/** Sends and fetches, with faults in the requests, and with edits or another device in between. */
async function sync(
  world: World,
  actions: Actions,
  device: Device,
  devices: Device[],
  { random, counts, seed, step }: StepContext,
): Promise<void> {
  const { auth } = device.app;
  if (!auth.state().token) {
    if (!device.isOffline) await device.until(() => device.login());
  }
  const isCalm = random.is(0.3);
  device.fault = (n) => {
    const requestRandom = seededRandom(seed, step, n, 3);
    const fault: RequestFault =
      isCalm || requestRandom.is(0.8) ? null : requestRandom.pick<RequestFault>(['refused', 'lost', 'lost', 'half', 'killed', 'unsent']);
    if (fault) counts.requestFaults++;
    return fault;
  };
  const other = random.pick(devices);
  const what = random.below(10);
  const n = random.below(5);
  if (what < 3) device.meanwhile = { n, work: () => actions.edit(device) };
  else if (what < 5 && other !== device)
    device.meanwhile = {
      n,
      work: async () => {
        other.fault = () => null;
        await other.until(async ({ sender, pull }) => {
          await sender.flushNow();
          await pull.run();
        });
      },
    };
  // Kills the app while it stores a response.
  if (random.is(0.1)) device.app.run.killAfter = random.below(80);
  const isAwake = random.is(0.5);
  await device.until(async ({ sender, pull }) => {
    await (isAwake ? sender.flushNow() : sender.flush());
    await pull.run();
  });
}

/** Without faults: every device logs in, resolves conflicts, sends and fetches until nothing changes any more. */
async function syncAll(world: World, people: readonly Person[], counts: Counts): Promise<void> {
  const all = people.flatMap(({ actions, devices }) => devices.map((device) => ({ actions, device })));
  for (const { device } of all) {
    device.isOffline = false;
    device.fault = () => null;
  }
  let quietRounds = 0;
  for (let round = 0; round < 60 && quietRounds < 2; round++) {
    world.now += 10 * MINUTE;
    let isBusy = false;
    for (const { actions, device } of all) {
      await device.until(async ({ auth, sender, pull, database }) => {
        if (!auth.state().token) await device.login();
        await sender.flushNow();
        await pull.run();
        if (await actions.decide(device)) {
          counts.conflicts++;
          isBusy = true;
        }
        if ((await database.outbox.count()) > 0) isBusy = true;
      });
    }
    quietRounds = isBusy ? 0 : quietRounds + 1;
  }
}
