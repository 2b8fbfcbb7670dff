import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { counted } from './rows.ts';

/** Counts the calls for each key. */
function calls() {
  const made = new Map<string, number>();
  return async (key: string) => {
    const count = (made.get(key) ?? 0) + 1;
    made.set(key, count);
    await wait(5);
    if (key === 'broken' && count === 1) throw new Error('no connection');
    return { count };
  };
}

it('counts once for all who ask within the time, for each key', async () => {
  const count = counted(60, calls());
  expect(await Promise.all([count('NL'), count('NL'), count('DE')])).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }]);
  expect(await count('NL')).toEqual({ count: 1 });
});

it('counts again after that time, and each time with 0', async () => {
  const count = counted(0.02, calls());
  expect(await count('NL')).toEqual({ count: 1 });
  await wait(40);
  expect(await count('NL')).toEqual({ count: 2 });
  const always = counted(0, calls());
  expect([await always('NL'), await always('NL')]).toEqual([{ count: 1 }, { count: 2 }]);
});

it('an error is not cached', async () => {
  const count = counted(60, calls());
  await expect(count('broken')).rejects.toThrow('no connection');
  expect(await count('broken')).toEqual({ count: 2 });
});
