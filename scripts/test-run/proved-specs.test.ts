import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { leftOutSpecs, leftOutTests, PROVED_SPECS, PROVED_TESTS } from '../../e2e/proved-specs.ts';

const root = join(import.meta.dirname, '../..');

afterEach(() => vi.unstubAllEnvs());

it('the specs and tests that npm test leaves out exist, and each is named once', () => {
  expect(PROVED_SPECS.filter((spec) => !existsSync(join(root, `e2e/${spec}.spec.ts`)))).toEqual([]);
  expect([...PROVED_SPECS]).toEqual([...new Set(PROVED_SPECS)].toSorted());
  expect(PROVED_TESTS.filter((test) => !existsSync(join(root, `${test}.test.ts`)))).toEqual([]);
});

it('every run of npm test leaves out the same specs and tests, and the long profile and a run without npm test leave out none', () => {
  vi.stubEnv('VELD_LONG', '');
  for (const share of ['1', '2', '3']) {
    vi.stubEnv('VELD_SHARE', share);
    expect(leftOutSpecs()).toEqual(PROVED_SPECS.map((spec) => `**/${spec}.spec.ts`));
    expect(leftOutTests()).toEqual(PROVED_TESTS.map((test) => `${test}.test.ts`));
  }
  vi.stubEnv('VELD_LONG', '1');
  expect([...leftOutSpecs(), ...leftOutTests()]).toEqual([]);
  vi.stubEnv('VELD_LONG', '');
  vi.stubEnv('VELD_SHARE', '');
  expect([...leftOutSpecs(), ...leftOutTests()]).toEqual([]);
});
