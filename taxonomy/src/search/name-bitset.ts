/**
 * A two-level bitset over the names of a segment: one bit per name, and one per 32 names that have any. Shared by all segments
 * of a thread, because queries are synchronous. Whoever sets bits clears them again.
 */
let bits = new Uint32Array(1 << 13);
let groups = new Uint32Array(1 << 8);
let slots = new Uint32Array(0);
const columns: Uint8Array[] = [];

/** A query was aborted by a cache miss before it cleared its bits. */
let isLeft = false;

/** Makes sure the bitset is empty and large enough. */
export function clearBitset(names: number): void {
  if (bits.length * 32 < names + 32) {
    // A whole number of groups.
    groups = new Uint32Array((names >>> 10) + (names >>> 12) + 2);
    bits = new Uint32Array(groups.length * 32);
  } else if (isLeft) {
    groups.fill(0);
    bits.fill(0);
  }
  isLeft = false;
}

/** Adds names. */
export function setBits(names: ArrayLike<number>, size: number): void {
  isLeft = true;
  for (let at = 0; at < size; at++) {
    const name = names[at]!;
    bits[name >>> 5]! |= 1 << (name & 31);
    groups[name >>> 10]! |= 1 << ((name >>> 5) & 31);
  }
}

/** The raw bits, for loops over many names. */
export function bitsetWords(): Uint32Array {
  return bits;
}

/** Clears the bitset and writes its first `most` names, ascending, to `into`. Returns how many. */
export function drainBitset(into: Uint32Array, most: number): number {
  let size = 0;
  isLeft = false;
  for (let group = 0; group < groups.length; group++) {
    const left = groups[group]!;
    if (left === 0) continue;
    groups[group] = 0;
    for (let words = left; words !== 0; words &= words - 1) {
      const word = (group << 5) + 31 - Math.clz32(words & -words);
      for (let names = bits[word]!; names !== 0 && size < most; names &= names - 1) {
        into[size++] = (word << 5) + 31 - Math.clz32(names & -names);
      }
      bits[word] = 0;
    }
  }
  return size;
}

/** Clears the bitset. `names` must include every name that was added. */
export function clearBits(names: ArrayLike<number>, size: number): void {
  isLeft = false;
  for (let at = 0; at < size; at++) {
    const name = names[at]!;
    bits[name >>> 5] = 0;
    groups[name >>> 10] = 0;
  }
}

/** An uninitialised number per name. */
export function slotColumn(names: number): Uint32Array {
  if (slots.length < names) slots = new Uint32Array(names + (names >>> 2));
  return slots;
}

/** A zeroed byte array. `which`: several can be in use at once. */
export function zeroedColumn(which: number, size: number): Uint8Array {
  let column = columns[which];
  if (column === undefined || column.length < size) {
    column = new Uint8Array(Math.max(size + (size >>> 2), 1 << 10));
    columns[which] = column;
  } else column.fill(0, 0, size);
  return column;
}
