import { describe, expect, it } from 'vitest';
import { keyedQueue } from './keyed-queue.ts';

describe('a keyed queue', () => {
  it('runs calls of one key in order and of different keys in parallel, and continues after a failure', async () => {
    const inTurn = keyedQueue();
    const log: string[] = [];
    const isOtherDone = Promise.withResolvers<void>();
    const work = (name: string, until?: Promise<void>) => async () => {
      log.push(`${name} begins`);
      await until;
      log.push(`${name} ends`);
      if (name === 'a1') throw new Error('a1 failed');
      return name;
    };
    const other = inTurn('b', work('b1')).finally(() => isOtherDone.resolve());
    const results = await Promise.allSettled([inTurn('a', work('a1', isOtherDone.promise)), inTurn('a', work('a2')), other]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
    expect(log.indexOf('b1 ends')).toBeLessThan(log.indexOf('a1 ends'));
  });

  it('rejects with the error of the call', async () => {
    const failed = new Error('the disk is full');
    await expect(keyedQueue()('a', () => Promise.reject(failed))).rejects.toBe(failed);
  });

  it('rejects a call that waits too long without running it, and runs later calls', async () => {
    const inTurn = keyedQueue(30);
    const done: string[] = [];
    const work = (name: string, until?: Promise<void>) => async () => {
      await until;
      done.push(name);
    };
    const isLateRejected = Promise.withResolvers<void>();
    const slow = inTurn('a', work('slow', isLateRejected.promise));
    await expect(inTurn('a', work('late'))).rejects.toThrow('unavailable');
    expect(done).toEqual([]);
    isLateRejected.resolve();
    await slow;
    await inTurn('a', work('later'));
    expect(done).toEqual(['slow', 'later']);
  });

  it('limits the number of waiting calls, and accepts calls again afterwards', async () => {
    const inTurn = keyedQueue();
    const results = await Promise.allSettled(Array.from({ length: 300 }, () => inTurn('a', () => Promise.resolve())));
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(100);
    await expect(inTurn('a', () => Promise.resolve('again'))).resolves.toBe('again');
  });
});
