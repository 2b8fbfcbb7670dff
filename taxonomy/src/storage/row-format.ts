/** Version of rows and index as they are stored. A copy of another version is rebuilt or fetched anew. */
export const BLOCK_FORMAT = 2;

/** Rows end with a line feed, fields with \u001f, languages with \u001e, names with \u001d; none of them occurs in a name. */
export const FIELD = '\u001f';
export const LINE_CODE = 0x0a;
export const FIELD_CODE = 0x1f;
export const GROUP_CODE = 0x1e;
export const ITEM_CODE = 0x1d;
/** Instead of the address that follows from the id. */
export const OWN_IMAGE_CODE = 1;
export const OWN_IMAGE = String.fromCharCode(OWN_IMAGE_CODE);

/** Numbers before the columns. */
export const HEADER = 5;

/** The parts of a chunk of rows. */
export interface RowColumns {
  size: number;
  ids: Int32Array;
  /** 0 where there is none. */
  parents: Int32Array;
  /** Of each row, or the first where they count up. */
  rarity: Int32Array | number;
  /** How many names each row has, in the main language and in the others. */
  mainCounts: Uint16Array;
  otherCounts: Uint16Array;
  /** In UTF-8: a line of words that expansions rows have, then a line a row. */
  text: Uint8Array;
}

/** Throws where the bytes are no rows of this format. */
export function rowColumns(bytes: Uint8Array): RowColumns {
  const view = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const header = new Int32Array(view.buffer, view.byteOffset, HEADER);
  const [format, size = 0, isSequential, first = 0, text = 0] = header;
  if (format !== BLOCK_FORMAT) throw new Error(`Rows of format ${format}`);
  const column = (at: number) => new Int32Array(view.buffer, view.byteOffset + 4 * (HEADER + at * size), size);
  const counts = new Uint16Array(view.buffer, view.byteOffset + text - size * 4, size * 2);
  return {
    size,
    ids: column(0),
    parents: column(1),
    rarity: isSequential === 1 ? first : column(2),
    mainCounts: counts.subarray(0, size),
    otherCounts: counts.subarray(size),
    text: view.subarray(text),
  };
}

/** Where in a chunk its text begins. */
export function textStart(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(16, true);
}

/** How many rows a chunk has, without reading them. */
export function rowCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true);
}
