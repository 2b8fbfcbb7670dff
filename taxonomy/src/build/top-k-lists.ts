import type { ByteWriter } from '../storage/bytes.ts';
import type { GatheredNames } from './name-section.ts';
import type { WordTable } from './word-table.ts';

/** Beginnings of up to three letters are numbered like three digits to base 27, 0 for no letter. */
const PREFIXES = 27 * 27 * 27;
/** Beginnings with more places than this keep their best names ready: enough for suggestions. */
const FEW_FROM = 96;
const FEW_KEPT = 24;
/** And with more than this, enough for a whole search. */
const MANY_FROM = 2048;
const MANY_KEPT = 400;

/** Whether a list of so many names may be only the best of them. */
export function isCutTop(kept: number): boolean {
  return kept === FEW_KEPT || kept === MANY_KEPT;
}

/** The best names of one short beginning: those that begin with it, and those that have it at any word. */
interface TopLists {
  most: number;
  first: number[];
  any: number[];
}

/** `counts`: how often each word occurs. Answers the beginnings that have lists, in order, and where the lists begin, counted from the first. */
export function appendTops(
  out: ByteWriter,
  table: WordTable,
  counts: Uint32Array,
  sections: readonly GatheredNames[],
): { codes: Uint32Array; starts: Uint32Array } {
  // Of a few names none is short of time.
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
  const tops: (TopLists | null)[] = [];
  for (let code = 0; code < PREFIXES; code++) {
    const count = places[code]!;
    tops.push(count > FEW_FROM ? { most: count > MANY_FROM ? MANY_KEPT : FEW_KEPT, first: [], any: [] } : null);
  }
  let names = 0;
  for (const section of sections) {
    keepBestOf(section, names, begins, tops);
    names += section.size;
  }
  const before = out.length;
  const codes: number[] = [];
  const starts: number[] = [];
  for (let code = 0; code < PREFIXES; code++) {
    const lists = tops[code]!;
    if (lists === null) continue;
    codes.push(code);
    starts.push(out.length - before);
    appendList(out, lists.first);
    appendList(out, lists.any);
  }
  return { codes: Uint32Array.from(codes), starts: Uint32Array.from(starts) };
}

/** `begins`: of each word the number of its first three letters. */
function keepBestOf(
  { words, ends, size }: GatheredNames,
  firstName: number,
  begins: Uint16Array,
  tops: readonly (TopLists | null)[],
): void {
  let from = 0;
  for (let own = 0; own < size; own++) {
    const to = ends[own]!;
    const name = firstName + own;
    for (let at = from; at < to; at++) {
      const code = begins[words[at]!]!;
      const one = tops[code - (code % 729)]!;
      // Fewer begin with more letters.
      if (one === null) continue;
      keepBest(one, name, at === from);
      const two = code % 729 === 0 ? null : tops[code - (code % 27)]!;
      if (two === null) continue;
      keepBest(two, name, at === from);
      const three = code % 27 === 0 ? null : tops[code]!;
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

function keepBest({ most, first, any }: TopLists, name: number, isFirst: boolean): void {
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
