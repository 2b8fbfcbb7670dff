import { shortAt } from '../elements.ts';
import type { NameReader } from './name-reader.ts';
import { TrigramPostings } from './trigram-postings.ts';
import { grown, type WordTable } from './word-table.ts';

/** One section of a segment's names (main language, others or foreign ones): the words of each name, and the trigram postings. */
export class NameSection {
  size = 0;
  /** Word numbers, name after name. */
  words = new Uint32Array(1 << 10);
  /** Per name, the end of its words in `words`. */
  ends = new Uint32Array(1 << 10);
  readonly trigrams = new TrigramPostings();
  #length = 0;

  /** Adds the current name of the reader. */
  add({ letters, ends, words }: NameReader, table: WordTable): void {
    if (this.#length + words > this.words.length) this.words = grown(this.words);
    let start = 0;
    for (let word = 0; word < words; word++) {
      const end = shortAt(ends, word);
      this.words[this.#length++] = table.numberOf(letters, start, end);
      start = end;
    }
    if (this.size === this.ends.length) this.ends = grown(this.ends);
    this.trigrams.add(letters, start, this.size);
    this.ends[this.size++] = this.#length;
  }
}
