import { byteAt } from '../elements.ts';
import { WORDS_PER_BLOCK } from './segment-head.ts';

/** One skip entry per this many words of a block. */
const STEP = 16;
const IN_A_BLOCK = WORDS_PER_BLOCK / STEP - 1;
/** Letters stored per entry. */
const LETTERS = 6;

/** Skip pointers into the dictionary's blocks, so that a scan does not have to start at the beginning of a block. */
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

  /** To be called for every word; keeps every 16th. `word` is its number in the block, `next` the offset of the following word. */
  add(block: number, word: number, letters: Uint8Array, length: number, next: number, posting: number): void {
    if (word === 0 || word % STEP !== 0 || next > 0xffff) return;
    const entry = block * IN_A_BLOCK + word / STEP - 1;
    for (let at = 0; at < Math.min(length, LETTERS); at++) this.#letters[entry * LETTERS + at] = byteAt(letters, at);
    this.next[entry] = next;
    this.postings[entry] = posting;
  }

  /** The last entry in a block that is certainly before the word, judged by the stored letters; -1 if there is none. */
  before(block: number, word: string): number {
    for (let entry = block * IN_A_BLOCK + IN_A_BLOCK - 1; entry >= block * IN_A_BLOCK; entry--) {
      if (this.next[entry] === 0) continue;
      const shared = this.sharedLetters(entry, word);
      if (shared < LETTERS && shared < word.length && byteAt(this.#letters, entry * LETTERS + shared) < word.charCodeAt(shared))
        return entry;
    }
    return -1;
  }

  /** Common prefix of an entry and a word, in stored letters. */
  sharedLetters(entry: number, word: string): number {
    const from = entry * LETTERS;
    let shared = 0;
    while (shared < LETTERS && shared < word.length && this.#letters[from + shared] === word.charCodeAt(shared)) shared++;
    return shared;
  }
}
