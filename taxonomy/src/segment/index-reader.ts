import { byteAt } from '../elements.ts';
import { INDEX_CHUNK_BYTES } from './segment-head.ts';
import type { SegmentChunks } from '../storage/chunk-cache.ts';

/** Buffer for ranges that span chunks. */
let spanBuffer = new Uint8Array(1 << 16);

/** Reads byte ranges of a segment's index across its chunks. */
export class IndexReader {
  readonly #chunks: SegmentChunks;
  /** The requested range in the bytes returned by `open`. */
  at = 0;
  end = 0;

  constructor(chunks: SegmentChunks) {
    this.#chunks = chunks;
  }

  /**
   * The bytes from `start` to `end`, which are at `this.at` to `this.end` of the returned array. Valid until the next call, because
   * ranges that span chunks share a buffer; with `isKept` they stay valid.
   */
  open(start: number, end: number, isKept = false): Uint8Array {
    const first = Math.floor(start / INDEX_CHUNK_BYTES);
    const last = Math.floor((end - 1) / INDEX_CHUNK_BYTES);
    if (first === last) {
      this.at = start - first * INDEX_CHUNK_BYTES;
      this.end = end - first * INDEX_CHUNK_BYTES;
      return this.#chunks.index(first);
    }
    for (let chunk = first; chunk <= last; chunk++) this.#chunks.requestIndex(chunk);
    if (!isKept && spanBuffer.length < end - start) spanBuffer = new Uint8Array((end - start) * 2);
    const bytes = isKept ? new Uint8Array(end - start) : spanBuffer;
    for (let chunk = first; chunk <= last; chunk++) {
      const from = Math.max(start, chunk * INDEX_CHUNK_BYTES);
      const to = Math.min(end, (chunk + 1) * INDEX_CHUNK_BYTES);
      bytes.set(this.#chunks.index(chunk).subarray(from - chunk * INDEX_CHUNK_BYTES, to - chunk * INDEX_CHUNK_BYTES), from - start);
    }
    this.at = 0;
    this.end = end - start;
    return bytes;
  }

  /** Reads one entry of a column of 32-bit integers that begins at `start`. */
  number(start: number, at: number): number {
    const bytes = this.open(start + 4 * at, start + 4 * at + 4);
    const from = this.at;
    return byteAt(bytes, from) | (byteAt(bytes, from + 1) << 8) | (byteAt(bytes, from + 2) << 16) | (byteAt(bytes, from + 3) << 24);
  }
}

/** Reads an unsigned LEB128 varint. */
export function readVarint(bytes: Uint8Array, start: number): number {
  let value = 0;
  let at = start;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}
