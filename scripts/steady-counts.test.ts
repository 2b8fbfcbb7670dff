import { describe, expect, it } from 'vitest';
import { type Counts, countPlaywright, countVitest } from '../e2e/prove/steady-counts.ts';

describe('the counts of npm run prove -- steady', () => {
  it('sum the repeats of a browser test, and count a timeout as a failure', () => {
    const counts: Counts = new Map();
    const spec = (...states: string[]) => ({ title: 'saves', tests: states.map((status) => ({ results: [{ status }] })) });
    countPlaywright(
      { suites: [{ title: 'a.spec.ts', suites: [{ title: 'offline', specs: [spec('passed', 'timedOut', 'skipped')] }] }] },
      counts,
    );
    expect([...counts]).toEqual([['a.spec.ts › offline › saves', { runs: 2, failures: 1 }]]);
  });

  it('sum the runs of a unit test, and count a file that cannot be loaded as a failure', () => {
    const counts: Counts = new Map();
    const file = { name: '/x/b.test.ts', status: 'passed', assertionResults: [{ fullName: 'sends', status: 'passed' }] };
    countVitest(
      { testResults: [file, { ...file, status: 'failed', assertionResults: [{ fullName: 'sends', status: 'failed' }] }] },
      counts,
    );
    countVitest({ testResults: [{ name: '/x/c.test.ts', status: 'failed', assertionResults: [] }] }, counts);
    expect([...counts]).toEqual([
      ['b.test.ts › sends', { runs: 2, failures: 1 }],
      ['c.test.ts › the file as a whole', { runs: 1, failures: 1 }],
    ]);
  });
});
