import { bytesToNumbers, numberBytes } from './bytes.ts';
import { BLOCK_FORMAT } from './rows.ts';

/** Index bytes lie in pieces of this size: below 64 kB, above which browsers put a stored value into a file of its own. */
export const INDEX_PIECE = 48 * 1024;

/** What is known of a segment without reading its pieces. All numbers. */
export interface SegmentHead {
  rows: number;
  /** Names of the main language: these are numbered first. */
  main_names: number;
  names: number;
  /** Length of the index in bytes. */
  bytes: number;
  /** Where each part of the index begins. */
  postings: number;
  trigrams: number;
  tops: number;
  ids: number;
  parents: number;
  parent_count: number;
  /** Of each piece of rows: the number it is stored under, its first row, its first name in either section. */
  row_numbers: Uint32Array;
  row_firsts: Uint32Array;
  main_firsts: Uint32Array;
  other_firsts: Uint32Array;
  /** Of each block of the dictionary: first word (letters, and where they begin), and where it and its postings begin. */
  word_letters: Uint8Array;
  word_starts: Uint32Array;
  block_starts: Uint32Array;
  posting_starts: Uint32Array;
  /** Where the names of each group of three letters begin, counted from `trigrams`; one more than there are groups. */
  trigram_starts: Uint32Array;
  /** Short beginnings with many names, and where the best of these begin, counted from `tops`. */
  top_codes: Uint32Array;
  top_starts: Uint32Array;
}

const SCALARS = ['rows', 'main_names', 'names', 'bytes', 'postings', 'trigrams', 'tops', 'ids', 'parents', 'parent_count'] as const;
const LISTS = [
  'row_numbers',
  'row_firsts',
  'main_firsts',
  'other_firsts',
  'word_starts',
  'block_starts',
  'posting_starts',
  'trigram_starts',
  'top_codes',
  'top_starts',
] as const;

export function packHead(head: SegmentHead): Uint8Array {
  const scalars = Uint32Array.of(BLOCK_FORMAT, ...SCALARS.map((name) => head[name]), ...LISTS.map((name) => head[name].length));
  const parts = [numberBytes(scalars), ...LISTS.map((name) => numberBytes(head[name])), head.word_letters];
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  return packed;
}

/** Throws where the bytes are no head of this format. */
export function unpackHead(packed: Uint8Array): SegmentHead {
  let at = 4 * (1 + SCALARS.length + LISTS.length);
  const scalars = bytesToNumbers(packed.subarray(0, at));
  if (scalars[0] !== BLOCK_FORMAT) throw new Error(`A segment of format ${scalars[0]}`);
  const scalar = (name: (typeof SCALARS)[number]) => scalars[1 + SCALARS.indexOf(name)] ?? 0;
  const lists = LISTS.map((_, list) => {
    const length = 4 * (scalars[1 + SCALARS.length + list] ?? 0);
    at += length;
    return bytesToNumbers(packed.subarray(at - length, at));
  });
  const list = (name: (typeof LISTS)[number]) => lists[LISTS.indexOf(name)] ?? new Uint32Array();
  return {
    rows: scalar('rows'),
    main_names: scalar('main_names'),
    names: scalar('names'),
    bytes: scalar('bytes'),
    postings: scalar('postings'),
    trigrams: scalar('trigrams'),
    tops: scalar('tops'),
    ids: scalar('ids'),
    parents: scalar('parents'),
    parent_count: scalar('parent_count'),
    row_numbers: list('row_numbers'),
    row_firsts: list('row_firsts'),
    main_firsts: list('main_firsts'),
    other_firsts: list('other_firsts'),
    word_letters: packed.slice(at),
    word_starts: list('word_starts'),
    block_starts: list('block_starts'),
    posting_starts: list('posting_starts'),
    trigram_starts: list('trigram_starts'),
    top_codes: list('top_codes'),
    top_starts: list('top_starts'),
  };
}
