import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leftOutSpecs, LONG_PARTS, LONG_SPECS_IN_TURN, LONG_STEP, SPEC_PARTS, SPECS_IN_TURN } from '../../e2e/turns.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

afterEach(() => vi.unstubAllEnvs());

describe.each([{ what: 'specs', files: SPECS_IN_TURN.map((spec) => `e2e/${spec}.spec.ts`), parts: SPEC_PARTS, leftOut: leftOutSpecs }])(
  'the $what that take turns',
  ({ files, parts, leftOut }) => {
    /** The files of a pattern for Playwright or Vitest. */
    const filesOf = (patterns: string[]) => patterns.map((pattern) => pattern.replace('**/', 'e2e/'));

    it('exist, and each is in one of the parts', () => {
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
      vi.stubEnv('VELD_LONG', '');
      const runs = Array.from({ length: parts }, (_, run) => {
        vi.stubEnv('VELD_SHARE', String(run));
        return filesOf(leftOut());
      });
      expect(new Set(files).size).toBe(files.length);
      for (const file of files) expect(runs.filter((one) => !one.includes(file))).toHaveLength(1);
      // Rows are complete: no part has less to do.
      expect(files.length % parts).toBe(0);
    });

    it('are all in the long profile, and where they run without npm test', () => {
      vi.stubEnv('VELD_SHARE', '3');
      vi.stubEnv('VELD_LONG', '1');
      expect(leftOut()).toEqual([]);
      vi.stubEnv('VELD_LONG', '');
      expect(leftOut()).not.toEqual([]);
      vi.stubEnv('VELD_SHARE', '');
      expect(leftOut()).toEqual([]);
    });

    it('take no share of their cases: some would never have their turn', () => {
      expect(files.filter((file) => /test-run\/share\.mjs/.test(read(file)))).toEqual([]);
    });
  },
);

describe('the long specs', () => {
  const files = LONG_SPECS_IN_TURN.map((spec) => `e2e/${spec}.spec.ts`);

  it('exist, and each has its turn with each part of its own cases', () => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(new Set([...SPECS_IN_TURN, ...LONG_SPECS_IN_TURN]).size).toBe(SPECS_IN_TURN.length + files.length);
    expect(files.length % LONG_PARTS).toBe(0);
    vi.stubEnv('VELD_LONG', '');
    for (const part of [0, 7, LONG_STEP - 1]) {
      const runs = Array.from({ length: LONG_PARTS }, (_, run) => {
        vi.stubEnv('VELD_SHARE', String(run * LONG_STEP + part));
        return leftOutSpecs();
      });
      for (const spec of LONG_SPECS_IN_TURN) expect(runs.filter((one) => !one.includes(`**/${spec}.spec.ts`))).toHaveLength(1);
      const ofLong = runs.map((one) => LONG_SPECS_IN_TURN.filter((spec) => one.includes(`**/${spec}.spec.ts`)).length);
      // No part has less to do.
      expect(new Set(ofLong).size).toBe(1);
    }
    const ownParts = files.flatMap((file) => [...read(file).matchAll(/\bshare\(.*?, (\d+)\)/g)].map(([, parts]) => Number(parts)));
    expect(ownParts.length).toBeGreaterThan(3);
    expect(ownParts.filter((parts) => LONG_STEP % parts > 0)).toEqual([]);
  });

  it('are all in the long profile, and where they run without npm test', () => {
    vi.stubEnv('VELD_SHARE', '3');
    vi.stubEnv('VELD_LONG', '1');
    expect(leftOutSpecs()).toEqual([]);
    vi.stubEnv('VELD_LONG', '');
    vi.stubEnv('VELD_SHARE', '');
    expect(leftOutSpecs()).toEqual([]);
  });
});

it('the spec that needs the whole browser is in the part for which npm test installs it', () => {
  expect(read('scripts/test.mjs')).toContain("share(['', '', 'push'], 3)");
  expect([SPECS_IN_TURN.indexOf('social/push') % SPEC_PARTS, SPEC_PARTS]).toEqual([2, 3]);
});
