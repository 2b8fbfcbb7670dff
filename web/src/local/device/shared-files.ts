import { itemAt } from '@veld/contract';
import type { Table } from 'dexie';
import { DeviceDatabase } from '../db/device-database';
import { newId } from '../db/ids';

/** A file shared with the app that is not on a board yet. Its bytes are in another table, so that counting does not read them. */
export interface SharedFile {
  /** Also the id of the photo it becomes, so that an interrupted import does not duplicate it. */
  id: string;
  shared_at: number;
  /** Its position among the files shared together. */
  number: number;
  name: string;
  type: string;
  size: number;
  last_modified: number;
  /** The user who accepted it; null while nobody has answered whether to add it. */
  user_id: string | null;
  /** Text that was sent with it, for the question only; absent where there was none. */
  words?: string;
  /** How often its import was started. */
  tries: number;
}

interface SharedBytes {
  id: string;
  blob: Blob;
}

/** Limits of the files that nobody has answered for: any website can post them. */
export const MAX_SHARED_FILES = 200;
export const MAX_SHARED_BYTES = 1024 ** 3;
/** How long such files are kept, in milliseconds: a long trip without a connection to log in. */
export const UNANSWERED_MS = 30 * 24 * 60 * 60 * 1000;

/** More was shared than the limits allow. */
export class ShareTooLarge extends Error {
  override readonly name = 'ShareTooLarge';
}

/**
 * Shared files waiting for import. They belong to the device, because files may arrive while nobody is logged in. A file that a user
 * accepted stays until it is imported; one without an answer is deleted after `UNANSWERED_MS`.
 */
export class SharedFiles extends DeviceDatabase {
  declare readonly files: Table<SharedFile, string>;
  declare readonly bytes: Table<SharedBytes, string>;

  constructor(name = 'veld-shared') {
    super(name);
    this.version(1).stores({ files: 'id', bytes: 'id' });
  }

  /** All files of a share or none. The bytes are not read here; the browser copies them. Throws `ShareTooLarge`. */
  async add(files: readonly File[], { now = Date.now(), words = '' }: { now?: number; words?: string } = {}): Promise<void> {
    const rows = files.map((file, number): SharedFile => {
      const { name, type, size, lastModified } = file;
      return {
        id: newId(),
        shared_at: now,
        number,
        name,
        type,
        size,
        last_modified: lastModified,
        user_id: null,
        tries: 0,
        ...(words && { words }),
      };
    });
    const bytes = rows.map(({ id }, index): SharedBytes => ({ id, blob: itemAt(files, index) }));
    await this.removeExpired(now);
    await this.write('photo', [this.files, this.bytes], async () => {
      const open = [...(await this.files.toArray()).filter(isUnanswered), ...rows];
      const size = open.reduce((sum, file) => sum + file.size, 0);
      if (open.length > MAX_SHARED_FILES || size > MAX_SHARED_BYTES) throw new ShareTooLarge(`${open.length} files of ${size} bytes`);
      await this.bytes.bulkPut(bytes);
      await this.files.bulkPut(rows);
    });
  }

  /** The files this user accepted and those without an answer, the oldest first. */
  async waitingFor(userId: string | null, now = Date.now()): Promise<SharedFile[]> {
    const rows = await this.read(() => this.files.toArray());
    return rows
      .filter((row) => (isUnanswered(row) ? !isExpired(row, now) : row.user_id === userId))
      .toSorted((one, other) => one.shared_at - other.shared_at || one.number - other.number);
  }

  /** How many waiting files are photos or of unknown type; the board names the others when it opens. */
  async photosWaitingFor(userId: string | null): Promise<number> {
    return photosAmong(await this.waitingFor(userId));
  }

  /** The answer is yes: these files are to be added for this user. Files that have an answer keep it. */
  async accept(ids: readonly string[], userId: string): Promise<void> {
    await this.write('photo', [this.files], async () => {
      const rows = (await this.files.bulkGet([...ids])).filter((row) => row !== undefined).filter(isUnanswered);
      await this.files.bulkPut(rows.map((row) => ({ ...row, user_id: userId })));
    });
  }

  /** The answer is no: deletes those of these files that nobody accepted. */
  async decline(ids: readonly string[]): Promise<void> {
    await this.#deleteUnanswered((row) => ids.includes(row.id));
  }

  /** Deletes the files that were never answered for. */
  async removeExpired(now = Date.now()): Promise<void> {
    await this.#deleteUnanswered((row) => isExpired(row, now));
  }

  async #deleteUnanswered(isMeant: (row: SharedFile) => boolean): Promise<void> {
    await this.write('photo', [this.files, this.bytes], async () => {
      const ids = (await this.files.toArray()).filter((row) => isUnanswered(row) && isMeant(row)).map(({ id }) => id);
      await this.files.bulkDelete(ids);
      await this.bytes.bulkDelete(ids);
    });
  }

  /** The file, for an import that begins; null if it is gone or this user has not accepted it. */
  async claim(id: string, userId: string): Promise<File | null> {
    const row = await this.write('photo', [this.files], async () => {
      const stored = await this.files.get(id);
      if (stored?.user_id !== userId) return null;
      await this.files.put({ ...stored, tries: stored.tries + 1 });
      return stored;
    });
    if (!row) return null;
    const bytes = await this.read(() => this.bytes.get(id));
    // If the bytes are missing, which a crash cannot cause, the board rejects the empty file instead of retrying it forever.
    return new File(bytes ? [bytes.blob] : [], row.name, { type: row.type, lastModified: row.last_modified });
  }

  /** The file is on a board, or cannot be imported. */
  async remove(id: string): Promise<void> {
    await this.deleteFiles([id]);
  }

  /** For a user who deletes their data on this device. */
  async deleteAllOf(userId: string): Promise<void> {
    const rows = await this.read(() => this.files.toArray());
    await this.deleteFiles(rows.filter((row) => row.user_id === userId).map(({ id }) => id));
  }

  private async deleteFiles(ids: string[]): Promise<void> {
    await this.write('photo', [this.files, this.bytes], async () => {
      await this.files.bulkDelete(ids);
      await this.bytes.bulkDelete(ids);
    });
  }
}

const isUnanswered = ({ user_id }: SharedFile) => user_id === null;
/** A clock that was set back makes files look younger at most. */
const isExpired = ({ shared_at }: SharedFile, now: number) => now - shared_at > UNANSWERED_MS;

/** How many of the files are photos or of unknown type. */
export function photosAmong(files: readonly SharedFile[]): number {
  return files.filter(({ type }) => type.startsWith('image/') || type === '' || type === 'application/octet-stream').length;
}

let shared: SharedFiles | null = null;

/** One connection per page. */
export function sharedFiles(): SharedFiles {
  return (shared ??= new SharedFiles());
}
