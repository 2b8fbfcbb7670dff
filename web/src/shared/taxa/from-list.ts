import { isRecord } from '@veld/contract';
import { useMemo } from 'react';

/** What the history has with the page of a species that was opened from a list: the ids of the list, in its order. */
export interface FromList {
  species: readonly number[];
}

/**
 * The state for the links of a list, one for all of them. `idOf` gives the id of a line, null for one that is no species; both must stay
 * the same between renders. Undefined for a list with one species, in which there is nothing to go to.
 */
export function useFromList<T>(lines: readonly T[] | undefined, idOf: (line: T) => number | null): FromList | undefined {
  return useMemo(() => {
    const species = (lines ?? []).flatMap((line) => idOf(line) ?? []);
    return species.length > 1 ? { species } : undefined;
  }, [lines, idOf]);
}

export const idOfTaxon = ({ id }: { id: number }) => id;

/** The list in the state of an address, which may be of another version of the app. */
export function listIn(state: unknown): readonly number[] | null {
  const species: unknown = isRecord(state) ? state.species : null;
  return Array.isArray(species) && species.every((id) => Number.isSafeInteger(id)) ? species : null;
}
