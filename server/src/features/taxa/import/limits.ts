/** How far an import goes before it says no. An archive is somebody's file: each of these can be a trap. */
export interface ImportLimits {
  entries: number;
  /** Bytes of one table, unpacked. */
  tableBytes: number;
  /** Bytes of everything, unpacked. */
  totalBytes: number;
  /** Unpacked to packed, where it is more than `ratioFrom` bytes. */
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
  // Long tables of names pack to a tenth or twentieth; only zeros and the like pack better than a hundredth.
  ratio: 150,
  ratioFrom: 4 * 1024 * 1024,
  xmlBytes: 2 * 1024 * 1024,
  recordLength: 1_000_000,
  valueLength: 1_000,
};
