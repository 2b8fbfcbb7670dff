/** How often each test ran and failed, by file and title. */
export type Counts = Map<string, { runs: number; failures: number }>;

interface PlaywrightSuite {
  title: string;
  specs?: { title: string; tests: { results: { status: string }[] }[] }[];
  suites?: PlaywrightSuite[];
}

/** Adds the results of Playwright's JSON reporter. */
export function countPlaywright(report: { suites?: PlaywrightSuite[] }, counts: Counts): void {
  const visit = (suite: PlaywrightSuite, path: readonly string[]) => {
    const here = [...path, suite.title];
    for (const spec of suite.specs ?? [])
      for (const { results } of spec.tests)
        for (const { status } of results) if (status !== 'skipped') add(counts, [...here, spec.title], status !== 'passed');
    for (const inner of suite.suites ?? []) visit(inner, here);
  };
  for (const suite of report.suites ?? []) visit(suite, []);
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Adds the results of Vitest's JSON reporter. A file that cannot be loaded counts as a failed test. */
export function countVitest(report: VitestReport, counts: Counts): void {
  for (const { name, status, assertionResults } of report.testResults) {
    const file = name.split('/').at(-1)!;
    for (const test of assertionResults)
      if (test.status === 'passed' || test.status === 'failed') add(counts, [file, test.fullName], test.status === 'failed');
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed')) add(counts, [file, 'the file as a whole'], true);
  }
}

function add(counts: Counts, path: readonly string[], hasFailed: boolean): void {
  const title = path.join(' › ');
  const before = counts.get(title) ?? { runs: 0, failures: 0 };
  counts.set(title, { runs: before.runs + 1, failures: before.failures + (hasFailed ? 1 : 0) });
}
