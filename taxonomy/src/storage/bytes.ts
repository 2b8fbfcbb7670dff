import { byteAt, intAt, uintAt } from '../elements.ts';
const encoder = new TextEncoder();

/** A byte buffer that doubles when it is full. */
export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 1 << 16) {
    this.bytes = new Uint8Array(capacity);
  }

  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Writes an unsigned LEB128 varint: seven bits per byte, least significant first; the high bit marks continuation. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** Writes an integer as decimal ASCII digits. */
  digits(value: number): void {
    if (value >>> 0 !== value) return this.text(String(value));
    let length = 1;
    for (let more = value; more > 9; more = Math.floor(more / 10)) length++;
    this.reserve(length);
    this.length += length;
    let rest = value;
    for (let at = this.length - 1; length > 0; at--, length--) {
      const tenth = Math.floor(rest / 10);
      this.bytes[at] = 48 + rest - tenth * 10;
      rest = tenth;
    }
  }

  /** Writes UTF-8. */
  text(text: string): void {
    this.reserve(text.length * 3);
    const { bytes } = this;
    let length = this.length;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x80) bytes[length++] = code;
      else if (code < 0x800) {
        bytes[length++] = 0xc0 | (code >> 6);
        bytes[length++] = 0x80 | (code & 0x3f);
      } else {
        this.length = length + encoder.encodeInto(text.slice(at), bytes.subarray(length)).written;
        return;
      }
    }
    this.length = length;
  }

  /**
   * Writes UTF-8 if the text needs no cleaning: single spaces between visible characters below U+0180. Returns false, having
   * written nothing, if it does need cleaning.
   */
  plainText(text: string): boolean {
    this.reserve(text.length * 2);
    const { bytes } = this;
    let length = this.length;
    let wasSpace = true;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x20 && code < 0x7f) {
        bytes[length++] = code;
        wasSpace = false;
      } else if (code === 0x20) {
        if (wasSpace) return false;
        bytes[length++] = code;
        wasSpace = true;
      } else if (code >= 0xa1 && code < 0x180) {
        bytes[length++] = 0xc0 | (code >> 6);
        bytes[length++] = 0x80 | (code & 0x3f);
        wasSpace = false;
      } else return false;
    }
    if (wasSpace) return false;
    this.length = length;
    return true;
  }

  append(more: Uint8Array): void {
    this.reserve(more.length);
    this.bytes.set(more, this.length);
    this.length += more.length;
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

export function varintLength(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
}

/** The numbers as little-endian bytes, without copying: all platforms that browsers run on are little-endian. */
export function numberBytes(numbers: Uint32Array | Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** The inverse of `numberBytes`. Copies, because bytes read from a database may start at any offset. */
export function bytesToNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}

/** The two halves of the running checksum, shared by `checksum` and `sumUp`. */
const sums = new Int32Array(2);

/** A 32-bit checksum against storage corruption. Not cryptographic. */
export function checksum(bytes: Uint8Array): number {
  const whole = bytes.length >>> 2;
  const words =
    bytes.byteOffset % 4 === 0 ? new Uint32Array(bytes.buffer, bytes.byteOffset, whole) : bytesToNumbers(bytes.subarray(0, whole * 4));
  sums[0] = 0x811c9dc5;
  sums[1] = bytes.length;
  sumUp(words);
  for (let at = whole * 4; at < bytes.length; at++) {
    sums[0] = Math.imul(sums[0] ^ byteAt(bytes, at), 0x01000193);
    sums[1] += sums[0];
  }
  return (sums[0] ^ Math.imul(sums[1], 0x9e3779b1)) >>> 0;
}

/** A separate function, so that engines optimise the loop independently of its caller. */
function sumUp(words: Uint32Array): void {
  let a = intAt(sums, 0);
  let b = intAt(sums, 1);
  for (let at = 0; at < words.length; at++) {
    a = Math.imul(a ^ uintAt(words, at), 0x01000193);
    a ^= a >>> 15;
    b = (b + a) | 0;
  }
  sums[0] = a;
  sums[1] = b;
}
