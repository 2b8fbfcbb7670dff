import { emptySet, mark, markedBits, slotsOf, unmark } from './name-bitset.ts';
import { found, type Segment } from '../segment/segment.ts';

/** Postings that lie side by side: of one word, or of several. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Puts the names of some postings into the set of marked names, and numbers them (`slotsOf`). Answers them by their numbers. */
export function numberNames(segment: Segment, stretches: readonly Stretch[]): number[] {
  emptySet(segment.head.names);
  const numbered = numberedNames(segment, stretches, null);
  mark(numbered, numbered.length);
  return numbered;
}

/** The same for those among them that were numbered before. */
export function numberAmong(segment: Segment, stretches: readonly Stretch[], before: readonly number[]): number[] {
  const numbered = numberedNames(segment, stretches, markedBits());
  unmark(before, before.length);
  mark(numbered, numbered.length);
  return numbered;
}

function numberedNames(segment: Segment, stretches: readonly Stretch[], among: Uint32Array | null): number[] {
  const slots = slotsOf(segment.head.names);
  const numbered: number[] = [];
  for (const { start, end } of stretches) {
    const size = among === null ? segment.decode(start, end) : segment.decodeAmong(start, end, among);
    const { names } = found;
    for (let at = 0; at < size; at++) {
      const name = names[at]!;
      // Another number was left there before, or one that is not the name's own.
      if (numbered[slots[name]!] === name) continue;
      slots[name] = numbered.length;
      numbered.push(name);
    }
  }
  return numbered;
}

/** Those of the names that stand in some postings too. */
export function namesAmong(segment: Segment, { start, end }: Stretch, names: Uint32Array): Uint32Array<ArrayBuffer> {
  emptySet(segment.head.names);
  mark(names, names.length);
  const size = segment.decodeAmong(start, end, markedBits());
  unmark(names, names.length);
  return found.names.slice(0, size);
}
