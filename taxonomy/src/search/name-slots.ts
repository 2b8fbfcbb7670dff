import { uintAt } from '../elements.ts';
import { clearBitset, setBits, bitsetWords, slotColumn, clearBits } from './name-bitset.ts';
import { decoded, type Segment } from '../segment/segment.ts';

/** A byte range of postings: of one word, or of several consecutive ones. */
export interface PostingRange {
  readonly start: number;
  readonly end: number;
}

/** Adds the names in the postings to the bitset and numbers them densely (`slotColumn`). Returns them by slot. */
export function assignSlots(segment: Segment, ranges: readonly PostingRange[]): number[] {
  clearBitset(segment.head.names);
  const slotted = slottedNames(segment, ranges, null);
  setBits(slotted, slotted.length);
  return slotted;
}

/** Keeps only the names that are also in these postings, and renumbers them. */
export function narrowSlots(segment: Segment, ranges: readonly PostingRange[], before: readonly number[]): number[] {
  const slotted = slottedNames(segment, ranges, bitsetWords());
  clearBits(before, before.length);
  setBits(slotted, slotted.length);
  return slotted;
}

function slottedNames(segment: Segment, ranges: readonly PostingRange[], among: Uint32Array | null): number[] {
  const slots = slotColumn(segment.head.names);
  const slotted: number[] = [];
  for (const { start, end } of ranges) {
    const size = among === null ? segment.decode(start, end) : segment.decodeIn(start, end, among);
    const { names } = decoded;
    for (let at = 0; at < size; at++) {
      const name = uintAt(names, at);
      // The slot column is uninitialised, so the slot has to be verified.
      if (slotted[uintAt(slots, name)] === name) continue;
      slots[name] = slotted.length;
      slotted.push(name);
    }
  }
  return slotted;
}

/** The names that are also in the postings. */
export function intersectNames(segment: Segment, { start, end }: PostingRange, names: Uint32Array): Uint32Array<ArrayBuffer> {
  clearBitset(segment.head.names);
  setBits(names, names.length);
  const size = segment.decodeIn(start, end, bitsetWords());
  clearBits(names, names.length);
  return decoded.names.slice(0, size);
}
