import { clearBitset, setBits, bitsetWords, slotColumn, clearBits } from './name-bitset.ts';
import { decoded, type Segment } from '../segment/segment.ts';

/** WordPostings that lie side by side: of one word, or of expansions. */
export interface PostingRange {
  readonly start: number;
  readonly end: number;
}

/** Puts the names of some postings into the set of marked names, and numbers them (`slotColumn`). Answers them by their numbers. */
export function assignSlots(segment: Segment, ranges: readonly PostingRange[]): number[] {
  clearBitset(segment.head.names);
  const slotted = slottedNames(segment, ranges, null);
  setBits(slotted, slotted.length);
  return slotted;
}

/** The same for those among them that were slotted before. */
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
      const name = names[at]!;
      // Another number was left there before, or one that is not the name's own.
      if (slotted[slots[name]!] === name) continue;
      slots[name] = slotted.length;
      slotted.push(name);
    }
  }
  return slotted;
}

/** Those of the names that stand in some postings too. */
export function intersectNames(segment: Segment, { start, end }: PostingRange, names: Uint32Array): Uint32Array<ArrayBuffer> {
  clearBitset(segment.head.names);
  setBits(names, names.length);
  const size = segment.decodeIn(start, end, bitsetWords());
  clearBits(names, names.length);
  return decoded.names.slice(0, size);
}
