import { afterEach, expect, it, vi } from 'vitest';
import { newId, formatUuid } from './ids';

afterEach(() => vi.unstubAllGlobals());

it('an id is a random UUID of version 4, also without HTTPS', () => {
  const ids = [newId(), newId()];
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  ids.push(...Array.from({ length: 20 }, newId));
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a UUID made from a hash has the digits of the hash, except for version and variant', () => {
  expect(formatUuid('0123456789abcdef1032547698badcfe')).toBe('01234567-89ab-4def-9032-547698badcfe');
  expect(formatUuid('ffffffffffffffffefffffffffffffffffff')).toBe('ffffffff-ffff-4fff-afff-ffffffffffff');
});
