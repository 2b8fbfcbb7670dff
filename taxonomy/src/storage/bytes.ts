const encoder = new TextEncoder();

/** Grows as it is written to. */
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

  /** Seven bits a byte, the low ones first; the high bit says that more follow. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** A whole number as people write it. */
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

  /** In UTF-8. */
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
   * In UTF-8, but only what needs no cleaning: single spaces between visible characters below 0x180. Says whether it was
   * so; else nothing is written.
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

/** Numbers as bytes, the low byte first on every machine that runs this. */
export function numberBytes(numbers: Uint32Array | Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** The other way; copies, because bytes from a database may begin anywhere. */
export function bytesToNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}

/** What of a checksum goes on from bytes to bytes. */
const sums = new Int32Array(2);

/** Tells whether bytes are what was written. Not a secret: against broken storage, not against people. */
export function checksum(bytes: Uint8Array): number {
  const whole = bytes.length >>> 2;
  const words =
    bytes.byteOffset % 4 === 0 ? new Uint32Array(bytes.buffer, bytes.byteOffset, whole) : bytesToNumbers(bytes.subarray(0, whole * 4));
  sums[0] = 0x811c9dc5;
  sums[1] = bytes.length;
  sumUp(words);
  for (let at = whole * 4; at < bytes.length; at++) {
    sums[0] = Math.imul(sums[0] ^ bytes[at]!, 0x01000193);
    sums[1] += sums[0];
  }
  return (sums[0] ^ Math.imul(sums[1], 0x9e3779b1)) >>> 0;
}

/** A loop of its own, so that it stays machine code whatever follows it. */
function sumUp(words: Uint32Array): void {
  let a = sums[0]!;
  let b = sums[1]!;
  for (let at = 0; at < words.length; at++) {
    a = Math.imul(a ^ words[at]!, 0x01000193);
    a ^= a >>> 15;
    b = (b + a) | 0;
  }
  sums[0] = a;
  sums[1] = b;
}
