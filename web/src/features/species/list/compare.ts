import type { OwnSpecies } from '../species-list';

/** The parts of a comparison of two periods. */
export const DIFFERENCES = ['only_now', 'only_then', 'both'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export function differenceFrom(value: string | null): Difference {
  return DIFFERENCES.find((one) => one === value) ?? 'only_now';
}

/** The species of two periods: those found in the first only, in the second only, and in both. */
export function compareSpecies(
  now: ReadonlyMap<number, OwnSpecies>,
  then: ReadonlyMap<number, OwnSpecies>,
): Record<Difference, Map<number, OwnSpecies>> {
  return {
    only_now: filtered(now, (id) => !then.has(id)),
    only_then: filtered(then, (id) => !now.has(id)),
    both: filtered(now, (id) => then.has(id)),
  };
}

function filtered(own: ReadonlyMap<number, OwnSpecies>, isWanted: (id: number) => boolean): Map<number, OwnSpecies> {
  return new Map([...own].filter(([id]) => isWanted(id)));
}
