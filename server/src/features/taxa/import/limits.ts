/** Limits of an import, because archives are untrusted. */
export interface ImportLimits {
  /** Number of files. */
  entries: number;
  /** Unpacked size of a table in bytes. */
  tableBytes: number;
  /** Unpacked size of the archive in bytes. */
  totalBytes: number;
  /** Ratio of unpacked to packed size, checked for files above `ratioFrom` bytes. */
  ratio: number;
  ratioFrom: number;
  /** Size of meta.xml and eml.xml in bytes. */
  xmlBytes: number;
  /** Length of a record in characters. */
  recordLength: number;
  /** Length of a value in characters. */
  valueLength: number;
  /** Time in milliseconds after which reading fails if not a single byte or row was read. */
  stallMs: number;
}

export const IMPORT_LIMITS: ImportLimits = {
  entries: 1_000,
  tableBytes: 8 * 1024 ** 3,
  totalBytes: 16 * 1024 ** 3,
  // Typical tables of names have a ratio of 10 to 20; only degenerate data have one above 100.
  ratio: 150,
  ratioFrom: 4 * 1024 * 1024,
  xmlBytes: 2 * 1024 * 1024,
  recordLength: 1_000_000,
  valueLength: 1_000,
  stallMs: 120_000,
};
