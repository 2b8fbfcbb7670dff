import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { leftOutSpecs, PARTS, SPECS_IN_TURN } from '../../e2e/turns.ts';

afterEach(() => vi.unstubAllEnvs());

it('the specs that take turns exist, and each is in one of the parts', () => {
  expect(SPECS_IN_TURN.filter((spec) => !existsSync(join(import.meta.dirname, '../../e2e', `${spec}.spec.ts`)))).toEqual([]);
  vi.stubEnv('VELD_LONG', '');
  const runs = Array.from({ length: PARTS }, (_, run) => {
    vi.stubEnv('VELD_SHARE', String(run));
    return leftOutSpecs();
  });
  const all = SPECS_IN_TURN.map((spec) => `**/${spec}.spec.ts`);
  expect(new Set(all).size).toBe(all.length);
  for (const spec of all) expect(runs.filter((leftOut) => !leftOut.includes(spec))).toHaveLength(1);
});

it('no spec is left out in the long profile, or without npm test', () => {
  vi.stubEnv('VELD_SHARE', '3');
  vi.stubEnv('VELD_LONG', '1');
  expect(leftOutSpecs()).toEqual([]);
  vi.stubEnv('VELD_LONG', '');
  expect(leftOutSpecs()).not.toEqual([]);
  vi.stubEnv('VELD_SHARE', '');
  expect(leftOutSpecs()).toEqual([]);
});

it('the spec that needs the whole browser is in the part for which npm test installs it', () => {
  expect(readFileSync(join(import.meta.dirname, '../test.mjs'), 'utf8')).toContain("share(['', '', '', 'push'], 4)");
  expect([SPECS_IN_TURN.indexOf('social/push') % PARTS, PARTS]).toEqual([3, 4]);
});
