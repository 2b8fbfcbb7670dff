import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedRandom } from '../../bench/report.ts';
import type { NumberedMutant } from './instrument.ts';
import { findMutants } from './operators.ts';

/** A mutant and the file it is in, from the root. */
export interface FileMutant extends NumberedMutant {
  path: string;
}

const IS_NO_SOURCE = /\.(?:test|cases|d)\.tsx?$|\/testing(?:\/|\.ts$)/;

/** The source files in folders, or at paths, that may have mutants. */
export function sourcesIn(root: string, paths: readonly string[]): string[] {
  const found = paths.flatMap((path) => (/\.tsx?$/.test(path) ? [path] : globSync(`${path}/**/*.{ts,tsx}`, { cwd: root })));
  return [...new Set(found.map((path) => path.replaceAll('\\', '/')))].filter((path) => !IS_NO_SOURCE.test(path)).toSorted();
}

/** Draws `count` of the mutants by `seed`. `only`: paths, each with `:line` or without; by default all of `paths`. */
export function drawMutants(
  root: string,
  paths: readonly string[],
  count: number,
  seed: number,
  only: readonly string[] = [],
): FileMutant[] {
  const wanted = only
    .map((one) => /^(.*?)(?::(\d+))?$/.exec(one)!)
    .map(([, path = '', line]) => ({ path, line: line ? Number(line) : null }));
  const all = sourcesIn(root, wanted.length > 0 ? wanted.map(({ path }) => path) : paths).flatMap((path) =>
    findMutants(path, readFileSync(join(root, path), 'utf8'))
      .filter(({ line }) => wanted.length === 0 || wanted.some((one) => path.startsWith(one.path) && (one.line ?? line) === line))
      .map((mutant) => ({ ...mutant, path })),
  );
  const random = seedRandom(seed);
  return all
    .map((mutant) => ({ mutant, rank: random() }))
    .toSorted((one, two) => one.rank - two.rank)
    .slice(0, count)
    .map(({ mutant }, index) => ({ ...mutant, id: index + 1 }))
    .toSorted((one, two) => (one.path === two.path ? one.start - two.start : one.path < two.path ? -1 : 1));
}
