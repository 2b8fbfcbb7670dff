import { afterEach, expect, it, vi } from 'vitest';
import { newId } from './ids';

afterEach(() => vi.unstubAllGlobals());

it('an id is a random UUID of version 4, also without HTTPS', () => {
  const ids = [newId(), newId()];
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  ids.push(...Array.from({ length: 20 }, newId));
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
