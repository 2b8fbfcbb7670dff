import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PLANTS } from '../e2e/planted/plants.ts';

const root = resolve(import.meta.dirname, '..');

/** Playing them takes half an hour (`npm run prove -- planted`); that each still applies is known at once. */
it.each(PLANTS)('“$what” can still be planted', ({ file, search, test, named }) => {
  expect(readFileSync(join(root, file), 'utf8').split(search)).toHaveLength(2);
  if (named) expect(readFileSync(join(root, test), 'utf8')).toMatch(new RegExp(named));
});
