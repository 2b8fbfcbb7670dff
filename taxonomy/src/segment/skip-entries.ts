import { WORDS_PER_BLOCK } from './segment-head.ts';

/** Of so many words of a block, one is a waymark. */
const STEP = 16;
const IN_A_BLOCK = WORDS_PER_BLOCK / STEP - 1;
/** Letters of it that are known. */
const LETTERS = 6;

/** Words inside the blocks of a dictionary from which it may be read on, so that a block need not be read from its beginning. */
export class SkipEntries {
  readonly #letters: Uint8Array;
  /** Where the word after it lies, counted from the beginning of the block, and where the postings of that begin. */
  readonly next: Uint16Array;
  readonly postings: Uint32Array;

  constructor(blocks: number) {
    this.#letters = new Uint8Array(blocks * IN_A_BLOCK * LETTERS);
    this.next = new Uint16Array(blocks * IN_A_BLOCK);
    this.postings = new Uint32Array(blocks * IN_A_BLOCK);
  }

  /** Takes the words of all blocks as they come; keeps some. `word`: its number in the block. */
  add(block: number, word: number, letters: Uint8Array, length: number, next: number, posting: number): void {
    if (word === 0 || word % STEP !== 0 || next > 0xffff) return;
    const mark = block * IN_A_BLOCK + word / STEP - 1;
    for (let at = 0; at < Math.min(length, LETTERS); at++) this.#letters[mark * LETTERS + at] = letters[at]!;
    this.next[mark] = next;
    this.postings[mark] = posting;
  }

  /** The last waymark of a block that is surely before a word: by the letters that are known. -1 where none is. */
  before(block: number, word: string): number {
    for (let mark = block * IN_A_BLOCK + IN_A_BLOCK - 1; mark >= block * IN_A_BLOCK; mark--) {
      if (this.next[mark] === 0) continue;
      const shared = this.sharedLetters(mark, word);
      if (shared < LETTERS && shared < word.length && this.#letters[mark * LETTERS + shared]! < word.charCodeAt(shared)) return mark;
    }
    return -1;
  }

  /** How many letters a waymark begins with that a word begins with too, of those that are known. */
  sharedLetters(mark: number, word: string): number {
    const from = mark * LETTERS;
    let shared = 0;
    while (shared < LETTERS && shared < word.length && this.#letters[from + shared] === word.charCodeAt(shared)) shared++;
    return shared;
  }
}
