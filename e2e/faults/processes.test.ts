import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { seedRandom } from '../../bench/report.ts';
import { killServer } from '../prove/kill-server.ts';
import type { RunningVeld } from '../server.ts';
import { startVeldFrom } from '../template.ts';
import { type Reply, Writer } from './writer.ts';

it('S1: every write acknowledged before a SIGKILL is stored once, and its points are counted once', async () => {
  const { writes, kills } = inject('isLong') ? { writes: 250, kills: 3 } : { writes: 75, kills: 1 };
  const found = await killServer({
    writes,
    kills,
    random: seedRandom(Math.floor(Math.random() * 1e9)),
    start: () => startVeldFrom(inject('template')),
  });
  expect(found.kills).toBe(kills);
  expect(found.acknowledged).toBeGreaterThanOrEqual(writes);
  expect(found).toMatchObject({ lost: 0, doubled: 0, wrongXp: 0 });
});

describe('under load', () => {
  let veld: RunningVeld;
  let anna: Writer;
  beforeEach(async () => {
    veld = await startVeldFrom(inject('template'));
    anna = await new Writer(veld).register('anna');
  });
  afterEach(() => veld.remove());

  /** Saves and reads for each person in a loop until `end` is called; collects all replies and the ids of acknowledged saves. */
  function load(people: Writer[]): { replies: Reply[]; acknowledged: Set<string>; end: () => Promise<void> } {
    const replies: Reply[] = [];
    const acknowledged = new Set<string>();
    let isOver = false;
    const loops = people.flatMap((person) => [
      (async () => {
        while (!isOver) {
          const id = randomUUID();
          const reply = await person.save(id);
          replies.push(reply);
          if (reply.status === 200) acknowledged.add(id);
          if (reply.status === null) await sleep(20);
        }
      })(),
      (async () => {
        while (!isOver) {
          const reply = await person.read();
          replies.push(reply);
          if (reply.status === null) await sleep(20);
        }
      })(),
    ]);
    return {
      replies,
      acknowledged,
      async end() {
        isOver = true;
        await Promise.all(loops);
      },
    };
  }

  it('S2: on SIGTERM the server finishes the requests in progress, exits with 0, and answers none with an error', async () => {
    const people = [anna, ...(await Promise.all(['bram', 'chen', 'dewi'].map((name) => new Writer(veld).register(name))))];
    const traffic = load(people);
    await expect.poll(() => traffic.acknowledged.size).toBeGreaterThan(40);
    const began = Date.now();
    expect(await veld.stop()).toBe(0);
    expect(Date.now() - began).toBeLessThan(20_000 * inject('machineFactor'));
    await traffic.end();
    expect([...new Set(traffic.replies.map(({ status }) => status))].filter((status) => status !== null && status !== 200)).toEqual([]);
    await veld.start();
    const stored = new Set((await Promise.all(people.map((person) => person.stored()))).flatMap((found) => [...found.keys()]));
    for (const id of traffic.acknowledged) expect(stored.has(id)).toBe(true);
  });

  it('S3: when PostgreSQL is killed, the server process answers 503 for a moment and recovers without a restart', async () => {
    const traffic = load([anna]);
    await expect.poll(() => traffic.acknowledged.size).toBeGreaterThan(10);
    const before = veld.pid();
    for (let round = 0; round < (inject('isLong') ? 2 : 1); round++) {
      const postmaster = Number(readFileSync(join(veld.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(postmaster, 'SIGKILL');
      const reached = traffic.acknowledged.size;
      await expect.poll(() => traffic.acknowledged.size).toBeGreaterThan(reached + 5);
    }
    await traffic.end();
    expect(veld.pid()).toBe(before);
    for (const { status, retryAfter } of traffic.replies) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(retryAfter).toBeLessThanOrEqual(3);
    }
    const stored = await anna.stored();
    for (const id of traffic.acknowledged) expect(stored.get(id)).toBe(1);
  });
});
