import { trigramAt } from '../segment/segment-head.ts';
import type { TrigramList, Segment } from '../segment/segment.ts';
import { trigramBit, type TrigramBitmasks } from '../segment/trigram-bitmasks.ts';

/** How many lists of three letters are compared; what passes them is nearly always right, and is checked besides. */
const MAX_LISTS = 5;
/** Names of the shortest list that are compared with the others at a time, at first. */
const FIRST_BATCH = 64;
const MAX_BATCH = 4096;
/** About which part of the names without a group of three letters have a bitmask as if they had it. */
const WRONG_BY_A_BIT = 0.4;
/** Where so direct are wanted, the other lists would hardly be begun. */
const FEW_WANTED = 64;
/** Names that are left by bitmasks wrongly are mostly not so dear to look at. */
const MOST_BYTES_OF_A_NAME = 200;

const batch = new Uint32Array(MAX_BATCH);

/** Names that hold groups of three letters, and whether there are more. */
export interface TrigramMatches {
  names: Uint32Array;
  isTruncated: boolean;
}

/** Names that were kept of the lists that are compared. One for all. */
let kept = new Uint32Array(MAX_BATCH * 2);
const NO_NAMES: TrigramMatches = { names: new Uint32Array(), isTruncated: false };

/**
 * The first names, up to `most` or some more, that hold the groups of three letters of these texts; in their order. There
 * may be some among them that do not: not all groups are looked at. `enough`: so many will do where all of the main language are
 * among them. `keepMore`: keeps of a list those that count for the caller, and answers how many.
 */
export function intersectTrigrams(
  segment: Segment,
  texts: readonly string[],
  most: number,
  enough = most,
  keepMore: ((names: Uint32Array, size: number) => number) | null = null,
): TrigramMatches {
  const count = rarestOf(segment, texts);
  if (count === 0 || rarestLengths[0] === 0) return NO_NAMES;
  const lists = Array.from(rarest.subarray(0, count), (code) => segment.trigram(code));
  const shortest = lists[0]!;
  // Where names are direct already, it takes longer to read the longer lists than to look at the names.
  const nameCostInBytes = segment.canReadNames ? segment.nameCostInBytes : Infinity;
  const bitmasks = count > 1 && (most <= FEW_WANTED || areLeftFew(count, nameCostInBytes)) ? segment.bitmasks : null;
  let size = 0;
  for (let step = FIRST_BATCH; shortest.at < shortest.end; step = Math.min(step * 2, MAX_BATCH)) {
    if (size >= most || (size >= enough && !segment.isMain(kept[size - 1]!))) return { names: kept.slice(0, size), isTruncated: true };
    let left = readNames(shortest, 0, lists.length === 1 && keepMore === null ? Math.min(step, most - size) : step);
    if (bitmasks !== null) left = bitmasks.keep(bitmask, batch, 0, left);
    if (keepMore !== null) left = keepMore(batch, left);
    for (let at = 1; at < lists.length && left > 0; at++) {
      const list = lists[at]!;
      if (left * nameCostInBytes < bytesUpTo(list, batch[left - 1]!, segment.head.names)) break;
      left = keepNames(list, left);
    }
    growKept(size, left);
    for (let at = 0; at < left; at++) kept[size++] = batch[at]!;
  }
  return size === 0 ? NO_NAMES : { names: kept.slice(0, size), isTruncated: false };
}

/** Whether bitmasks leave so direct of the shortest list that it is not worth the while to read the others too. */
function areLeftFew(count: number, nameCostInBytes: number): boolean {
  return leftWrongly() * Math.min(nameCostInBytes, MOST_BYTES_OF_A_NAME) < bytesFrom(1, count);
}

/** About how many names of the shortest list have a bitmask as if they had all other groups too. */
function leftWrongly(): number {
  return rarestLengths[0]! * WRONG_BY_A_BIT ** (groups - 1);
}

/** About how many bytes of a list come before a name. */
function bytesUpTo({ at, end, name: last }: TrigramList, name: number, names: number): number {
  return last >= name ? 0 : ((end - at) * (name - last)) / (names - last);
}

function growKept(size: number, more: number): void {
  if (size + more <= kept.length) return;
  const larger = new Uint32Array((size + more) * 2);
  larger.set(kept.subarray(0, size));
  kept = larger;
}

/** Names that are left of the shortest lists. One for all. */
export { batch as matchBatch };

/**
 * The names, up to `most`, that hold the groups of three letters of these texts, as far as is told at little cost: in `matchBatch`, and how
 * many there are. -1 where they are more, or the shortest list is of more bytes than `mostBytes`.
 */
export function intersectFewTrigrams(segment: Segment, texts: readonly string[], most: number, mostBytes: number): number {
  const count = rarestOf(segment, texts);
  if (count === 0 || rarestLengths[0]! > mostBytes) return -1;
  const { bitmasks } = segment;
  // Where so many are left wrongly, the other lists tell better.
  if (bitmasks !== null && count > 1 && (texts.length === 1 || leftWrongly() * 2 < most))
    return likeFew(segment.trigram(rarest[0]!), bitmasks, most);
  const { names, isTruncated } = intersectTrigrams(segment, texts, most + 1);
  if (isTruncated || names.length > most) return -1;
  batch.set(names);
  return names.length;
}

/** The same where bitmasks tell which names of the shortest list hold the other groups. */
function likeFew(shortest: TrigramList, bitmasks: TrigramBitmasks, most: number): number {
  let size = 0;
  while (shortest.at < shortest.end) {
    if (size > most) return -1;
    size = bitmasks.keep(bitmask, batch, size, readNames(shortest, size, FIRST_BATCH));
  }
  return size > most ? -1 : size;
}

/** The length in bytes of the shortest list of the groups of three letters of texts. */
export function shortestTrigramList(segment: Segment, texts: readonly string[]): number {
  return rarestOf(segment, texts) === 0 ? Infinity : rarestLengths[0]!;
}

/** The length in bytes of all lists of texts that are compared. */
export function comparedListBytes(segment: Segment, texts: readonly string[]): number {
  return bytesFrom(0, rarestOf(segment, texts));
}

function bytesFrom(first: number, count: number): number {
  let bytes = 0;
  for (let at = first; at < count; at++) bytes += rarestLengths[at]!;
  return bytes;
}

/** The groups with the shortest lists, and how long these are. One for all. */
const rarest = new Uint16Array(MAX_LISTS);
const rarestLengths = new Uint32Array(MAX_LISTS);
/** What the bitmask of a name that holds all groups has in it, and of how many groups. */
let bitmask = 0;
let groups = 0;

/** Finds the groups of texts with the shortest lists, each once, the shortest first, no more than are compared: in `rarest`; and `bitmask`. Answers how many. */
function rarestOf(segment: Segment, texts: readonly string[]): number {
  let size = 0;
  bitmask = 0;
  groups = 0;
  for (const text of texts) {
    for (let at = 0; at + 2 < text.length; at++) {
      const code = trigramAt(text, at);
      const length = segment.trigramListBytes(code);
      bitmask |= trigramBit(code);
      groups++;
      let place = size;
      while (place > 0 && rarestLengths[place - 1]! > length) place--;
      if (place === MAX_LISTS || isAmong(code, length, place)) continue;
      size = Math.min(size + 1, MAX_LISTS);
      for (let move = size - 1; move > place; move--) {
        rarest[move] = rarest[move - 1]!;
        rarestLengths[move] = rarestLengths[move - 1]!;
      }
      rarest[place] = code;
      rarestLengths[place] = length;
    }
  }
  return size;
}

/** Whether a group is one of those before a place; others of the same length lie beside it. */
function isAmong(code: number, length: number, place: number): boolean {
  for (let at = place - 1; at >= 0 && rarestLengths[at] === length; at--) if (rarest[at] === code) return true;
  return false;
}

/** Reads the next names of a list into the batch, behind those there; answers how many there are then. */
function readNames(list: TrigramList, before: number, most: number): number {
  const { bytes, end } = list;
  let { at, name } = list;
  let size = before;
  const full = before + most;
  while (at < end && size < full) {
    let value = bytes[at++]!;
    if (value > 0x7f) {
      value &= 0x7f;
      for (let shift = 7; ; shift += 7) {
        const byte = bytes[at++]!;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
    }
    name = name < 0 ? value : name + value;
    batch[size++] = name;
  }
  list.at = at;
  list.name = name;
  return size;
}

/** Keeps of the batch those names that are in a list too, which is read as far as need be. */
function keepNames(list: TrigramList, size: number): number {
  const { bytes, end } = list;
  let { at, name } = list;
  let left = 0;
  for (let next = 0; next < size; next++) {
    const wanted = batch[next]!;
    while (name < wanted && at < end) {
      let value = bytes[at++]!;
      if (value > 0x7f) {
        value &= 0x7f;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++]!;
          value |= (byte & 0x7f) << shift;
          if (byte < 0x80) break;
        }
      }
      name = name < 0 ? value : name + value;
    }
    if (name === wanted) batch[left++] = wanted;
    else if (name < wanted) break;
  }
  list.at = at;
  list.name = name;
  return left;
}
