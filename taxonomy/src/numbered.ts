import { emptySet, mark, slotsOf } from './marks.ts';
import { found, type Segment } from './segment.ts';

/** Postings that lie side by side: of one word, or of several. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Puts the names of some postings into the set of marked names, and numbers them (`slotsOf`). Answers them by their numbers. */
export function numberNames(segment: Segment, stretches: readonly Stretch[]): number[] {
  emptySet(segment.head.names);
  const slots = slotsOf(segment.head.names);
  const numbered: number[] = [];
  for (const { start, end } of stretches) {
    const size = segment.decode(start, end);
    const { names } = found;
    for (let at = 0; at < size; at++) {
      const name = names[at]!;
      // Another number was left there before, or one that is not the name's own.
      if (numbered[slots[name]!] === name) continue;
      slots[name] = numbered.length;
      numbered.push(name);
    }
  }
  mark(numbered, numbered.length);
  return numbered;
}
