import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PLANTED_FAULTS } from '../e2e/planted/faults.ts';

const root = resolve(import.meta.dirname, '..');

/** `npm run prove -- planted` takes half an hour. This test only checks that each fault can still be planted. */
it.each(PLANTED_FAULTS)('the planted fault “$what” still applies', ({ file, search, test, named }) => {
  expect(readFileSync(join(root, file), 'utf8').split(search)).toHaveLength(2);
  if (named) expect(readFileSync(join(root, test), 'utf8')).toMatch(new RegExp(named));
});
