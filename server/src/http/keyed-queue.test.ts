import { describe, expect, it } from 'vitest';
import { keyedQueue } from './keyed-queue.ts';

describe('a keyed queue', () => {
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

  it('runs calls of one key in order and of different keys in parallel, and continues after a failure', async () => {
    const inTurn = keyedQueue();
    const log: string[] = [];
    const work = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await pause(ms);
      log.push(`${name} ends`);
      if (name === 'a1') throw new Error('a1 failed');
      return name;
    };
    const results = await Promise.allSettled([inTurn('a', work('a1', 30)), inTurn('a', work('a2', 5)), inTurn('b', work('b1', 10))]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('rejects with the error of the call', async () => {
    const failed = new Error('the disk is full');
    await expect(keyedQueue()('a', () => Promise.reject(failed))).rejects.toBe(failed);
  });

  it('rejects a call that waits too long without running it, and runs later calls', async () => {
    const inTurn = keyedQueue(30);
    const done: string[] = [];
    const work = (name: string, ms: number) => async () => {
      await pause(ms);
      done.push(name);
    };
    const slow = inTurn('a', work('slow', 150));
    await expect(inTurn('a', work('late', 0))).rejects.toThrow('unavailable');
    expect(done).toEqual([]);
    await slow;
    await inTurn('a', work('later', 0));
    expect(done).toEqual(['slow', 'later']);
  });

  it('limits the number of waiting calls, and accepts calls again afterwards', async () => {
    const inTurn = keyedQueue();
    const results = await Promise.allSettled(Array.from({ length: 300 }, () => inTurn('a', () => pause(0))));
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(100);
    await expect(inTurn('a', () => Promise.resolve('again'))).resolves.toBe('again');
  });
});
