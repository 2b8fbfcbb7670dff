import { byteAt, intAt, uintAt } from '../elements.ts';
export const FNV_OFFSET = 0x811c9dc5;
/** FNV-1a: the hash so far XOR the next letter, times this prime. */
export const FNV_PRIME = 0x01000193;

/** The final mix after the last letter. */
export function finishedHash(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Numbers per slot. */
const SLOT = 4;
const SLOT_SHIFT = 2;
/** Letters per numeric key. A key has 30 bits, so engines store it as a small integer. */
const LETTERS_PER_KEY = 6;
const LETTERS_IN_KEYS = LETTERS_PER_KEY * 2;
const INSERTION_SORT_MAX = 16;

/** Interns words in an open-addressing hash table: stores each distinct word once, as bytes, numbered by first appearance. */
export class WordTable {
  size = 0;
  letters = new Uint8Array(1 << 12);
  /** Offset of each word's letters; one entry more than there are words. */
  starts = new Uint32Array(1 << 12);
  /**
   * Per slot: letters 1 to 6, letters 7 to 12, word number + 1, length. Only longer words need a comparison of their letters.
   */
  #slots = new Int32Array(1 << 12);

  /** The number of the word in `letters` from `start` to `end`; adds it if it is new. */
  numberOf(letters: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const first = sixLetters(letters, start, end);
    const second = length > LETTERS_PER_KEY ? sixLetters(letters, start + LETTERS_PER_KEY, end) : 0;
    const slots = this.#slots;
    const mask = slots.length - SLOT;
    let slot = slotOf(first, second) & mask;
    for (;;) {
      const word = intAt(slots, slot + 2);
      if (word === 0) return this.#add(letters, start, end, slot, first, second);
      if (slots[slot] === first && slots[slot + 1] === second && slots[slot + 3] === length) {
        if (length <= LETTERS_IN_KEYS || this.#endsWith(word - 1, letters, start, end)) return word - 1;
      }
      slot = (slot + SLOT) & mask;
    }
  }

  /** Whether a word of the same length also has the same letters after its keys. */
  #endsWith(word: number, letters: Uint8Array, start: number, end: number): boolean {
    const known = this.letters;
    for (let at = start + LETTERS_IN_KEYS, own = uintAt(this.starts, word) + LETTERS_IN_KEYS; at < end; at++, own++)
      if (known[own] !== letters[at]) return false;
    return true;
  }

  #add(letters: Uint8Array, start: number, end: number, slot: number, first: number, second: number): number {
    const word = this.size++;
    const from = uintAt(this.starts, word);
    const to = from + end - start;
    if (to > this.letters.length) {
      const larger = new Uint8Array(this.letters.length * 2);
      larger.set(this.letters);
      this.letters = larger;
    }
    const own = this.letters;
    for (let at = start, into = from; at < end; at++, into++) own[into] = byteAt(letters, at);
    if (word + 2 > this.starts.length) this.starts = grown(this.starts);
    this.starts[word + 1] = to;
    const slots = this.#slots;
    slots[slot] = first;
    slots[slot + 1] = second;
    slots[slot + 2] = word + 1;
    slots[slot + 3] = end - start;
    if (this.size * SLOT * 3 > slots.length * 2) this.#grow();
    return word;
  }

  #grow(): void {
    const before = this.#slots;
    // Grow faster while small.
    const slots = new Int32Array(before.length * (before.length < 1 << 18 ? 4 : 2));
    const mask = slots.length - SLOT;
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 2] === 0) continue;
      let slot = slotOf(intAt(before, at), intAt(before, at + 1)) & mask;
      while (slots[slot + 2] !== 0) slot = (slot + SLOT) & mask;
      slots[slot] = intAt(before, at);
      slots[slot + 1] = intAt(before, at + 1);
      slots[slot + 2] = intAt(before, at + 2);
      slots[slot + 3] = intAt(before, at + 3);
    }
    this.#slots = slots;
  }

  /** The word numbers in alphabetical order. */
  sorted(): Uint32Array {
    // One 64-bit number per word: letters 1 to 6, as much of letters 7 to 12 as fits, and the word number. The native typed-array
    // sort orders them.
    const numberBits = 32 - Math.clz32(this.size);
    const numberMask = 2 ** numberBits - 1;
    const pairs = new Uint32Array(this.size * 2);
    this.#writePairs(pairs, ~numberMask);
    new BigUint64Array(pairs.buffer).sort();
    const order = new Uint32Array(this.size);
    for (let at = 0; at < order.length; at++) order[at] = uintAt(pairs, at * 2) & numberMask;
    let start = 0;
    for (let at = 1; at <= order.length; at++) {
      if (
        at < order.length &&
        pairs[at * 2 + 1] === pairs[start * 2 + 1] &&
        ((uintAt(pairs, at * 2) ^ uintAt(pairs, start * 2)) & ~numberMask) === 0
      )
        continue;
      if (at - start > 1) this.#sortEqualKeys(order, start, at);
      start = at;
    }
    return order;
  }

  /** Writes the 64-bit numbers, low half first (little-endian). */
  #writePairs(pairs: Uint32Array, secondMask: number): void {
    const { letters, starts } = this;
    for (let word = 0; word < this.size; word++) {
      const start = uintAt(starts, word);
      const end = uintAt(starts, word + 1);
      const first = sixLetters(letters, start, end);
      const second = sixLetters(letters, start + LETTERS_PER_KEY, end);
      pairs[word * 2] = ((second << 4) & secondMask) | word;
      pairs[word * 2 + 1] = (first << 2) | (second >>> 28);
    }
  }

  /** Sorts words with equal keys; there are usually only a few. */
  #sortEqualKeys(order: Uint32Array, start: number, end: number): void {
    if (end - start > INSERTION_SORT_MAX) {
      order.subarray(start, end).sort((a, b) => this.#compare(a, b));
      return;
    }
    for (let next = start + 1; next < end; next++) {
      const word = uintAt(order, next);
      let at = next;
      for (; at > start && this.#compare(uintAt(order, at - 1), word) > 0; at--) order[at] = uintAt(order, at - 1);
      order[at] = word;
    }
  }

  /** Negative if word `a` sorts before word `b`. */
  #compare(a: number, b: number): number {
    const { letters, starts } = this;
    const endA = uintAt(starts, a + 1);
    const endB = uintAt(starts, b + 1);
    let atA = uintAt(starts, a);
    let atB = uintAt(starts, b);
    while (atA < endA && atB < endB && letters[atA] === letters[atB]) {
      atA++;
      atB++;
    }
    return (atA < endA ? byteAt(letters, atA) : 0) - (atB < endB ? byteAt(letters, atB) : 0);
  }
}

/** Six letters from `start` on as a number that preserves alphabetical order. */
function sixLetters(letters: Uint8Array, start: number, end: number): number {
  const to = start + LETTERS_PER_KEY;
  let key = 0;
  if (to <= end) for (let at = start; at < to; at++) key = (key << 5) | (byteAt(letters, at) - 96);
  else for (let at = start; at < to; at++) key = (key << 5) | (at < end ? byteAt(letters, at) - 96 : 0);
  return key;
}

/** Hash of the two keys, to be masked to the table size. */
function slotOf(first: number, second: number): number {
  const mixed = Math.imul(first ^ (second << 1), 0x9e3779b1) ^ Math.imul(second, 0x01000193);
  return (mixed ^ (mixed >>> 15)) << SLOT_SHIFT;
}

/** A copy with twice the capacity. */
export function grown<Numbers extends Int32Array | Uint32Array>(numbers: Numbers): Numbers {
  const larger = numbers instanceof Int32Array ? new Int32Array(numbers.length * 2) : new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger as Numbers;
}
