import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairQueue, forDecoders, type QueueLimits } from './fair-queue.ts';
import { Fault } from './fault.ts';

const limits: QueueLimits = { running: 2, runningOfOne: 1, waiting: 6, waitingOfOne: 4, maxWaitMs: 60_000 };

/** Work that ends when the test says so. */
function task(started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { name, end: () => resolve(name), fail: () => reject(new Error(name)), run: () => (started.push(name), promise) };
}

const faultOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof Fault ? [error.code, error.details.retryAfter] : error;
};

describe('the queue of work for people', () => {
  it('runs what the limits allow, and lets people take turns', async () => {
    const started: string[] = [];
    const queue = new FairQueue(limits);
    const of = (person: string, count: number) => Array.from({ length: count }, (_, at) => task(started, `${person}${at}`));
    const [anna, bram, chen] = [of('anna', 4), of('bram', 2), of('chen', 1)];
    const all = [...anna, ...bram, ...chen].map((one) => queue.run(one.name.slice(0, 4), one.run));
    await delay(0);
    expect(started).toEqual(['anna0', 'bram0']);
    for (const one of [...anna, ...bram, ...chen]) one.end();
    await Promise.all(all);
    expect(started.indexOf('chen0')).toBeLessThan(started.indexOf('anna2'));
    expect(started.indexOf('bram1')).toBeLessThan(started.indexOf('anna3'));
    expect(started).toHaveLength(7);
  });

  it('refuses what is too much of one person or altogether, but no job, and takes more once there is room', async () => {
    const started: string[] = [];
    const queue = new FairQueue(limits);
    const tasks = Array.from({ length: 9 }, (_, at) => task(started, `${at}`));
    const [first, ...rest] = tasks.slice(0, 5).map((one) => queue.run('anna', one.run));
    expect(await faultOf(queue.run('anna', tasks[5]!.run))).toEqual(['unavailable', 10]);
    const others = ['bram', 'chen', 'dora'].map((who, at) => queue.run(who, tasks[5 + at]!.run));
    expect(await faultOf(queue.run('emil', tasks[8]!.run))).toEqual(['unavailable', 10]);
    const job = queue.runLater('emil', tasks[8]!.run);
    for (const one of tasks) one.end();
    expect(await Promise.all([first, ...rest, ...others, job])).toHaveLength(9);
    expect(await queue.run('anna', () => Promise.resolve('again'))).toBe('again');
  });

  it('refuses what waited for too long, and goes on after work that failed', async () => {
    const started: string[] = [];
    const queue = new FairQueue({ ...limits, maxWaitMs: 5 });
    const [first, late, last] = ['first', 'late', 'last'].map((name) => task(started, name)) as [Task, Task, Task];
    const running = queue.run('anna', first.run);
    expect(await faultOf(queue.run('anna', late.run))).toEqual(['unavailable', 10]);
    const waiting = queue.runLater('anna', last.run);
    first.fail();
    last.end();
    await expect(running).rejects.toThrow('first');
    expect([await waiting, started]).toEqual(['last', ['first', 'last']]);
  });

  it('leaves a processor to others, if there is more than one, while pictures are decoded', () => {
    expect([1, 2, 8].map((processors) => forDecoders(processors)).map(({ running, runningOfOne }) => [running, runningOfOne])).toEqual([
      [1, 1],
      [2, 1],
      [8, 7],
    ]);
  });
});

type Task = ReturnType<typeof task>;
