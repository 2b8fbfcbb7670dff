import { type Language, TAXON_GROUPS } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { pinnedFields } from '../../local/device/pins';
import type { TallyOrder } from '../../local/device/tally-view';
import type { TallyRow } from '../../local/records/tally';
import { currentDatabase } from '../../shared/session/session';
import { useNamed } from '../../shared/taxa/names';
import type { Suggestion } from '../recording/taxon/suggestions';
import { useSuggestions } from '../recording/taxon/use-suggestions';

const NO_PINS = {};
const LIMITS = { recent: 6, likely: 12 };

/** How long after the last touch the rows of a list that stays open are arranged anew. */
export const REST_MS = 15_000;

/** The list of a tally: what is counted, and what is likely. */
export interface TallyList {
  counted: readonly TallyRow[];
  likely: readonly LikelyRow[];
}

/** A suggested species. `row`: what was counted of it since the list was opened. */
export interface LikelyRow {
  suggestion: Suggestion;
  row: TallyRow | null;
}

/**
 * The rows of this visit. A likely species stays where it is when it is counted, because a row that moves under a finger would count the
 * wrong species; it moves up with the next `settled`, such as when a species is added by searching.
 */
export function arrangeList(
  before: TallyList | null,
  rows: readonly TallyRow[],
  suggestions: readonly Suggestion[],
  offered: number,
): TallyList {
  const likelyBefore = new Set(before?.likely.map(({ suggestion }) => suggestion.taxon.id));
  const stays = (row: TallyRow) => row.variant === undefined && likelyBefore.has(row.taxon.id);
  const counted = rows.filter((row) => !stays(row));
  const present = new Set(rows.map(({ taxon }) => taxon.id));
  const fresh = suggestions.filter(({ taxon }) => !present.has(taxon.id) && !likelyBefore.has(taxon.id));
  const kept = before?.likely.map(({ suggestion }) => suggestion) ?? [];
  const likely = [...kept, ...fresh.slice(0, Math.max(0, offered - kept.length))].map((suggestion) => ({
    suggestion,
    row: rows.find((row) => row.variant === undefined && row.taxon.id === suggestion.taxon.id) ?? null,
  }));
  return { counted, likely };
}

/** The rows in an order. `families`: by taxon, where it is known. Those of equal rank stay in the order in which they were added. */
export function orderRows(
  rows: readonly TallyRow[],
  order: TallyOrder,
  language: Language,
  families: ReadonlyMap<number, string | null>,
): TallyRow[] {
  if (order === 'added') return [...rows];
  const collator = new Intl.Collator(language);
  if (order === 'name') return rows.toSorted((one, other) => collator.compare(one.taxon.name, other.taxon.name));
  const group = ({ taxon }: TallyRow) => TAXON_GROUPS.indexOf(taxon.group);
  // Families that are not known come last in their group.
  const family = ({ taxon }: TallyRow) => families.get(taxon.id) ?? '\uffff';
  return rows.toSorted(
    (one, other) =>
      group(one) - group(other) ||
      collator.compare(family(one), family(other)) ||
      collator.compare(one.taxon.scientific_name, other.taxon.scientific_name),
  );
}

/** The index that an arrow key moves to, in a list with the given number of columns; unchanged at the edges. */
export function nextRowIndex(index: number, key: string, columns: number, total: number): number {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key] ?? 0;
  const next = index + by;
  return next >= 0 && next < total ? next : index;
}

/**
 * Rows and the species that are likely at a place, which keep their places from the first touch on; with `rests`, until nobody has
 * touched them for a while. `settle`: those counted meanwhile move up. `isKnown`: whether it is known what is likely.
 */
export function useArrangedList(
  rows: readonly TallyRow[],
  place: { latitude: number; longitude: number } | null,
  offered: number,
  { rests = false }: { rests?: boolean } = {},
): { list: TallyList; isKnown: boolean; freeze: () => void; settle: () => void } {
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
  // Before it is painted, so that the first rows do not come a frame later.
  useLayoutEffect(() => {
    const likely = [...(suggestions?.recent ?? []), ...(suggestions?.likely ?? [])].sort((one, other) => other.score - one.score);
    setList((before) => arrangeList(isFrozen.current ? before : null, rows, likely, offered));
  }, [rows, suggestions, offered, restedAt]);
  const likely = useNamed(list.likely.map(({ suggestion }) => suggestion));
  const named = { counted: list.counted, likely: list.likely.map((one, at) => ({ ...one, suggestion: likely[at] ?? one.suggestion })) };
  return {
    list: named,
    isKnown: suggestions !== undefined,
    freeze: () => {
      isFrozen.current = true;
      if (rests) awaitRest();
    },
    settle: () => setList((before) => ({ ...before, likely: before.likely.filter(({ row }) => row === null) })),
  };
}
