interface WithBuiltins {
  process?: { getBuiltinModule?(name: 'node:buffer'): { Blob: typeof Blob; File: typeof File } };
}

/**
 * The runtime's own Blob: the test document's is a plain object to the database, which would store it empty, where a
 * browser's is kept whole.
 */
export const RealBlob: typeof Blob = (globalThis as WithBuiltins).process?.getBuiltinModule?.('node:buffer').Blob ?? Blob;
/** The same of files. */
export const RealFile: typeof File = (globalThis as WithBuiltins).process?.getBuiltinModule?.('node:buffer').File ?? File;

/** Bytes that differ from photo to photo. */
export function bytesOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  let value = seed;
  return Uint8Array.from({ length }, () => {
    value = (value * 1_103_515_245 + 12_345) & 0x7fffffff;
    return value >>> 16;
  });
}
