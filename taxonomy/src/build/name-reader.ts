import { byteAt, shortAt } from '../elements.ts';
import { foldName, charKinds, MAX_WORD_LETTERS, MAX_WORDS, DROPPED, expansions, EXPANDS } from '../text/fold.ts';
import { FIELD_CODE, ITEM_CODE, LINE_CODE } from '../storage/row-format.ts';
import { nameHash } from '../storage/row-chunk.ts';
import { finishedHash, FNV_OFFSET, FNV_PRIME } from './word-table.ts';

/** The highest lead byte of a character below U+0180, where the folding table ends. */
const LAST_IN_TABLE = 0xc5;
const decoder = new TextDecoder();

/**
 * Iterates over the names in the text of a row chunk and folds each in a single pass over the UTF-8 bytes, without creating
 * strings. Falls back to `foldName` for characters outside its table.
 */
export class NameReader {
  /** The letters of all words of the current name, and the end of each word. */
  letters = new Uint8Array(1 << 12);
  readonly ends = new Uint16Array(MAX_WORDS);
  words = 0;
  /** Byte range of the current name in the text. Between names, `#to` is the separator before the next one. */
  #from = 0;
  #to = 0;
  #text: Uint8Array = new Uint8Array();

  /** Positions the reader before the first row. */
  open(text: Uint8Array): void {
    // A character may fold to more letters than it has bytes, but never to twice as many.
    if (text.length * 2 > this.letters.length) this.letters = new Uint8Array(text.length * 2);
    this.#text = text;
    this.#to = 0;
    this.#toLineEnd();
  }

  /** False after the last row. */
  get hasRow(): boolean {
    return this.#to < this.#text.length;
  }

  /** Advances to the next name of the row; false after the last. */
  nextName(): boolean {
    const text = this.#text;
    while (text[this.#to] !== FIELD_CODE && this.#to < text.length) {
      this.#from = this.#to + 1;
      const end = this.#fold(this.#from);
      if (end < 0) {
        this.#to = this.#nameEnd();
        this.#foldAny();
      } else this.#to = end;
      if (this.#to > this.#from) return true;
    }
    this.#toLineEnd();
    return false;
  }

  /** The `nameHash` of the current name as spelled. */
  hash(): number {
    const text = this.#text;
    let hash = FNV_OFFSET;
    for (let at = this.#from; at < this.#to; at++) {
      let code = byteAt(text, at);
      if (code >= 0x80) {
        if (code >= 0xe0) return nameHash(this.#spelled());
        code = ((code & 0x1f) << 6) | (byteAt(text, ++at) & 0x3f);
      }
      hash = Math.imul(hash ^ code, FNV_PRIME);
    }
    return finishedHash(hash) >>> 0;
  }

  /** Whether the current name, as spelled, ends with this byte. */
  endsWith(code: number): boolean {
    return this.#text[this.#to - 1] === code;
  }

  #spelled(): string {
    return decoder.decode(this.#text.subarray(this.#from, this.#to));
  }

  /** Folds the name at `from`. Returns where it ends, or -1 if it needs the slow path. */
  #fold(from: number): number {
    const text = this.#text;
    const { letters, ends } = this;
    let length = 0;
    let start = 0;
    let words = 0;
    for (let at = from; at < text.length; at++) {
      let code = byteAt(text, at);
      if (code >= 0x80) {
        if (code <= LAST_IN_TABLE) code = ((code & 0x1f) << 6) | (byteAt(text, ++at) & 0x3f);
        else if (code === 0xe2 && text[at + 1] === 0x80 && byteAt(text, at + 2) >= 0x90 && byteAt(text, at + 2) <= 0xa7) {
          // Dashes and quotes, U+2010 to U+2027, separate words.
          code = 0x20;
          at += 2;
        } else return -1;
      }
      const kind = byteAt(charKinds, code);
      if (kind > DROPPED) {
        letters[length++] = kind;
        continue;
      }
      if (kind === EXPANDS) {
        for (const letter of expansions[code]!) letters[length++] = letter;
        continue;
      }
      if (kind === DROPPED) continue;
      if (length > start) {
        if (length - start > MAX_WORD_LETTERS || words === MAX_WORDS) return -1;
        ends[words++] = length;
        start = length;
      }
      if (code <= FIELD_CODE && code >= ITEM_CODE) {
        this.words = words;
        return at;
      }
    }
    return -1;
  }

  #foldAny(): void {
    const folded = foldName(this.#spelled());
    this.words = folded.words;
    for (let word = 0, start = 0; word < folded.words; word++) {
      const end = shortAt(folded.ends, word);
      for (let at = start; at < end; at++) this.letters[at] = byteAt(folded.letters, at);
      this.ends[word] = end;
      start = end;
    }
  }

  #nameEnd(): number {
    const text = this.#text;
    let at = this.#from;
    while (at < text.length && (byteAt(text, at) > FIELD_CODE || byteAt(text, at) < ITEM_CODE)) at++;
    return at;
  }

  #toLineEnd(): void {
    const at = this.#text.indexOf(LINE_CODE, this.#to);
    this.#to = at < 0 ? this.#text.length : at;
  }
}
