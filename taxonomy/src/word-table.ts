export const HASH_START = 0x811c9dc5;
/** Of a hash so far and one letter more: their exclusive or, times this. */
export const HASH_TIMES = 0x01000193;

export function finishedHash(hash: number): number {
  return hash ^ (hash >>> 15);
}

export function lettersHash(letters: Uint8Array, start: number, end: number): number {
  let hash = HASH_START;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ letters[at]!, HASH_TIMES);
  return finishedHash(hash);
}

/** Numbers in a slot. */
const SLOT = 4;
const SLOT_SHIFT = 2;

/** Every different word once, as bytes, with a number in order of first appearance. */
export class WordTable {
  size = 0;
  letters = new Uint8Array(1 << 12);
  /** Where the letters of a word begin; one more than there are words. */
  starts = new Uint32Array(1 << 12);
  /** Of each slot what is needed to tell a word, side by side: its hash, one more than its number, where its letters begin, how many. */
  #slots = new Int32Array(1 << 12);

  /** The number of the word in `letters` from `start` to `end`. `hash`: `lettersHash` of it. */
  numberOf(letters: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - SLOT;
    const length = end - start;
    let slot = (hash << SLOT_SHIFT) & mask;
    for (;;) {
      const word = slots[slot + 1]!;
      if (word === 0) return this.#add(letters, start, end, hash, slot);
      if (slots[slot] === hash && slots[slot + 3] === length && this.#equals(slots[slot + 2]!, letters, start, end)) return word - 1;
      slot = (slot + SLOT) & mask;
    }
  }

  #equals(own: number, letters: Uint8Array, start: number, end: number): boolean {
    const known = this.letters;
    for (let at = start, other = own; at < end; at++, other++) if (known[other] !== letters[at]) return false;
    return true;
  }

  #add(letters: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const word = this.size++;
    const from = this.starts[word]!;
    const to = from + end - start;
    if (to > this.letters.length) {
      const grown = new Uint8Array(this.letters.length * 2);
      grown.set(this.letters);
      this.letters = grown;
    }
    for (let at = start, own = from; at < end; at++, own++) this.letters[own] = letters[at]!;
    if (word + 2 > this.starts.length) this.starts = grownNumbers(this.starts);
    this.starts[word + 1] = to;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = word + 1;
    this.#slots[slot + 2] = from;
    this.#slots[slot + 3] = end - start;
    if (this.size * SLOT * 3 > this.#slots.length * 2) this.#spread();
    return word;
  }

  #spread(): void {
    const before = this.#slots;
    const slots = new Int32Array(before.length * 2);
    const mask = slots.length - SLOT;
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 1] === 0) continue;
      let slot = (before[at]! << SLOT_SHIFT) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + SLOT) & mask;
      for (let part = 0; part < SLOT; part++) slots[slot + part] = before[at + part]!;
    }
    this.#slots = slots;
  }

  /** The numbers of all words, in the order of their letters. */
  sorted(): Uint32Array {
    // By twelve letters at once with counting sorts, the later six first; what then is still the same is few.
    let order = new Uint32Array(this.size);
    for (let word = 0; word < this.size; word++) order[word] = word;
    for (const from of [6, 0]) {
      const keys = new Uint32Array(this.size);
      for (let word = 0; word < this.size; word++) keys[word] = this.#sixLetters(word, from);
      for (const shift of [0, 10, 20]) order = countingSort(order, keys, shift);
    }
    let start = 0;
    for (let at = 1; at <= order.length; at++) {
      if (at < order.length && this.#commonStart(order[start] ?? 0, order[at] ?? 0) >= 12) continue;
      if (at - start > 1) order.subarray(start, at).sort((a, b) => this.#compare(a, b));
      start = at;
    }
    return order;
  }

  #sixLetters(word: number, from: number): number {
    const start = (this.starts[word] ?? 0) + from;
    const end = this.starts[word + 1] ?? 0;
    let key = 0;
    for (let at = start; at < start + 6; at++) key = (key << 5) | (at < end ? (this.letters[at] ?? 0) - 96 : 0);
    return key;
  }

  #commonStart(a: number, b: number): number {
    const startA = this.starts[a] ?? 0;
    const startB = this.starts[b] ?? 0;
    const most = Math.min((this.starts[a + 1] ?? 0) - startA, (this.starts[b + 1] ?? 0) - startB);
    let same = 0;
    while (same < most && this.letters[startA + same] === this.letters[startB + same]) same++;
    return same;
  }

  #compare(a: number, b: number): number {
    const same = this.#commonStart(a, b);
    const next = (word: number) => {
      const at = (this.starts[word] ?? 0) + same;
      return at < (this.starts[word + 1] ?? 0) ? (this.letters[at] ?? 0) : 0;
    };
    return next(a) - next(b);
  }
}

function countingSort(order: Uint32Array, keys: Uint32Array, shift: number): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(1025);
  for (const word of order) counts[(((keys[word] ?? 0) >>> shift) & 1023) + 1]! += 1;
  for (let key = 1; key <= 1024; key++) counts[key]! += counts[key - 1] ?? 0;
  const sorted = new Uint32Array(order.length);
  for (const word of order) sorted[counts[((keys[word] ?? 0) >>> shift) & 1023]!++] = word;
  return sorted;
}

/** The same numbers with twice the room. */
export function grownNumbers<Numbers extends Int32Array | Uint32Array>(numbers: Numbers): Numbers {
  const grown = numbers instanceof Int32Array ? new Int32Array(numbers.length * 2) : new Uint32Array(numbers.length * 2);
  grown.set(numbers);
  return grown as Numbers;
}
