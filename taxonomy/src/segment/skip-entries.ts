import { WORDS_PER_BLOCK } from './segment-head.ts';

/** One skip entry per this many words of a block. */
const STEP = 16;
const IN_A_BLOCK = WORDS_PER_BLOCK / STEP - 1;
/** Letters stored per entry. */
const LETTERS = 6;

/**
 * Skip pointers into the dictionary's blocks: entry points from which a scan can start, instead of the beginning of the block.
 */
export class SkipEntries {
  readonly #letters: Uint8Array;
  /** Offset in the block of the word after the entry, and where that word's postings begin. */
  readonly next: Uint16Array;
  readonly postings: Uint32Array;

  constructor(blocks: number) {
    this.#letters = new Uint8Array(blocks * IN_A_BLOCK * LETTERS);
    this.next = new Uint16Array(blocks * IN_A_BLOCK);
    this.postings = new Uint32Array(blocks * IN_A_BLOCK);
  }

  /** Called for every word; keeps some. `word`: its number in the block. */
  add(block: number, word: number, letters: Uint8Array, length: number, next: number, posting: number): void {
    if (word === 0 || word % STEP !== 0 || next > 0xffff) return;
    const mark = block * IN_A_BLOCK + word / STEP - 1;
    for (let at = 0; at < Math.min(length, LETTERS); at++) this.#letters[mark * LETTERS + at] = letters[at]!;
    this.next[mark] = next;
    this.postings[mark] = posting;
  }

  /** The last entry in a block that is certainly before the word, judged by the stored letters; -1 if there is none. */
  before(block: number, word: string): number {
    for (let mark = block * IN_A_BLOCK + IN_A_BLOCK - 1; mark >= block * IN_A_BLOCK; mark--) {
      if (this.next[mark] === 0) continue;
      const shared = this.sharedLetters(mark, word);
      if (shared < LETTERS && shared < word.length && this.#letters[mark * LETTERS + shared]! < word.charCodeAt(shared)) return mark;
    }
    return -1;
  }

  /** Common prefix of an entry and a word, in stored letters. */
  sharedLetters(mark: number, word: string): number {
    const from = mark * LETTERS;
    let shared = 0;
    while (shared < LETTERS && shared < word.length && this.#letters[from + shared] === word.charCodeAt(shared)) shared++;
    return shared;
  }
}
