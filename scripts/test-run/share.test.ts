import { afterEach, expect, it, vi } from 'vitest';
import { share, shareOfRun, turn } from './share.mjs';

const CASES = Array.from({ length: 11 }, (_, at) => at);

afterEach(() => vi.unstubAllEnvs());

it('the parts of all runs together are all cases, each once', () => {
  vi.stubEnv('VELD_LONG', '');
  const parts = Array.from({ length: 4 }, (_, run) => {
    vi.stubEnv('VELD_SHARE', String(run + 8));
    return share(CASES, 4);
  });
  expect(parts.map((part) => part.length)).toEqual([3, 3, 3, 2]);
  expect(parts.flat().toSorted((one, other) => one - other)).toEqual(CASES);
});

it('a run takes the same part everywhere, and all cases in the long profile', () => {
  vi.stubEnv('VELD_LONG', '');
  vi.stubEnv('VELD_SHARE', '');
  expect(share(CASES, 4)).toEqual(share(CASES, 4));
  expect(process.env.VELD_DRAWN_SHARE).toBe(String(shareOfRun()));
  vi.stubEnv('VELD_LONG', '1');
  expect(share(CASES, 4)).toEqual(CASES);
});

it('the core is in every run, and each of the other cases in one of them', () => {
  vi.stubEnv('VELD_LONG', '');
  const runs = Array.from({ length: 4 }, (_, run) => {
    vi.stubEnv('VELD_SHARE', String(run));
    return share(CASES, 4, 3);
  });
  for (const run of runs) expect(run.slice(0, 3)).toEqual([0, 1, 2]);
  expect(runs.flatMap((run) => run.slice(3)).toSorted((one, other) => one - other)).toEqual(CASES.slice(3));
});

it('a test file that is run by itself has all cases of those that take turns', () => {
  vi.stubEnv('VELD_LONG', '');
  vi.stubEnv('VELD_SHARE', '');
  expect(turn(CASES, 4)).toEqual(CASES);
  vi.stubEnv('VELD_SHARE', '9');
  expect(turn(CASES, 4)).toEqual(share(CASES, 4));
});
