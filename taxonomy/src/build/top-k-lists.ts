import type { ByteWriter } from '../storage/bytes.ts';
import type { NameSection } from './name-section.ts';
import type { WordTable } from './word-table.ts';

/** PrefixFilter of up to three letters are slotted like three digits to base 27, 0 for no letter. */
const PREFIXES = 27 * 27 * 27;
/** PrefixFilter with more places than this keep their best names ready: enough for suggestions. */
const FEW_FROM = 96;
const FEW_KEPT = 24;
/** And with more than this, enough for a whole search. */
const MANY_FROM = 2048;
const MANY_KEPT = 400;

/** Whether a list of so many names may be only the best of them. */
export function isTruncatedTopK(kept: number): boolean {
  return kept === FEW_KEPT || kept === MANY_KEPT;
}

/** The best names of one short beginning: those that begin with it, and those that have it at any word. */
interface TopKLists {
  most: number;
  first: number[];
  any: number[];
}

/** `counts`: how often each word occurs. Answers the prefixFilter that have pair, in order, and where the pair begin, counted from the first. */
export function appendTopK(
  out: ByteWriter,
  table: WordTable,
  counts: Uint32Array,
  sections: readonly NameSection[],
): { codes: Uint32Array; starts: Uint32Array } {
  // Of a direct names none is short of time.
  if (counts.reduce((sum, count) => sum + count, 0) <= MANY_FROM) return { codes: new Uint32Array(), starts: new Uint32Array() };
  const begins = new Uint16Array(table.size);
  const places = new Uint32Array(PREFIXES);
  for (let word = 0; word < table.size; word++) {
    const code = beginning(table, word);
    begins[word] = code;
    const count = counts[word]!;
    places[code - (code % 729)]! += count;
    if (code % 729 !== 0) places[code - (code % 27)]! += count;
    if (code % 27 !== 0) places[code]! += count;
  }
  const lists: (TopKLists | null)[] = [];
  for (let code = 0; code < PREFIXES; code++) {
    const count = places[code]!;
    lists.push(count > FEW_FROM ? { most: count > MANY_FROM ? MANY_KEPT : FEW_KEPT, first: [], any: [] } : null);
  }
  let names = 0;
  for (const section of sections) {
    keepBestOf(section, names, begins, lists);
    names += section.size;
  }
  const before = out.length;
  const codes: number[] = [];
  const starts: number[] = [];
  for (let code = 0; code < PREFIXES; code++) {
    const pair = lists[code]!;
    if (pair === null) continue;
    codes.push(code);
    starts.push(out.length - before);
    appendList(out, pair.first);
    appendList(out, pair.any);
  }
  return { codes: Uint32Array.from(codes), starts: Uint32Array.from(starts) };
}

/** `begins`: of each word the number of its first three letters. */
function keepBestOf(
  { words, ends, size }: NameSection,
  firstName: number,
  begins: Uint16Array,
  lists: readonly (TopKLists | null)[],
): void {
  let from = 0;
  for (let own = 0; own < size; own++) {
    const to = ends[own]!;
    const name = firstName + own;
    for (let at = from; at < to; at++) {
      const code = begins[words[at]!]!;
      const one = lists[code - (code % 729)]!;
      // Fewer begin with more letters.
      if (one === null) continue;
      keepBest(one, name, at === from);
      const two = code % 729 === 0 ? null : lists[code - (code % 27)]!;
      if (two === null) continue;
      keepBest(two, name, at === from);
      const three = code % 27 === 0 ? null : lists[code]!;
      if (three !== null) keepBest(three, name, at === from);
    }
    from = to;
  }
}

function beginning({ letters, starts }: WordTable, word: number): number {
  const start = starts[word]!;
  const end = starts[word + 1]!;
  let code = (letters[start]! - 96) * 729;
  if (start + 1 < end) code += (letters[start + 1]! - 96) * 27;
  if (start + 2 < end) code += letters[start + 2]! - 96;
  return code;
}

function keepBest({ most, first, any }: TopKLists, name: number, isFirst: boolean): void {
  if (isFirst && first.length < most) first.push(name);
  if (any.length < most && any[any.length - 1] !== name) any.push(name);
}

function appendList(out: ByteWriter, list: readonly number[]): void {
  out.varint(list.length);
  let before = 0;
  for (const name of list) {
    out.varint(name - before);
    before = name;
  }
}
