import { byteAt, shortAt, uintAt } from '../elements.ts';
import { LONG_LIST_LENGTH, SHORT_LIST_LENGTH } from '../segment/top-k-format.ts';
import type { ByteWriter } from '../storage/bytes.ts';
import type { NameSection } from './name-section.ts';
import type { WordTable } from './word-table.ts';

/** Prefixes of up to three letters are numbered as three digits in base 27, 0 for no letter. */
const PREFIXES = 27 * 27 * 27;
/** Prefixes with more occurrences than this get a list long enough for suggestions. */
const SHORT_LIST_MIN_COUNT = 96;
/** Prefixes with more occurrences than this get a list long enough for a whole search. */
const LONG_LIST_MIN_COUNT = 2048;

/** The best names of a short prefix: `first` at the start of the name, `any` at the start of any word. */
interface TopKLists {
  most: number;
  first: number[];
  any: number[];
}

/**
 * Writes the top-k lists. `counts` are the occurrences of each word. Returns the prefixes with lists, ascending, and the byte offset of
 * their lists, relative to the first.
 */
export function appendTopK(
  out: ByteWriter,
  table: WordTable,
  counts: Uint32Array,
  sections: readonly NameSection[],
): { codes: Uint32Array; starts: Uint32Array } {
  // Small segments are fast without lists.
  if (counts.reduce((sum, count) => sum + count, 0) <= LONG_LIST_MIN_COUNT) return { codes: new Uint32Array(), starts: new Uint32Array() };
  const prefixCodes = new Uint16Array(table.size);
  const places = new Uint32Array(PREFIXES);
  for (let word = 0; word < table.size; word++) {
    const code = prefixCode(table, word);
    prefixCodes[word] = code;
    const count = uintAt(counts, word);
    places[code - (code % 729)]! += count;
    if (code % 729 !== 0) places[code - (code % 27)]! += count;
    if (code % 27 !== 0) places[code]! += count;
  }
  const lists: (TopKLists | null)[] = [];
  for (let code = 0; code < PREFIXES; code++) {
    const count = uintAt(places, code);
    lists.push(
      count > SHORT_LIST_MIN_COUNT
        ? { most: count > LONG_LIST_MIN_COUNT ? LONG_LIST_LENGTH : SHORT_LIST_LENGTH, first: [], any: [] }
        : null,
    );
  }
  let names = 0;
  for (const section of sections) {
    collectTopK(section, names, prefixCodes, lists);
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

/** `prefixCodes` has the prefix number of each word. */
function collectTopK(
  { words, ends, size }: NameSection,
  firstName: number,
  prefixCodes: Uint16Array,
  lists: readonly (TopKLists | null)[],
): void {
  let from = 0;
  for (let own = 0; own < size; own++) {
    const to = uintAt(ends, own);
    const name = firstName + own;
    for (let at = from; at < to; at++) {
      const code = shortAt(prefixCodes, uintAt(words, at));
      const one = lists[code - (code % 729)]!;
      // Longer prefixes have fewer names, so they have no list either.
      if (one === null) continue;
      addTopK(one, name, at === from);
      const two = code % 729 === 0 ? null : lists[code - (code % 27)]!;
      if (two === null) continue;
      addTopK(two, name, at === from);
      const three = code % 27 === 0 ? null : lists[code]!;
      if (three !== null) addTopK(three, name, at === from);
    }
    from = to;
  }
}

function prefixCode({ letters, starts }: WordTable, word: number): number {
  const start = uintAt(starts, word);
  const end = uintAt(starts, word + 1);
  let code = (byteAt(letters, start) - 96) * 729;
  if (start + 1 < end) code += (byteAt(letters, start + 1) - 96) * 27;
  if (start + 2 < end) code += byteAt(letters, start + 2) - 96;
  return code;
}

function addTopK({ most, first, any }: TopKLists, name: number, isFirst: boolean): void {
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
