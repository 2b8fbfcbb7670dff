import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first. A wrong list costs time and breaks nothing. */
const LONGEST = [
  'scripts/new-feature.test.ts',
  'e2e/privacy/privacy.test.ts',
  'e2e/simulation/simulation.test.ts',
  'e2e/faults/disk.test.ts',
  'e2e/faults/processes.test.ts',
  'e2e/faults/roles.test.ts',
  'server/src/authorization.test.ts',
  'server/src/statements.test.ts',
  'seed/world.test.ts',
  'server/src/features/media/crops.test.ts',
  'server/src/features/media/media.test.ts',
  'scripts/mutation.test.ts',
  'scripts/test-run/cut-off.test.ts',
  'e2e/faults/attacks.test.ts',
  'e2e/simulation/late-place.test.ts',
  'web/src/local/taxonomy/update-kill.test.ts',
  'server/src/faults/start.test.ts',
  'server/src/features/observations/privacy.test.ts',
];

/**
 * Starts the longest files first, so that no worker is left with one while the others have nothing to do. The files of a project that
 * need a DOM come last in it: a worker is only handed on, with the modules it has loaded, to a file of the same environment.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const keys = new Map(sorted.map((file) => [file, [rankOf(file), projects.indexOf(file.project), Number(needsDom(file))] as const]));
    return sorted.toSorted((one, two) => {
      const [first, second] = [keys.get(one)!, keys.get(two)!];
      return first[0] - second[0] || first[1] - second[1] || first[2] - second[2];
    });
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(path));
  return place === -1 ? LONGEST.length : place;
}

function needsDom({ moduleId }: TestSpecification): boolean {
  return readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom');
}
