import { byteAt, shortAt, uintAt } from '../elements.ts';
import { decoded, type Segment } from '../segment/segment.ts';
import { bitsetWords, clearBits, slotColumn, zeroedColumn } from './name-bitset.ts';
import { assignSlots, narrowSlots, type PostingRange } from './name-slots.ts';

/** The postings of a token: as a whole word, and as the prefix of longer words. */
export interface TokenRanges {
  whole: PostingRange | null;
  others: readonly PostingRange[];
}

/** Up to this many names are checked directly instead of reading more postings. */
const MAX_NAMES = 48;

/** How well the positions of a name's words match several tokens. Each level implies the ones below. */
export const LEVEL = { none: 0, anyOrder: 1, inOrder: 2, prefix: 3, exact: 4 } as const;
/** Names and their levels, valid until the next intersection. Without levels the names are candidates that have to be checked. */
export interface Intersection {
  names: readonly number[];
  levels: Uint8Array | null;
}

/**
 * The names in which each of several tokens begins a word; null if there are none. Starts with the most selective token and decodes the
 * postings of the others only for its names, because a single letter begins a word in every tenth name. With `mayStop` it returns
 * without levels as soon as few names are left.
 */
export function intersectPostings(segment: Segment, tokens: readonly TokenRanges[], mayStop: boolean): Intersection | null {
  const order = tokens.map((token) => ({ token, size: sizeOf(token) })).sort((a, b) => a.size - b.size);
  const [rarest, ...more] = order;
  if (rarest === undefined || rarest.size === 0) return null;
  let slotted = assignSlots(segment, rangesOf(rarest.token));
  let bytes = more.reduce((sum, { size }) => sum + size, 0);
  for (const { token, size } of more) {
    if (mayStop && segment.canReadNames && slotted.length <= MAX_NAMES && bytes > slotted.length * segment.nameCostInBytes) {
      clearBits(slotted, slotted.length);
      return { names: slotted, levels: null };
    }
    // Narrowing pays off only if much more remains to be read.
    bytes -= size;
    if (bytes < size * 4) break;
    slotted = narrowSlots(segment, rangesOf(token), slotted);
  }
  const levels = levelsOf(segment, tokens, slotted);
  clearBits(slotted, slotted.length);
  return { names: slotted, levels };
}

/** The level of each name that has a slot, from one pass over the postings of each token. */
function levelsOf(segment: Segment, tokens: readonly TokenRanges[], slotted: readonly number[]): Uint8Array {
  const size = slotted.length;
  const slots = slotColumn(segment.head.names);
  const bits = bitsetWords();
  // Per name: how many tokens begin one of its words, how many are its first words as whole words, and its level.
  const any = zeroedColumn(0, size);
  const leading = zeroedColumn(1, size);
  const levels = zeroedColumn(2, size);
  // The earliest word (counted from 1) at which the tokens so far can be matched in order.
  let before = zeroedColumn(3, size);
  let now = zeroedColumn(4, size);
  const last = tokens.length - 1;
  const { exact, prefix, inOrder } = LEVEL;
  for (let step = 0; step <= last; step++) {
    if (step > 1) now.fill(0, 0, size);
    const { whole, others } = tokens[step]!;
    for (let part = whole === null ? 0 : -1; part < others.length; part++) {
      const isWhole = part === -1;
      const { start, end } = isWhole ? whole! : others[part]!;
      const count = segment.decodeIn(start, end, bits);
      const { names: nameList, codes } = decoded;
      for (let index = 0; index < count; index++) {
        const slot = uintAt(slots, uintAt(nameList, index));
        if (byteAt(any, slot) < step) continue;
        const code = shortAt(codes, index);
        const place = code >>> 1;
        if (place === step && leading[slot] === step) {
          if (step < last) {
            if (isWhole) leading[slot] = step + 1;
          } else levels[slot] = isWhole && (code & 1) === 1 ? exact : Math.max(byteAt(levels, slot), prefix);
        }
        if (step === 0 || (before[slot] !== 0 && place + 1 > byteAt(before, slot))) {
          if (step === last) levels[slot] = Math.max(byteAt(levels, slot), inOrder);
          else if (now[slot] === 0 || byteAt(now, slot) > place + 1) now[slot] = place + 1;
        }
        if (any[slot] === step) any[slot] = step + 1;
      }
    }
    [before, now] = [now, before];
  }
  for (let slot = 0; slot < size; slot++) {
    if (levels[slot] === LEVEL.none && any[slot] === tokens.length) levels[slot] = LEVEL.anyOrder;
  }
  return levels;
}

function rangesOf({ whole, others }: TokenRanges): readonly PostingRange[] {
  return whole === null ? others : [whole, ...others];
}

function sizeOf({ whole, others }: TokenRanges): number {
  let size = whole === null ? 0 : whole.end - whole.start;
  for (const { start, end } of others) size += end - start;
  return size;
}

/** Appends the names that have the tokens in order to `list`. */
export function keepInOrder({ names, levels }: Intersection, list: number[]): void {
  for (let at = 0; at < names.length; at++) if (byteAt(levels!, at) >= LEVEL.inOrder) list.push(names[at]!);
}
