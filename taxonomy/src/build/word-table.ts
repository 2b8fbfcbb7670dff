export const HASH_START = 0x811c9dc5;
/** Of a hash so far and one letter more: their exclusive or, times this. */
export const HASH_TIMES = 0x01000193;

export function finishedHash(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Numbers in a slot. */
const SLOT = 4;
const SLOT_SHIFT = 2;
/** Letters that fit into one number of 30 bits: numbers that are no larger are not kept apart by a browser's slower code. */
const IN_A_KEY = 6;
const IN_KEYS = IN_A_KEY * 2;
const MANY_ALIKE = 16;

/** Every different word once, as bytes, with a number in order of first appearance. */
export class WordTable {
  size = 0;
  letters = new Uint8Array(1 << 12);
  /** Where the letters of a word begin; one more than there are words. */
  starts = new Uint32Array(1 << 12);
  /**
   * Of each slot what is needed to tell a word, side by side: its first six letters, the next six, one more than its number,
   * how many letters it has. Only of longer ones the letters themselves are looked at.
   */
  #slots = new Int32Array(1 << 12);

  /** The number of the word in `letters` from `start` to `end`. */
  numberOf(letters: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const first = sixLetters(letters, start, end);
    const second = length > IN_A_KEY ? sixLetters(letters, start + IN_A_KEY, end) : 0;
    const slots = this.#slots;
    const mask = slots.length - SLOT;
    let slot = slotOf(first, second) & mask;
    for (;;) {
      const word = slots[slot + 2]!;
      if (word === 0) return this.#add(letters, start, end, slot, first, second);
      if (slots[slot] === first && slots[slot + 1] === second && slots[slot + 3] === length) {
        if (length <= IN_KEYS || this.#endsWith(word - 1, letters, start, end)) return word - 1;
      }
      slot = (slot + SLOT) & mask;
    }
  }

  /** Whether a word of the same length goes on in the same way where its keys end. */
  #endsWith(word: number, letters: Uint8Array, start: number, end: number): boolean {
    const known = this.letters;
    for (let at = start + IN_KEYS, own = this.starts[word]! + IN_KEYS; at < end; at++, own++) if (known[own] !== letters[at]) return false;
    return true;
  }

  #add(letters: Uint8Array, start: number, end: number, slot: number, first: number, second: number): number {
    const word = this.size++;
    const from = this.starts[word]!;
    const to = from + end - start;
    if (to > this.letters.length) {
      const larger = new Uint8Array(this.letters.length * 2);
      larger.set(this.letters);
      this.letters = larger;
    }
    const own = this.letters;
    for (let at = start, into = from; at < end; at++, into++) own[into] = letters[at]!;
    if (word + 2 > this.starts.length) this.starts = grown(this.starts);
    this.starts[word + 1] = to;
    const slots = this.#slots;
    slots[slot] = first;
    slots[slot + 1] = second;
    slots[slot + 2] = word + 1;
    slots[slot + 3] = end - start;
    if (this.size * SLOT * 3 > slots.length * 2) this.#spread();
    return word;
  }

  #spread(): void {
    const before = this.#slots;
    // Few words are soon many: the first steps are large.
    const slots = new Int32Array(before.length * (before.length < 1 << 18 ? 4 : 2));
    const mask = slots.length - SLOT;
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 2] === 0) continue;
      let slot = slotOf(before[at]!, before[at + 1]!) & mask;
      while (slots[slot + 2] !== 0) slot = (slot + SLOT) & mask;
      slots[slot] = before[at]!;
      slots[slot + 1] = before[at + 1]!;
      slots[slot + 2] = before[at + 2]!;
      slots[slot + 3] = before[at + 3]!;
    }
    this.#slots = slots;
  }

  /** The numbers of all words, in the order of their letters. */
  sorted(): Uint32Array {
    // A number of 64 bits for each word: its first six letters, as much of the next as there is room for, its own number.
    // The browser sorts these by itself.
    const ownBits = 32 - Math.clz32(this.size);
    const ownMask = 2 ** ownBits - 1;
    const pairs = new Uint32Array(this.size * 2);
    this.#writePairs(pairs, ~ownMask);
    new BigUint64Array(pairs.buffer).sort();
    const order = new Uint32Array(this.size);
    for (let at = 0; at < order.length; at++) order[at] = pairs[at * 2]! & ownMask;
    let start = 0;
    for (let at = 1; at <= order.length; at++) {
      if (at < order.length && pairs[at * 2 + 1] === pairs[start * 2 + 1] && ((pairs[at * 2]! ^ pairs[start * 2]!) & ~ownMask) === 0)
        continue;
      if (at - start > 1) this.#sortAlike(order, start, at);
      start = at;
    }
    return order;
  }

  /** The low half first, as the numbers of 64 bits have it. */
  #writePairs(pairs: Uint32Array, secondMask: number): void {
    const { letters, starts } = this;
    for (let word = 0; word < this.size; word++) {
      const start = starts[word]!;
      const end = starts[word + 1]!;
      const first = sixLetters(letters, start, end);
      const second = sixLetters(letters, start + IN_A_KEY, end);
      pairs[word * 2] = ((second << 4) & secondMask) | word;
      pairs[word * 2 + 1] = (first << 2) | (second >>> 28);
    }
  }

  /** Words that begin alike, mostly a direct. */
  #sortAlike(order: Uint32Array, start: number, end: number): void {
    if (end - start > MANY_ALIKE) {
      order.subarray(start, end).sort((a, b) => this.#compare(a, b));
      return;
    }
    for (let next = start + 1; next < end; next++) {
      const word = order[next]!;
      let at = next;
      for (; at > start && this.#compare(order[at - 1]!, word) > 0; at--) order[at] = order[at - 1]!;
      order[at] = word;
    }
  }

  /** Below 0 where word `a` comes before word `b`. */
  #compare(a: number, b: number): number {
    const { letters, starts } = this;
    const endA = starts[a + 1]!;
    const endB = starts[b + 1]!;
    let atA = starts[a]!;
    let atB = starts[b]!;
    while (atA < endA && atB < endB && letters[atA] === letters[atB]) {
      atA++;
      atB++;
    }
    return (atA < endA ? letters[atA]! : 0) - (atB < endB ? letters[atB]! : 0);
  }
}

/** Letters from `start` on as a number, so that numbers are in the order of the letters. */
function sixLetters(letters: Uint8Array, start: number, end: number): number {
  const to = start + IN_A_KEY;
  let key = 0;
  if (to <= end) for (let at = start; at < to; at++) key = (key << 5) | (letters[at]! - 96);
  else for (let at = start; at < to; at++) key = (key << 5) | (at < end ? letters[at]! - 96 : 0);
  return key;
}

/** Where a search for a word begins; to be cut to the room there is. */
function slotOf(first: number, second: number): number {
  const mixed = Math.imul(first ^ (second << 1), 0x9e3779b1) ^ Math.imul(second, 0x01000193);
  return (mixed ^ (mixed >>> 15)) << SLOT_SHIFT;
}

/** The same numbers with twice the room. */
export function grown<Numbers extends Int32Array | Uint32Array>(numbers: Numbers): Numbers {
  const larger = numbers instanceof Int32Array ? new Int32Array(numbers.length * 2) : new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger as Numbers;
}
