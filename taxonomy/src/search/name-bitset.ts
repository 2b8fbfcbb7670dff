/**
 * A set of names of a segment, shared by all segments of a thread: a question is answered at once, so nobody else is using
 * it. A bit for each name, and a bit for each 32 of these that are not all 0. Whoever marks names empties it again.
 */
let bits = new Uint32Array(1 << 13);
let groups = new Uint32Array(1 << 8);
let slots = new Uint32Array(0);
const columns: Uint8Array[] = [];

/** Somebody gave up before the set was empty again, because chunks were lacking. */
let isLeft = false;

/** Sees to it that the set is empty and has room for so many names. */
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

/** Puts names into the set. */
export function setBits(names: ArrayLike<number>, size: number): void {
  isLeft = true;
  for (let at = 0; at < size; at++) {
    const name = names[at]!;
    bits[name >>> 5]! |= 1 << (name & 31);
    groups[name >>> 10]! |= 1 << ((name >>> 5) & 31);
  }
}

/** The bits themselves, for loops over very many names. */
export function bitsetWords(): Uint32Array {
  return bits;
}

/** Empties the set, and hands over its first names in order, up to `most`; answers how many. */
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

/** Empties the set of the names that were put into it: all of them must be here. */
export function clearBits(names: ArrayLike<number>, size: number): void {
  isLeft = false;
  for (let at = 0; at < size; at++) {
    const name = names[at]!;
    bits[name >>> 5] = 0;
    groups[name >>> 10] = 0;
  }
}

/** A number for each name of a segment, with whatever was in it before. */
export function slotColumn(names: number): Uint32Array {
  if (slots.length < names) slots = new Uint32Array(names + (names >>> 2));
  return slots;
}

/** A byte for each of so many, all 0. `which`: expansions may be in use at once. */
export function zeroedColumn(which: number, size: number): Uint8Array {
  let column = columns[which];
  if (column === undefined || column.length < size) {
    column = new Uint8Array(Math.max(size + (size >>> 2), 1 << 10));
    columns[which] = column;
  } else column.fill(0, 0, size);
  return column;
}
