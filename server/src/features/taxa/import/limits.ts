/** Limits of an import. An archive is untrusted: each of these can be an attack. */
export interface ImportLimits {
  entries: number;
  /** Bytes of one table, unpacked. */
  tableBytes: number;
  /** Bytes of everything, unpacked. */
  totalBytes: number;
  /** Ratio of unpacked to packed size, checked above `ratioFrom` bytes. */
  ratio: number;
  ratioFrom: number;
  /** Bytes of meta.xml and eml.xml. */
  xmlBytes: number;
  /** Characters of one record. */
  recordLength: number;
  valueLength: number;
}

export const IMPORT_LIMITS: ImportLimits = {
  entries: 1_000,
  tableBytes: 8 * 1024 ** 3,
  totalBytes: 16 * 1024 ** 3,
  // Long tables of names compress 10 to 20 times; only degenerate data compress more than 100 times.
  ratio: 150,
  ratioFrom: 4 * 1024 * 1024,
  xmlBytes: 2 * 1024 * 1024,
  recordLength: 1_000_000,
  valueLength: 1_000,
};
