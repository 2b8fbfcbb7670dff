import { uintAt } from '../elements.ts';
/**
 * A two-level bitset over the names of a segment: one bit per name, and one per 32 names of which any is set. All segments of a thread
 * share it, because queries are synchronous. Callers clear the bits they set.
 */
let bits = new Uint32Array(1 << 13);
let groups = new Uint32Array(1 << 8);
let slots = new Uint32Array(0);
const columns: Uint8Array[] = [];

/** Bits are set; after a query that a cache miss aborted they still are. */
let isDirty = false;

/** Makes sure the bitset is empty and large enough. */
export function clearBitset(names: number): void {
  if (bits.length * 32 < names + 32) {
    // A whole number of groups.
    groups = new Uint32Array((names >>> 10) + (names >>> 12) + 2);
    bits = new Uint32Array(groups.length * 32);
  } else if (isDirty) {
    groups.fill(0);
    bits.fill(0);
  }
  isDirty = false;
}

/** Sets the bits of names. */
export function setBits(names: ArrayLike<number>, size: number): void {
  isDirty = true;
  for (let at = 0; at < size; at++) {
    const name = names[at]!;
    bits[name >>> 5]! |= 1 << (name & 31);
    groups[name >>> 10]! |= 1 << ((name >>> 5) & 31);
  }
}

/** The bits as 32-bit words, for loops over many names. */
export function bitsetWords(): Uint32Array {
  return bits;
}

/** Clears the bitset and writes its first `most` names, ascending, to `into`. Returns how many. */
export function drainBitset(into: Uint32Array, most: number): number {
  let size = 0;
  isDirty = false;
  for (let group = 0; group < groups.length; group++) {
    const left = uintAt(groups, group);
    if (left === 0) continue;
    groups[group] = 0;
    for (let words = left; words !== 0; words &= words - 1) {
      const word = (group << 5) + 31 - Math.clz32(words & -words);
      for (let names = uintAt(bits, word); names !== 0 && size < most; names &= names - 1) {
        into[size++] = (word << 5) + 31 - Math.clz32(names & -names);
      }
      bits[word] = 0;
    }
  }
  return size;
}

/** Clears the bitset. `names` must include every name that was set. */
export function clearBits(names: ArrayLike<number>, size: number): void {
  isDirty = false;
  for (let at = 0; at < size; at++) {
    const name = names[at]!;
    bits[name >>> 5] = 0;
    groups[name >>> 10] = 0;
  }
}

/** A number per name, uninitialised. */
export function slotColumn(names: number): Uint32Array {
  if (slots.length < names) slots = new Uint32Array(names + (names >>> 2));
  return slots;
}

/** A zeroed byte array. Arrays with different `which` can be used at the same time. */
export function zeroedColumn(which: number, size: number): Uint8Array {
  let column = columns[which];
  if (column === undefined || column.length < size) {
    column = new Uint8Array(Math.max(size + (size >>> 2), 1 << 10));
    columns[which] = column;
  } else column.fill(0, 0, size);
  return column;
}
