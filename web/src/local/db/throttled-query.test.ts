import 'fake-indexeddb/auto';
import { Dexie, type Table } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { throttledQuery } from './throttled-query';

class Small extends Dexie {
  declare readonly rows: Table<{ id: number; text: string }, number>;
  constructor() {
    super(`throttled-${Math.random()}`);
    this.version(1).stores({ rows: 'id' });
  }
}

let database: Small;
let end = () => {};
beforeEach(() => {
  database = new Small();
});
afterEach(async () => {
  end();
  await database.delete();
});

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

it('reads a burst of changes a few times, and ends with the final state', async () => {
  const seen: number[] = [];
  let readings = 0;
  const slow = async () => {
    readings += 1;
    const rows = await database.rows.toArray();
    const until = performance.now() + 5;
    while (performance.now() < until);
    return rows.length;
  };
  end = throttledQuery(slow, (value) => seen.push(value));
  await expect.poll(() => seen).toEqual([0]);
  const began = performance.now();
  for (let id = 1; id <= 100; id++) {
    await database.rows.put({ id, text: 'robin' });
    await pause(1);
  }
  await expect.poll(() => seen.at(-1)).toBe(100);
  // A reading takes at least 5 ms, so at most two of them follow each 100 ms. A burst that a busy machine draws out has more.
  expect(readings).toBeLessThan(Math.max(60, 4 + (performance.now() - began) / 50));
  // A single change later is seen as well, and nothing is read while nothing changes.
  const before = readings;
  await pause(150);
  await database.rows.delete(1);
  await expect.poll(() => seen.at(-1)).toBe(99);
  await pause(150);
  expect(readings - before).toBeLessThan(5);
});

it('a query reports nothing after it ended', async () => {
  const seen: number[] = [];
  const stop = throttledQuery(
    () => database.rows.count(),
    (value) => seen.push(value),
  );
  await expect.poll(() => seen).toEqual([0]);
  stop();
  await database.rows.put({ id: 1, text: 'robin' });
  await pause(50);
  expect(seen).toEqual([0]);
});

it('a query reports errors', async () => {
  const errors: unknown[] = [];
  end = throttledQuery(
    () => {
      throw new Error('damaged');
    },
    () => undefined,
    (error) => errors.push(error),
  );
  await expect.poll(() => errors.length).toBe(1);
});
