import { uintAt } from '../elements.ts';
import type { FoldedName } from '../text/fold.ts';
import type { QueryPlan } from './query-plan.ts';
import { setBits, clearBitset, drainBitset } from './name-bitset.ts';

/** The names of a segment that match in one class, best first. */
export interface Candidates {
  /** Valid until the next class is searched, because the buffer is shared; merged candidates have their own. */
  names: Uint32Array | readonly number[];
  size: number;
  /** There are more than these. */
  isTruncated: boolean;
  /** Confirms a match on the folded name, if the index leaves it open; else null. */
  check: Check | null;
}

/** `number` is the name's number in its segment. */
export type Check = (name: FoldedName, number: number) => boolean;

/** Finds the names of one match class in one segment. `most` is the number of useful names; more may be returned. */
export type Find = (plan: QueryPlan, most: number) => Candidates;

export const NO_CANDIDATES: Candidates = { names: new Uint32Array(), size: 0, isTruncated: false, check: null };

/** Buffer of sorted names, shared by all queries. */
let selection = new Uint32Array(1 << 10);

/** Up to this many names use insertion sort. */
const FEW = 16;

/** Sorts and deduplicates the first `size` names of a list and keeps the first `most`. `names` is the number of names in the segment. */
export function sortedCandidates(list: ArrayLike<number>, size: number, names: number, most: number): Candidates {
  if (size === 0) return NO_CANDIDATES;
  const wanted = Math.min(size, most);
  if (selection.length < wanted) selection = new Uint32Array(wanted * 2);
  if (size <= FEW && size <= most) return { names: selection, size: insertionSort(list, size), isTruncated: false, check: null };
  clearBitset(names);
  setBits(list, size);
  const taken = drainBitset(selection, wanted);
  return { names: selection, size: taken, isTruncated: taken === most, check: null };
}

function insertionSort(list: ArrayLike<number>, size: number): number {
  let length = 0;
  for (let at = 0; at < size; at++) {
    const name = list[at]!;
    let place = length;
    while (place > 0 && uintAt(selection, place - 1) > name) place--;
    if (place > 0 && selection[place - 1] === name) continue;
    for (let move = length; move > place; move--) selection[move] = uintAt(selection, move - 1);
    selection[place] = name;
    length++;
  }
  return length;
}

/** Candidates from a sorted list without duplicates. */
export function candidatesInOrder(list: Uint32Array, size: number, isTruncated: boolean, check: Check | null): Candidates {
  if (size === 0 && !isTruncated) return NO_CANDIDATES;
  if (selection.length < size) selection = new Uint32Array(size * 2);
  for (let at = 0; at < size; at++) selection[at] = uintAt(list, at);
  return { names: selection, size, isTruncated, check };
}

/** Candidates that are all names of a class, sorted, without duplicates. */
export function completeCandidates(names: Uint32Array | readonly number[]): Candidates {
  return names.length === 0 ? NO_CANDIDATES : { names, size: names.length, isTruncated: false, check: null };
}
