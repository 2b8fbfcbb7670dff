import { zeroedColumn, bitsetWords, slotColumn, clearBits } from './name-bitset.ts';
import { narrowSlots, assignSlots, type PostingRange } from './name-slots.ts';
import { decoded, type Segment } from '../segment/segment.ts';
import type { WordMatches } from './classify-names.ts';

/** Where a token may stand: where it is a whole word, and where it may be the beginning of one. */
export interface TokenRanges {
  whole: PostingRange | null;
  others: readonly PostingRange[];
}

/** So direct names are read instead of postings. */
const FEW_NAMES = 48;

/**
 * The names in which each of expansions tokens begins a word. Those of the rarest token are slotted first, and only these are
 * looked at in the postings of the others: a single letter is the beginning of a word in every tenth name. `byName` looks at
 * single names instead.
 */
export function intersectPostings(
  segment: Segment,
  steps: readonly TokenRanges[],
  byName: ((names: readonly number[]) => WordMatches) | null,
): WordMatches {
  const wordMatches: WordMatches = { exact: [], prefix: [], inOrder: [], anyOrder: [] };
  const order = steps.map((step) => ({ step, size: sizeOf(step) })).sort((a, b) => a.size - b.size);
  const [rarest, ...more] = order;
  if (rarest === undefined || rarest.size === 0) return wordMatches;
  const { names } = segment.head;
  let slotted = assignSlots(segment, stretchesOf(rarest.step));
  let bytes = more.reduce((sum, { size }) => sum + size, 0);
  for (const { step, size } of more) {
    if (byName !== null && segment.canReadNames && slotted.length <= FEW_NAMES && bytes > slotted.length * segment.nameCostInBytes) {
      clearBits(slotted, slotted.length);
      return byName(slotted);
    }
    // Where much more is still to be read than this, it is worth the while to see what it leaves of the names.
    bytes -= size;
    if (bytes < size * 4) break;
    slotted = narrowSlots(segment, stretchesOf(step), slotted);
  }
  const size = slotted.length;
  const slots = slotColumn(names);
  const bits = bitsetWords();
  // Of each name, how many tokens began some word of it; how many were its first words, whole; and what it is in the end.
  const any = zeroedColumn(0, size);
  const leading = zeroedColumn(1, size);
  const firstNames = zeroedColumn(2, size);
  // The earliest place at which the tokens so far could be met in order, counted from 1.
  let before = zeroedColumn(3, size);
  let now = zeroedColumn(4, size);
  const last = steps.length - 1;
  for (let step = 0; step <= last; step++) {
    if (step > 1) now.fill(0, 0, size);
    const { whole, others } = steps[step]!;
    for (let part = whole === null ? 0 : -1; part < others.length; part++) {
      const isWhole = part === -1;
      const { start, end } = isWhole ? whole! : others[part]!;
      const count = segment.decodeIn(start, end, bits);
      const { names: nameList, codes } = decoded;
      for (let index = 0; index < count; index++) {
        const slot = slots[nameList[index]!]!;
        if (any[slot]! < step) continue;
        const code = codes[index]!;
        const place = code >>> 1;
        if (place === step && leading[slot] === step) {
          if (step < last) {
            if (isWhole) leading[slot] = step + 1;
          } else firstNames[slot] = isWhole && (code & 1) === 1 ? EXACT : Math.max(firstNames[slot]!, PREFIX);
        }
        if (step === 0 || (before[slot] !== 0 && place + 1 > before[slot]!)) {
          if (step === last) firstNames[slot] = Math.max(firstNames[slot]!, IN_ORDER);
          else if (now[slot] === 0 || now[slot]! > place + 1) now[slot] = place + 1;
        }
        if (any[slot] === step) any[slot] = step + 1;
      }
    }
    [before, now] = [now, before];
  }
  for (let slot = 0; slot < size; slot++) {
    const name = slotted[slot]!;
    if (firstNames[slot] === EXACT) wordMatches.exact.push(name);
    else if (firstNames[slot] === PREFIX) wordMatches.prefix.push(name);
    else if (firstNames[slot] === IN_ORDER) wordMatches.inOrder.push(name);
    else if (any[slot] === steps.length) wordMatches.anyOrder.push(name);
  }
  clearBits(slotted, size);
  return wordMatches;
}

const EXACT = 3;
const PREFIX = 2;
const IN_ORDER = 1;

function stretchesOf({ whole, others }: TokenRanges): readonly PostingRange[] {
  return whole === null ? others : [whole, ...others];
}

function sizeOf({ whole, others }: TokenRanges): number {
  let size = whole === null ? 0 : whole.end - whole.start;
  for (const { start, end } of others) size += end - start;
  return size;
}
