import { byteAt, itemAt, shortAt, uintAt } from '../elements.ts';
import { trigramAt } from '../segment/segment-head.ts';
import type { TrigramList, Segment } from '../segment/segment.ts';
import { trigramBit, type TrigramBitmasks } from '../segment/trigram-bitmasks.ts';

/** At most this many trigram lists are intersected. The few false positives are checked on the name. */
const MAX_LISTS = 5;
/** Initial batch size: names of the shortest list intersected with the others at a time. */
const FIRST_BATCH = 64;
const MAX_BATCH = 4096;
/** Estimated fraction of the names without a trigram whose bitmask has its bit anyway. */
const FALSE_POSITIVE_RATE = 0.4;
/** With so few wanted names, the other lists would hardly be read. */
const FEW_WANTED = 64;
/** Upper bound for the cost of checking a bitmask's false positives. */
const MAX_CHECK_BYTES = 200;

const batch = new Uint32Array(MAX_BATCH);

/** Names that contain trigrams, and whether there are more. */
export interface TrigramMatches {
  names: Uint32Array;
  isTruncated: boolean;
}

/** Buffer of intersected names, shared by all queries. */
let kept = new Uint32Array(MAX_BATCH * 2);
const NO_NAMES: TrigramMatches = { names: new Uint32Array(), isTruncated: false };

/**
 * The first `most` (or more) names that contain the trigrams of the texts, ascending. Not all trigrams are checked, so there may be
 * false positives. Stops at `enough` names once all main-language names are included. `keepMore` is an additional filter: it moves the
 * names to keep to the front of a list and returns their number.
 */
export function intersectTrigrams(
  segment: Segment,
  texts: readonly string[],
  most: number,
  enough = most,
  keepMore: ((names: Uint32Array, size: number) => number) | null = null,
): TrigramMatches {
  const count = collectRarest(segment, texts);
  if (count === 0 || rarestLengths[0] === 0) return NO_NAMES;
  const lists = Array.from(rarest.subarray(0, count), (code) => segment.trigram(code));
  const shortest = itemAt(lists, 0);
  // With few names left, checking them is cheaper than reading a longer list.
  const nameCostInBytes = segment.canReadNames ? segment.nameCostInBytes : Infinity;
  const bitmasks = count > 1 && (most <= FEW_WANTED || isFilterEnough(count, nameCostInBytes)) ? segment.bitmasks : null;
  let size = 0;
  for (let step = FIRST_BATCH; shortest.at < shortest.end; step = Math.min(step * 2, MAX_BATCH)) {
    if (size >= most || (size >= enough && !segment.isMain(kept[size - 1]!))) return { names: kept.slice(0, size), isTruncated: true };
    let left = readNames(shortest, 0, lists.length === 1 && keepMore === null ? Math.min(step, most - size) : step);
    if (bitmasks !== null) left = bitmasks.keep(bitmask, batch, 0, left);
    if (keepMore !== null) left = keepMore(batch, left);
    for (let at = 1; at < lists.length && left > 0; at++) {
      const list = itemAt(lists, at);
      if (left * nameCostInBytes < bytesUpTo(list, batch[left - 1]!, segment.head.names)) break;
      left = keepNames(list, left);
    }
    growKept(size, left);
    for (let at = 0; at < left; at++) kept[size++] = uintAt(batch, at);
  }
  return size === 0 ? NO_NAMES : { names: kept.slice(0, size), isTruncated: false };
}

/** Whether the bitmasks leave so few false positives that reading the other lists does not pay off. */
function isFilterEnough(count: number, nameCostInBytes: number): boolean {
  return expectedFalsePositives() * Math.min(nameCostInBytes, MAX_CHECK_BYTES) < bytesFrom(1, count);
}

/** Estimated number of false positives of the bitmasks in the shortest list. */
function expectedFalsePositives(): number {
  return uintAt(rarestLengths, 0) * FALSE_POSITIVE_RATE ** (trigrams - 1);
}

/** Estimated bytes of a list before a name. */
function bytesUpTo({ at, end, name: last }: TrigramList, name: number, names: number): number {
  return last >= name ? 0 : ((end - at) * (name - last)) / (names - last);
}

function growKept(size: number, more: number): void {
  if (size + more <= kept.length) return;
  const larger = new Uint32Array((size + more) * 2);
  larger.set(kept.subarray(0, size));
  kept = larger;
}

/** Output buffer of `intersectFewTrigrams`. Shared. */
export { batch as matchBatch };

/**
 * Like `intersectTrigrams` for at most `most` names, written to `matchBatch`. Returns their number, or -1 if there are more or
 * the shortest list is longer than `mostBytes`.
 */
export function intersectFewTrigrams(segment: Segment, texts: readonly string[], most: number, mostBytes: number): number {
  const count = collectRarest(segment, texts);
  if (count === 0 || uintAt(rarestLengths, 0) > mostBytes) return -1;
  const { bitmasks } = segment;
  // With more false positives than this, intersecting the lists is better.
  if (bitmasks !== null && count > 1 && (texts.length === 1 || expectedFalsePositives() * 2 < most))
    return filterByBitmasks(segment.trigram(shortAt(rarest, 0)), bitmasks, most);
  const { names, isTruncated } = intersectTrigrams(segment, texts, most + 1);
  if (isTruncated || names.length > most) return -1;
  batch.set(names);
  return names.length;
}

/** Like `intersectFewTrigrams`, by filtering the shortest list with bitmasks. */
function filterByBitmasks(shortest: TrigramList, bitmasks: TrigramBitmasks, most: number): number {
  let size = 0;
  while (shortest.at < shortest.end) {
    if (size > most) return -1;
    size = bitmasks.keep(bitmask, batch, size, readNames(shortest, size, FIRST_BATCH));
  }
  return size > most ? -1 : size;
}

/** Length in bytes of the shortest trigram list of the texts. */
export function shortestTrigramList(segment: Segment, texts: readonly string[]): number {
  return collectRarest(segment, texts) === 0 ? Infinity : uintAt(rarestLengths, 0);
}

/** Total bytes of the trigram lists that would be intersected. */
export function comparedListBytes(segment: Segment, texts: readonly string[]): number {
  return bytesFrom(0, collectRarest(segment, texts));
}

function bytesFrom(first: number, count: number): number {
  let bytes = 0;
  for (let at = first; at < count; at++) bytes += uintAt(rarestLengths, at);
  return bytes;
}

/** The trigrams with the shortest lists, and the lengths of these. Shared. */
const rarest = new Uint16Array(MAX_LISTS);
const rarestLengths = new Uint32Array(MAX_LISTS);
/** The bits of all trigrams of the query, and their number. */
let bitmask = 0;
let trigrams = 0;

/**
 * Collects the trigrams of the texts with the shortest lists into `rarest`, shortest first, without duplicates, and sets
 * `bitmask`. Returns how many.
 */
function collectRarest(segment: Segment, texts: readonly string[]): number {
  let size = 0;
  bitmask = 0;
  trigrams = 0;
  for (const text of texts) {
    for (let at = 0; at + 2 < text.length; at++) {
      const code = trigramAt(text, at);
      const length = segment.trigramListBytes(code);
      bitmask |= trigramBit(code);
      trigrams++;
      let place = size;
      while (place > 0 && uintAt(rarestLengths, place - 1) > length) place--;
      if (place === MAX_LISTS || isDuplicate(code, length, place)) continue;
      size = Math.min(size + 1, MAX_LISTS);
      for (let move = size - 1; move > place; move--) {
        rarest[move] = shortAt(rarest, move - 1);
        rarestLengths[move] = uintAt(rarestLengths, move - 1);
      }
      rarest[place] = code;
      rarestLengths[place] = length;
    }
  }
  return size;
}

/** Whether the trigram is among those of the same length before `place`. */
function isDuplicate(code: number, length: number, place: number): boolean {
  for (let at = place - 1; at >= 0 && rarestLengths[at] === length; at--) if (rarest[at] === code) return true;
  return false;
}

/** The next names of a list, none at its end; valid until the next call. */
export function nextNames(list: TrigramList): Uint32Array {
  return batch.subarray(0, readNames(list, 0, MAX_BATCH));
}

/** Appends the next names of a list to the batch. Returns the new size. */
function readNames(list: TrigramList, before: number, most: number): number {
  const { bytes, end } = list;
  let { at, name } = list;
  let size = before;
  const full = before + most;
  while (at < end && size < full) {
    let value = byteAt(bytes, at++);
    if (value > 0x7f) {
      value &= 0x7f;
      for (let shift = 7; ; shift += 7) {
        const byte = byteAt(bytes, at++);
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

/** Intersects the batch with a list, which is read only as far as needed. Returns the new size. */
function keepNames(list: TrigramList, size: number): number {
  const { bytes, end } = list;
  let { at, name } = list;
  let left = 0;
  for (let next = 0; next < size; next++) {
    const wanted = uintAt(batch, next);
    while (name < wanted && at < end) {
      let value = byteAt(bytes, at++);
      if (value > 0x7f) {
        value &= 0x7f;
        for (let shift = 7; ; shift += 7) {
          const byte = byteAt(bytes, at++);
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
