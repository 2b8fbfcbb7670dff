import { emptyColumn, markedBits, slotsOf, unmark } from './name-bitset.ts';
import { numberAmong, numberNames, type Stretch } from './name-slots.ts';
import { found, type Segment } from '../segment/segment.ts';
import type { Walked } from './classify-names.ts';

/** Where a token may stand: where it is a whole word, and where it may be the beginning of one. */
export interface Step {
  whole: Stretch | null;
  others: readonly Stretch[];
}

/** So few names are read instead of postings. */
const FEW_NAMES = 48;

/**
 * The names in which each of several tokens begins a word. Those of the rarest token are numbered first, and only these are
 * looked at in the postings of the others: a single letter is the beginning of a word in every tenth name. `byName` looks at
 * single names instead.
 */
export function walkWords(segment: Segment, steps: readonly Step[], byName: ((names: readonly number[]) => Walked) | null): Walked {
  const walked: Walked = { exact: [], prefix: [], inOrder: [], anyOrder: [] };
  const order = steps.map((step) => ({ step, size: sizeOf(step) })).sort((a, b) => a.size - b.size);
  const [rarest, ...more] = order;
  if (rarest === undefined || rarest.size === 0) return walked;
  const { names } = segment.head;
  let numbered = numberNames(segment, stretchesOf(rarest.step));
  let bytes = more.reduce((sum, { size }) => sum + size, 0);
  for (const { step, size } of more) {
    if (byName !== null && segment.canReadNames && numbered.length <= FEW_NAMES && bytes > numbered.length * segment.nameCostInBytes) {
      unmark(numbered, numbered.length);
      return byName(numbered);
    }
    // Where much more is still to be read than this, it is worth the while to see what it leaves of the names.
    bytes -= size;
    if (bytes < size * 4) break;
    numbered = numberAmong(segment, stretchesOf(step), numbered);
  }
  const size = numbered.length;
  const slots = slotsOf(names);
  const bits = markedBits();
  // Of each name, how many tokens began some word of it; how many were its first words, whole; and what it is in the end.
  const any = emptyColumn(0, size);
  const leading = emptyColumn(1, size);
  const best = emptyColumn(2, size);
  // The earliest place at which the tokens so far could be met in order, counted from 1.
  let before = emptyColumn(3, size);
  let now = emptyColumn(4, size);
  const last = steps.length - 1;
  for (let step = 0; step <= last; step++) {
    if (step > 1) now.fill(0, 0, size);
    const { whole, others } = steps[step]!;
    for (let part = whole === null ? 0 : -1; part < others.length; part++) {
      const isWhole = part === -1;
      const { start, end } = isWhole ? whole! : others[part]!;
      const count = segment.decodeAmong(start, end, bits);
      const { names: nameList, codes } = found;
      for (let index = 0; index < count; index++) {
        const slot = slots[nameList[index]!]!;
        if (any[slot]! < step) continue;
        const code = codes[index]!;
        const place = code >>> 1;
        if (place === step && leading[slot] === step) {
          if (step < last) {
            if (isWhole) leading[slot] = step + 1;
          } else best[slot] = isWhole && (code & 1) === 1 ? EXACT : Math.max(best[slot]!, PREFIX);
        }
        if (step === 0 || (before[slot] !== 0 && place + 1 > before[slot]!)) {
          if (step === last) best[slot] = Math.max(best[slot]!, IN_ORDER);
          else if (now[slot] === 0 || now[slot]! > place + 1) now[slot] = place + 1;
        }
        if (any[slot] === step) any[slot] = step + 1;
      }
    }
    [before, now] = [now, before];
  }
  for (let slot = 0; slot < size; slot++) {
    const name = numbered[slot]!;
    if (best[slot] === EXACT) walked.exact.push(name);
    else if (best[slot] === PREFIX) walked.prefix.push(name);
    else if (best[slot] === IN_ORDER) walked.inOrder.push(name);
    else if (any[slot] === steps.length) walked.anyOrder.push(name);
  }
  unmark(numbered, size);
  return walked;
}

const EXACT = 3;
const PREFIX = 2;
const IN_ORDER = 1;

function stretchesOf({ whole, others }: Step): readonly Stretch[] {
  return whole === null ? others : [whole, ...others];
}

function sizeOf({ whole, others }: Step): number {
  let size = whole === null ? 0 : whole.end - whole.start;
  for (const { start, end } of others) size += end - start;
  return size;
}
