import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { randomOf } from '../../bench/report.ts';
import { killServer } from '../prove/kill-server.ts';
import { type RunningVeld, startVeld } from '../server.ts';
import { type Came, Writer } from './writer.ts';

it('S1: what was acknowledged before a SIGKILL is there once, with its points counted once', async () => {
  const found = await killServer({ writes: 250, kills: 3, random: randomOf(Math.floor(Math.random() * 1e9)) });
  expect(found.kills).toBe(3);
  expect(found.acknowledged).toBeGreaterThanOrEqual(250);
  expect(found).toMatchObject({ lost: 0, doubled: 0, wrongXp: 0 });
});

describe('under load', () => {
  let veld: RunningVeld;
  let anna: Writer;
  beforeEach(async () => {
    veld = await startVeld();
    anna = await new Writer(veld).register('anna');
  });
  afterEach(() => veld.remove());

  /** Saves and reads without a pause until told to stop; answers everything that came. */
  function load(people: Writer[]): { came: Came[]; acknowledged: Set<string>; end: () => Promise<void> } {
    const came: Came[] = [];
    const acknowledged = new Set<string>();
    let isOver = false;
    const loops = people.flatMap((who) => [
      (async () => {
        while (!isOver) {
          const id = randomUUID();
          const answer = await who.save(id);
          came.push(answer);
          if (answer.status === 200) acknowledged.add(id);
          if (answer.status === null) await sleep(20);
        }
      })(),
      (async () => {
        while (!isOver) {
          const answer = await who.read();
          came.push(answer);
          if (answer.status === null) await sleep(20);
        }
      })(),
    ]);
    return {
      came,
      acknowledged,
      async end() {
        isOver = true;
        await Promise.all(loops);
      },
    };
  }

  it('S2: told to stop, it finishes what is under way and ends in order; nobody gets a fault of the server', async () => {
    const people = [anna, ...(await Promise.all(['bram', 'chen', 'dewi'].map((name) => new Writer(veld).register(name))))];
    const traffic = load(people);
    await expect.poll(() => traffic.acknowledged.size).toBeGreaterThan(40);
    const began = Date.now();
    expect(await veld.stop()).toBe(0);
    expect(Date.now() - began).toBeLessThan(20_000 * inject('machineFactor'));
    await traffic.end();
    expect([...new Set(traffic.came.map(({ status }) => status))].filter((status) => status !== null && status !== 200)).toEqual([]);
    await veld.start();
    const stored = new Set((await Promise.all(people.map((who) => who.stored()))).flatMap((found) => [...found.keys()]));
    for (const id of traffic.acknowledged) expect(stored.has(id)).toBe(true);
  });

  it('S3: when PostgreSQL is killed the same server answers 503 for a moment and recovers by itself', async () => {
    const traffic = load([anna]);
    await expect.poll(() => traffic.acknowledged.size).toBeGreaterThan(10);
    const before = veld.pid();
    for (let round = 0; round < 2; round++) {
      const postmaster = Number(readFileSync(join(veld.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(postmaster, 'SIGKILL');
      const reached = traffic.acknowledged.size;
      await expect.poll(() => traffic.acknowledged.size).toBeGreaterThan(reached + 5);
    }
    await traffic.end();
    expect(veld.pid()).toBe(before);
    for (const { status, retryAfter } of traffic.came) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(retryAfter).toBeLessThanOrEqual(3);
    }
    const stored = await anna.stored();
    for (const id of traffic.acknowledged) expect(stored.get(id)).toBe(1);
  });
});
