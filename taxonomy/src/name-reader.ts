import { FIELD_CODE, ITEM_CODE, LINE_CODE } from './row-format.ts';

/** Walks over the names in the text of a piece of rows without making strings. */
export class NameReader {
  /** The name at hand as UTF-16 codes. */
  codes = new Uint16Array(1 << 16);
  size = 0;
  #text: Uint8Array = new Uint8Array();
  #at = 0;

  /** Stands before the first row. */
  open(text: Uint8Array): void {
    if (text.length > this.codes.length) this.codes = new Uint16Array(text.length);
    this.#text = text;
    this.#at = -1;
    this.#toLineEnd();
  }

  /** Goes on to the next row; false after the last one. */
  nextRow(): boolean {
    if (this.#at >= this.#text.length) return false;
    this.#at++;
    return true;
  }

  /** Goes on to the row's next name; false after the last one. */
  nextName(): boolean {
    const text = this.#text;
    const { codes } = this;
    let size = 0;
    for (let at = this.#at; at < text.length; at++) {
      const byte = text[at]!;
      if (byte < 0x80) {
        if (byte > FIELD_CODE || byte < ITEM_CODE) codes[size++] = byte;
        else if (size > 0) {
          this.size = size;
          this.#at = at;
          return true;
        } else if (byte === FIELD_CODE) {
          this.#at = at;
          break;
        }
      } else if (byte < 0xe0) {
        codes[size++] = ((byte & 0x1f) << 6) | (text[++at]! & 0x3f);
      } else if (byte < 0xf0) {
        codes[size++] = ((byte & 0x0f) << 12) | ((text[at + 1]! & 0x3f) << 6) | (text[at + 2]! & 0x3f);
        at += 2;
      } else {
        const point = ((byte & 0x07) << 18) | ((text[at + 1]! & 0x3f) << 12) | ((text[at + 2]! & 0x3f) << 6) | (text[at + 3]! & 0x3f);
        codes[size++] = 0xd7c0 + (point >> 10);
        codes[size++] = 0xdc00 | (point & 0x3ff);
        at += 3;
      }
    }
    this.#toLineEnd();
    return false;
  }

  #toLineEnd(): void {
    const text = this.#text;
    let at = Math.max(this.#at, 0);
    while (at < text.length && text[at] !== LINE_CODE) at++;
    this.#at = at;
  }
}
