import { inject } from 'vitest';

/** As `turn()` of scripts/test-run/share.mjs, which the server may not import: the part of a list for this run of `npm test`, else all. */
export function turn<T>(list: readonly T[], parts: number): T[] {
  const run = inject('shareOfRun');
  return run === null || inject('isLong') ? [...list] : list.filter((_, index) => index % parts === run % parts);
}
