interface WithBuiltins {
  process?: { getBuiltinModule?(name: 'node:buffer'): { Blob: typeof Blob; File: typeof File } };
}

/** Node's Blob. The Blob of happy-dom is a plain object to the fake database, which would store it empty. */
export const RealBlob: typeof Blob = (globalThis as WithBuiltins).process?.getBuiltinModule?.('node:buffer').Blob ?? Blob;
/** Node's File, for the same reason. */
export const RealFile: typeof File = (globalThis as WithBuiltins).process?.getBuiltinModule?.('node:buffer').File ?? File;

/** Bytes that differ from photo to photo. */
export function makeBytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  let value = seed;
  return Uint8Array.from({ length }, () => {
    value = (value * 1_103_515_245 + 12_345) & 0x7fffffff;
    return value >>> 16;
  });
}
