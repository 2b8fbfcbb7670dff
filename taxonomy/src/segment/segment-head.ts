import { uintAt } from '../elements.ts';
import { ByteWriter, bytesToNumbers, numberBytes } from '../storage/bytes.ts';
import { BLOCK_FORMAT, FORMAT_WITHOUT_FOREIGN } from '../storage/row-format.ts';

/** Number of trigrams. */
export const TRIGRAMS = 26 * 26 * 26;

/** The number of the trigram at an offset of a text. */
export function trigramAt(text: string, at: number): number {
  return (text.charCodeAt(at) - 97) * 676 + (text.charCodeAt(at + 1) - 97) * 26 + text.charCodeAt(at + 2) - 97;
}

/** Chunk size of the index. Browsers store values of 64 kB and more in separate files. */
export const INDEX_CHUNK_BYTES = 48 * 1024;

/** Words per front-coded block of the dictionary. */
export const WORDS_PER_BLOCK = 64;

/** The part of a segment that is in memory while its copy is open. All offsets are in bytes. */
export interface SegmentHead {
  rows: number;
  /** Number of main-language names; they are numbered first. */
  main_names: number;
  /** Number of names that are not foreign; the foreign ones are numbered last. */
  close_names: number;
  names: number;
  /** Length of the index. */
  bytes: number;
  /** Offsets of the parts of the index. */
  postings: number;
  trigrams: number;
  top_k: number;
  ids: number;
  parents: number;
  parent_count: number;
  /** Per row chunk: the number it is stored under, its first row, its first name in each section. */
  row_numbers: Uint32Array;
  row_firsts: Uint32Array;
  main_firsts: Uint32Array;
  other_firsts: Uint32Array;
  foreign_firsts: Uint32Array;
  /** Per dictionary block: the letters of its first word and their offset, the offset of the block, and that of its postings. */
  word_letters: Uint8Array;
  word_starts: Uint32Array;
  block_starts: Uint32Array;
  posting_starts: Uint32Array;
  /** Offset of each trigram's list, relative to `trigrams`; one entry more than there are trigrams. */
  trigram_starts: Uint32Array;
  /** Short prefixes with top-k lists, and the offset of these lists, relative to `top_k`. */
  top_codes: Uint32Array;
  top_starts: Uint32Array;
}

const SCALARS = [
  'rows',
  'main_names',
  'names',
  'bytes',
  'postings',
  'trigrams',
  'top_k',
  'ids',
  'parents',
  'parent_count',
  'close_names',
] as const;
const LISTS = [
  'row_numbers',
  'row_firsts',
  'main_firsts',
  'other_firsts',
  'word_starts',
  'block_starts',
  'posting_starts',
  'top_codes',
  'top_starts',
  'foreign_firsts',
] as const;

/** Packs a head into bytes, for storage. */
export function packHead(head: SegmentHead): Uint8Array {
  const scalars = Uint32Array.of(BLOCK_FORMAT, ...SCALARS.map((name) => head[name]), ...LISTS.map((name) => head[name].length));
  const trigrams = packLengths(head.trigram_starts);
  const lengths = Uint32Array.of(trigrams.length);
  const parts = [numberBytes(scalars), ...LISTS.map((name) => numberBytes(head[name])), numberBytes(lengths), trigrams, head.word_letters];
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  return packed;
}

/** Throws if the bytes are not a head of a readable format. */
export function unpackHead(packed: Uint8Array): SegmentHead {
  const [format] = bytesToNumbers(packed.subarray(0, 4));
  if (format !== BLOCK_FORMAT && format !== FORMAT_WITHOUT_FOREIGN) throw new Error(`Unsupported segment format ${format}`);
  // The older format lacks the last of each.
  const lacks = format === BLOCK_FORMAT ? 0 : 1;
  const scalarCount = SCALARS.length - lacks;
  let at = 4 * (1 + scalarCount + LISTS.length - lacks);
  const scalars = bytesToNumbers(packed.subarray(0, at));
  const scalar = (name: (typeof SCALARS)[number]) => scalars[1 + SCALARS.indexOf(name)] ?? 0;
  const lists = LISTS.slice(0, LISTS.length - lacks).map((_, list) => {
    const length = 4 * (scalars[1 + scalarCount + list] ?? 0);
    at += length;
    return bytesToNumbers(packed.subarray(at - length, at));
  });
  const trigrams = bytesToNumbers(packed.subarray(at, at + 4))[0] ?? 0;
  const list = (name: (typeof LISTS)[number]) => lists[LISTS.indexOf(name)] ?? new Uint32Array();
  return {
    rows: scalar('rows'),
    main_names: scalar('main_names'),
    close_names: format === BLOCK_FORMAT ? scalar('close_names') : scalar('names'),
    names: scalar('names'),
    bytes: scalar('bytes'),
    postings: scalar('postings'),
    trigrams: scalar('trigrams'),
    top_k: scalar('top_k'),
    ids: scalar('ids'),
    parents: scalar('parents'),
    parent_count: scalar('parent_count'),
    row_numbers: list('row_numbers'),
    row_firsts: list('row_firsts'),
    main_firsts: list('main_firsts'),
    other_firsts: list('other_firsts'),
    foreign_firsts: list('foreign_firsts'),
    word_letters: packed.slice(at + 4 + trigrams),
    word_starts: list('word_starts'),
    block_starts: list('block_starts'),
    posting_starts: list('posting_starts'),
    trigram_starts: unpackLengths(packed.subarray(at + 4, at + 4 + trigrams)),
    top_codes: list('top_codes'),
    top_starts: list('top_starts'),
  };
}

/** Packs offsets as lengths with run-length encoded zeros: most lists are short, and in a small segment most are empty. */
function packLengths(starts: Uint32Array): Uint8Array {
  const out = new ByteWriter(1 << 10);
  for (let at = 0; at + 1 < starts.length;) {
    const length = uintAt(starts, at + 1) - uintAt(starts, at);
    out.varint(length);
    at++;
    if (length > 0) continue;
    let none = 0;
    while (at + 1 < starts.length && starts[at + 1] === starts[at]) {
      at++;
      none++;
    }
    out.varint(none);
  }
  return out.finish();
}

function unpackLengths(packed: Uint8Array): Uint32Array {
  const starts = new Uint32Array(TRIGRAMS + 1);
  let at = 0;
  const read = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = packed[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  for (let code = 0; code < TRIGRAMS;) {
    const length = read();
    starts[code + 1] = uintAt(starts, code) + length;
    code++;
    if (length > 0) continue;
    for (let none = read(); none > 0; none--, code++) starts[code + 1] = uintAt(starts, code);
  }
  return starts;
}
