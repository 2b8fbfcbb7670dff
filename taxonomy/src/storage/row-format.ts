/** Version of the stored rows and index. Copies of another version are rebuilt or fetched again. */
export const BLOCK_FORMAT = 3;
/** Like the current format, but without foreign names. Still readable. */
export const FORMAT_WITHOUT_FOREIGN = 2;

/**
 * Separators: line feed between rows, \u001f between fields, \u001e between languages, \u001d between names. None occurs in a
 * name.
 */
export const FIELD = '\u001f';
export const LINE_CODE = 0x0a;
export const FIELD_CODE = 0x1f;
export const GROUP_CODE = 0x1e;
export const ITEM_CODE = 0x1d;
/** Stands for the default image URL, `/api/taxon/{id}/image`. */
export const OWN_IMAGE_CODE = 1;
export const OWN_IMAGE = String.fromCharCode(OWN_IMAGE_CODE);

/** Length of the header, in 32-bit integers. */
export const HEADER = 5;

/** The columns of a chunk of rows. */
export interface RowColumns {
  size: number;
  ids: Int32Array;
  /** 0 if there is none. */
  parents: Int32Array;
  /** One key per row, or the first key if they count up by one. */
  rarity: Int32Array | number;
  /** Number of names per row, in the main language, the others and the foreign ones. */
  mainCounts: Uint16Array;
  otherCounts: Uint16Array;
  foreignCounts: Uint16Array;
  /** UTF-8: a line of strings shared by several rows, then one line per row. */
  text: Uint8Array;
}

/** Throws if the bytes are not rows of a readable format. */
export function rowColumns(bytes: Uint8Array): RowColumns {
  const view = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const header = new Int32Array(view.buffer, view.byteOffset, HEADER);
  const [format, size = 0, isSequential, first = 0, text = 0] = header;
  if (format !== BLOCK_FORMAT && format !== FORMAT_WITHOUT_FOREIGN) throw new Error(`Unsupported row format ${format}`);
  const column = (at: number) => new Int32Array(view.buffer, view.byteOffset + 4 * (HEADER + at * size), size);
  const sections = format === BLOCK_FORMAT ? 3 : 2;
  const counts = new Uint16Array(view.buffer, view.byteOffset + text - size * sections * 2, size * sections);
  return {
    size,
    ids: column(0),
    parents: column(1),
    rarity: isSequential === 1 ? first : column(2),
    mainCounts: counts.subarray(0, size),
    otherCounts: counts.subarray(size, size * 2),
    foreignCounts: sections === 3 ? counts.subarray(size * 2) : new Uint16Array(size),
    text: view.subarray(text),
  };
}

/** Byte offset of the text. */
export function textStart(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(16, true);
}

/** Number of rows in a chunk, without decoding it. */
export function rowCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true);
}
