import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChunkedFile, TILE_CHUNK_BYTES } from '@veld/contract';
import { type ArchiveFacts, archiveHead } from '@veld/geography/archive';
import type { TileLog } from './tile-log.ts';

/** Makes a PMTiles archive of the tiles in a log, which stays until `removeLogs`. */
export async function finishArchive(folder: string, name: string, log: TileLog, facts: ArchiveFacts): Promise<Omit<ChunkedFile, 'layer'>> {
  await log.flush();
  return writeWhole(join(folder, `${name}.pmtiles`), [
    archiveHead(log.stored, log.bytes, facts),
    ...(log.bytes > 0 ? [createReadStream(join(folder, `${name}.tiles`))] : []),
  ]);
}

/** Removes what only the building needed. */
export async function removeLogs(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (/\.(tiles|index|half)$/.test(name)) await rm(join(folder, name), { force: true });
}

/** Writes a file, which is there as a whole or not at all. */
export async function writeWhole(
  path: string,
  parts: readonly (Uint8Array | AsyncIterable<Uint8Array>)[],
): Promise<Omit<ChunkedFile, 'layer'>> {
  const half = `${path}.half`;
  const hash = createHash('sha256');
  const chunks = new ChunkHashes();
  let bytes = 0;
  const file = await open(half, 'w', 0o600);
  try {
    for (const part of parts)
      for await (const chunk of part instanceof Uint8Array ? [part] : part) {
        await file.appendFile(chunk);
        hash.update(chunk);
        chunks.update(chunk);
        bytes += chunk.length;
      }
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(half, path);
  return { bytes, sha256: hash.digest('hex'), chunks: chunks.digests() };
}

/** The hashes of the parts in which devices download a file. */
class ChunkHashes {
  readonly #digests: string[] = [];
  #hash = createHash('sha256');
  #missing = TILE_CHUNK_BYTES;

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + this.#missing);
      this.#hash.update(part);
      this.#missing -= part.length;
      at += part.length;
      if (this.#missing === 0) this.#next();
    }
  }

  digests(): string[] {
    if (this.#missing < TILE_CHUNK_BYTES) this.#next();
    return this.#digests;
  }

  #next(): void {
    this.#digests.push(this.#hash.digest('hex'));
    this.#hash = createHash('sha256');
    this.#missing = TILE_CHUNK_BYTES;
  }
}
