import type { OwnSpecies } from '../species-list';

/** The id of the person that an address compares with; null for a period. */
export function personFrom(value: string | null): string | null {
  return value !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value.toLowerCase() : null;
}

/** The parts of a comparison of two periods, or of the user with another person. */
export const DIFFERENCES = ['only_now', 'only_then', 'both'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export function differenceFrom(value: string | null): Difference {
  return DIFFERENCES.find((one) => one === value) ?? 'only_now';
}

/** The species of two periods or people: those of the first only, of the second only, and of both. */
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
