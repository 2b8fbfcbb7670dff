/** Writes unsigned numbers of seven bits per byte, the lowest first. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  length = 0;

  byte(value: number): void {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.length++] = value;
  }

  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** A signed number; small ones of either sign take one byte. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  ascii(text: string): void {
    for (let at = 0; at < text.length; at++) this.byte(text.charCodeAt(at));
  }

  /** Bytes of known length. */
  block(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    for (const value of bytes) this.byte(value);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }
}

/** Reads what `ByteWriter` wrote. Throws a `RangeError` at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new RangeError('The bytes end too early');
    return value;
  }

  varint(): number {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) break;
      factor *= 128;
    }
    if (!Number.isSafeInteger(value)) throw new RangeError('A number is too large');
    return value;
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  ascii(length: number): string {
    let text = '';
    for (let at = 0; at < length; at++) text += String.fromCharCode(this.byte());
    return text;
  }

  block(): ByteReader {
    const length = this.varint();
    if (this.#at + length > this.#bytes.length) throw new RangeError('The bytes end too early');
    return new ByteReader(this.#bytes.subarray(this.#at, (this.#at += length)));
  }
}

/** FNV-1a with 32 bits: finds mistakes, not attacks. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
