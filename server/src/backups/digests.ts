import { createHash, type Hash } from 'node:crypto';
import type { Manifest } from './format.ts';

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** The sum of rows of a table, in their order. */
export class RowsDigest {
  rows = 0;
  bytes = 0;
  readonly #hash = createHash('sha256');

  add(bytes: Buffer, rows: number): void {
    this.rows += rows;
    this.bytes += bytes.length;
    this.#hash.update(bytes);
  }

  finish(): { rows: number; bytes: number; sha256: string } {
    return { rows: this.rows, bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}

/** The sum of the files of a store, in their order. */
export class FilesDigest {
  files = 0;
  bytes = 0;
  readonly #hash: Hash = createHash('sha256');

  add(key: string, size: number, digest: string): void {
    this.files += 1;
    this.bytes += size;
    this.#hash.update(`${key}\n${size}\n${digest}\n`);
  }

  finish(name: string): Manifest['stores'][number] {
    return { name, files: this.files, bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}
