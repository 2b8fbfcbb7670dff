import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useReducer, useRef, useState } from 'react';
import { pinnedFields } from '../../local/device/pins';
import type { TallyRow } from '../../local/records/tally';
import { currentDatabase } from '../../shared/session/session';
import { useNamed } from '../../shared/taxa/names';
import { useSuggestions } from '../recording/taxon/use-suggestions';
import { arrangeList, type TallyList } from './tally-rows';

const NO_PINS = {};
const LIMITS = { recent: 6, likely: 12 };

/** How long after the last touch the rows of a list that stays open are arranged anew. */
export const REST_MS = 15_000;

/**
 * Rows and the species that are likely at a place, which keep their places from the first touch on; with `rests`, until nobody has
 * touched them for a while. `settle`: those counted meanwhile move up.
 */
export function useArrangedList(
  rows: readonly TallyRow[],
  place: { latitude: number; longitude: number } | null,
  offered: number,
  { rests = false }: { rests?: boolean } = {},
): { list: TallyList; freeze: () => void; settle: () => void } {
  const database = currentDatabase();
  const pins = useLiveQuery(() => pinnedFields.read(database), [database]) ?? NO_PINS;
  const suggestions = useSuggestions({ place: { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null }, pins }, LIMITS);
  const [list, setList] = useState<TallyList>({ counted: [], likely: [] });
  const isFrozen = useRef(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [restedAt, arrange] = useReducer((times: number) => times + 1, 0);
  useEffect(() => () => clearTimeout(rest.current), []);
  const awaitRest = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      // A number that is being typed keeps its place.
      if (document.activeElement instanceof HTMLInputElement) return awaitRest();
      isFrozen.current = false;
      arrange();
    }, REST_MS);
  };
  useEffect(() => {
    const likely = [...(suggestions?.recent ?? []), ...(suggestions?.likely ?? [])].sort((one, other) => other.score - one.score);
    setList((before) => arrangeList(isFrozen.current ? before : null, rows, likely, offered));
  }, [rows, suggestions, offered, restedAt]);
  const likely = useNamed(list.likely.map(({ suggestion }) => suggestion));
  const named = { counted: list.counted, likely: list.likely.map((one, at) => ({ ...one, suggestion: likely[at] ?? one.suggestion })) };
  return {
    list: named,
    freeze: () => {
      isFrozen.current = true;
      if (rests) awaitRest();
    },
    settle: () => setList((before) => ({ ...before, likely: before.likely.filter(({ row }) => row === null) })),
  };
}
