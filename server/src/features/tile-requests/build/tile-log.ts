import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredTile } from '@veld/geography/archive';

/** Of a tile in the index: id, offset, length and the first bytes of its hash. */
const HASH_BYTES = 16;
const ENTRY_BYTES = 8 + 8 + 8 + HASH_BYTES;

/**
 * The tiles of an archive while it is built: their bytes in one file and where each is in another. The index is written after the bytes
 * that it names are on disk, so that a build that was killed goes on after the last tile that is whole. Equal tiles are stored once.
 */
export class TileLog {
  readonly #data: FileHandle;
  readonly #index: FileHandle;
  /** In order of id. A tile that the map does not have has no length. */
  readonly #entries: StoredTile[] = [];
  readonly #places = new Map<string, { offset: number; length: number }>();
  #waiting: Buffer[] = [];
  #written = 0;
  #size = 0;

  private constructor(data: FileHandle, index: FileHandle) {
    this.#data = data;
    this.#index = index;
  }

  static async open(folder: string, name: string): Promise<TileLog> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = (kind: string) => open(join(folder, `${name}.${kind}`), 'a+', 0o600);
    const log = new TileLog(...(await Promise.all([file('tiles'), file('index')])));
    await log.#read();
    return log;
  }

  /** The id of the last tile; -1 if there is none. */
  get last(): number {
    return this.#entries.at(-1)?.tileId ?? -1;
  }

  /** How many tiles are known, also of those that the map does not have. */
  get count(): number {
    return this.#entries.length;
  }

  get bytes(): number {
    return this.#size;
  }

  /** The tiles that the map has. */
  get stored(): StoredTile[] {
    return this.#entries.filter(({ length }) => length > 0);
  }

  async #write(bytes: Uint8Array): Promise<{ offset: number; length: number }> {
    const place = { offset: this.#size, length: bytes.length };
    await this.#data.appendFile(bytes);
    this.#size += bytes.length;
    return place;
  }

  /** Adds the next tile. It is on disk after `flush`. */
  async append(tileId: number, bytes: Uint8Array | null): Promise<void> {
    const hash = createHash('sha256')
      .update(bytes ?? '')
      .digest()
      .subarray(0, HASH_BYTES);
    const place = bytes ? (this.#places.get(hash.toString('latin1')) ?? (await this.#write(bytes))) : { offset: 0, length: 0 };
    this.#add({ tileId, ...place }, hash);
    const entry = Buffer.alloc(ENTRY_BYTES);
    [tileId, place.offset, place.length].forEach((value, i) => entry.writeDoubleLE(value, i * 8));
    hash.copy(entry, 24);
    this.#waiting.push(entry);
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    await this.#data.datasync();
    await this.#index.appendFile(Buffer.concat(this.#waiting));
    await this.#index.datasync();
    this.#written += this.#waiting.length;
    this.#waiting = [];
  }

  async close(): Promise<void> {
    await Promise.all([this.#data.close(), this.#index.close()]);
  }

  async #read(): Promise<void> {
    const index = await this.#index.readFile();
    const { size } = await this.#data.stat();
    for (let at = 0; at + ENTRY_BYTES <= index.length; at += ENTRY_BYTES) {
      const [tileId, offset, length] = [index.readDoubleLE(at), index.readDoubleLE(at + 8), index.readDoubleLE(at + 16)];
      if (offset + length > size) break;
      this.#add({ tileId, offset, length }, index.subarray(at + 24, at + ENTRY_BYTES));
      this.#size = Math.max(this.#size, offset + length);
      this.#written += 1;
    }
    await this.#index.truncate(this.#written * ENTRY_BYTES);
    await this.#data.truncate(this.#size);
  }

  #add(entry: StoredTile, hash: Uint8Array): void {
    this.#entries.push(entry);
    if (entry.length > 0) this.#places.set(Buffer.from(hash).toString('latin1'), { offset: entry.offset, length: entry.length });
  }
}
