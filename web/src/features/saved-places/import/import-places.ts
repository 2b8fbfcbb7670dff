import { MAX_SAVED_PLACES, MAX_VERTICES_IN_ALL } from '@veld/contract';
import { newId } from '../../../local/db/ids';
import { changeSavedPlaces, type PlaceKind, type SavedPlace } from '../../../local/changes/saved-places';
import { currentDatabase } from '../../../shared/session/session';
import { folded, countVertices } from '../data';
import { identifyPlace, type PlaceCandidate } from './place-candidates';

export type ImportFault = 'list_full' | 'shapes_full';

/** Why these places cannot be added to those that are there. */
export function importFault(chosen: readonly PlaceCandidate[], places: readonly SavedPlace[]): ImportFault | null {
  if (places.length + chosen.length > MAX_SAVED_PLACES) return 'list_full';
  return countVertices([...places, ...chosen]) > MAX_VERTICES_IN_ALL ? 'shapes_full' : null;
}

/** Adds places under names that are not taken; `kind`: null for those that the file gives them. Those that were added before, also in another tab, are left out. */
export async function importPlaces(
  chosen: readonly PlaceCandidate[],
  kind: PlaceKind | null,
  unnamed: (candidate: PlaceCandidate) => string,
  database = currentDatabase(),
): Promise<void> {
  await changeSavedPlaces(database, (places) => {
    const known = new Set(places.map(identifyPlace));
    const names = new Set(places.map(({ name }) => folded(name)));
    const added = chosen
      .filter(({ key }) => !known.has(key))
      .map((candidate): SavedPlace => {
        const { key: _, ...place } = candidate;
        const name = freeName(candidate.name || unnamed(candidate), names);
        return { ...place, id: newId(), name, kind: kind ?? candidate.kind ?? 'other' };
      });
    return added.length === 0 ? places : [...places, ...added];
  });
}

/** The name, with a number if it is taken; from then on it is. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(folded(free)); number++) {
    const end = ` ${number}`;
    free = name.slice(0, 80 - end.length) + end;
  }
  taken.add(folded(free));
  return free;
}
