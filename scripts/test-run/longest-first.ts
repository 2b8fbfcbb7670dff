import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, slowest first. A wrong list only costs time. */
const LONGEST = [
  'e2e/faults/disk.test.ts',
  'e2e/simulation/simulation.test.ts',
  'e2e/faults/processes.test.ts',
  'seed/world.test.ts',
  'server/src/features/media/crops.test.ts',
  'server/src/features/media/media.test.ts',
  'server/src/features/media/uploads.test.ts',
  'server/src/faults/start.test.ts',
  'web/src/local/taxonomy/update-kill.test.ts',
  'scripts/new-feature.test.ts',
];

/** Starts the slowest files first, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, two) => rank(one) - rank(two));
  }
}
