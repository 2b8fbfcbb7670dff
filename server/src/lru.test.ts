import { expect, it } from 'vitest';
import { growingCache } from './lru.ts';

it('keeps so many entries, and drops the one that was not used for longest', () => {
  const dropped: string[] = [];
  const cache = growingCache<string, number>(3, { dispose: (_value, key) => void dropped.push(key) });
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);
  expect(cache.get('a')).toBe(0);
  cache.set('c', 5);
  cache.set('d', 3);
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd']);
  expect(dropped).toEqual(['c', 'b']);
});
