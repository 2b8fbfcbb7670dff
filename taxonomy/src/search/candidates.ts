import type { FoldedName } from '../text/fold.ts';
import { mark, emptySet, takeMarked } from './name-bitset.ts';

/** Names of a segment that answer in one class, the best first. */
export interface Candidates {
  /** Where several segments are asked a list of its own, else `picked`: good until the next class is looked at. */
  names: Uint32Array | readonly number[];
  size: number;
  /** There are more than these. */
  isCut: boolean;
  /** Where the index alone does not decide: whether a name, as it is folded, does answer. */
  check: Check | null;
}

export type Check = (name: FoldedName) => boolean;

export const NO_CANDIDATES: Candidates = { names: new Uint32Array(), size: 0, isCut: false, check: null };

/** Names in their order. One for all. */
let picked = new Uint32Array(1 << 10);

/** Fewer names are put in order by comparing them. */
const FEW = 16;

/** The first `size` names of a list in any order, perhaps several times each: the first `most` of them, in order. `names`: how many the segment has. */
export function ranked(list: ArrayLike<number>, size: number, names: number, most: number): Candidates {
  if (size === 0) return NO_CANDIDATES;
  const wanted = Math.min(size, most);
  if (picked.length < wanted) picked = new Uint32Array(wanted * 2);
  if (size <= FEW && size <= most) return { names: picked, size: inserted(list, size), isCut: false, check: null };
  emptySet(names);
  mark(list, size);
  const taken = takeMarked(picked, wanted);
  return { names: picked, size: taken, isCut: taken === most, check: null };
}

function inserted(list: ArrayLike<number>, size: number): number {
  let length = 0;
  for (let at = 0; at < size; at++) {
    const name = list[at]!;
    let place = length;
    while (place > 0 && picked[place - 1]! > name) place--;
    if (place > 0 && picked[place - 1] === name) continue;
    for (let move = length; move > place; move--) picked[move] = picked[move - 1]!;
    picked[place] = name;
    length++;
  }
  return length;
}

/** Names that are in order already, each once. */
export function inOrder(list: Uint32Array, size: number, isCut: boolean, check: Check | null): Candidates {
  if (size === 0 && !isCut) return NO_CANDIDATES;
  if (picked.length < size) picked = new Uint32Array(size * 2);
  for (let at = 0; at < size; at++) picked[at] = list[at]!;
  return { names: picked, size, isCut, check };
}

/** All names of a class, in order, each once. */
export function allOf(names: readonly number[]): Candidates {
  return names.length === 0 ? NO_CANDIDATES : { names, size: names.length, isCut: false, check: null };
}
