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
  /** The user who began to import it; null: the next one who opens the board. */
  user_id: string | null;
  /** How often its import was started. */
  tries: number;
}

interface SharedBytes {
  id: string;
  blob: Blob;
}

/** Shared files waiting for import. They belong to the device, because files may arrive while nobody is logged in. Nothing expires them. */
export class SharedFiles extends DeviceDatabase {
  declare readonly files: Table<SharedFile, string>;
  declare readonly bytes: Table<SharedBytes, string>;

  constructor(name = 'veld-shared') {
    super(name);
    this.version(1).stores({ files: 'id', bytes: 'id' });
  }

  /** All files of a share or none. The bytes are not read here; the browser copies them. */
  async add(files: readonly File[], now = Date.now()): Promise<void> {
    const rows = files.map((file, number): SharedFile => {
      const { name, type, size, lastModified } = file;
      return { id: newId(), shared_at: now, number, name, type, size, last_modified: lastModified, user_id: null, tries: 0 };
    });
    const bytes = rows.map(({ id }, index): SharedBytes => ({ id, blob: files[index]! }));
    await this.write('photo', [this.files, this.bytes], async () => {
      await this.bytes.bulkPut(bytes);
      await this.files.bulkPut(rows);
    });
  }

  /** The files of this user and those without a user, the oldest first. */
  async waitingFor(userId: string | null): Promise<SharedFile[]> {
    const rows = await this.read(() => this.files.toArray());
    return rows
      .filter(({ user_id }) => user_id === null || user_id === userId)
      .toSorted((one, other) => one.shared_at - other.shared_at || one.number - other.number);
  }

  /** How many waiting files are photos or of unknown type; the board names the others when it opens. */
  async photosWaitingFor(userId: string | null): Promise<number> {
    const files = await this.waitingFor(userId);
    return files.filter(({ type }) => type.startsWith('image/') || type === '' || type === 'application/octet-stream').length;
  }

  /** Assigns the file to this user and returns it; null if it is gone or belongs to another user. */
  async claim(id: string, userId: string): Promise<File | null> {
    const row = await this.write('photo', [this.files], async () => {
      const stored = await this.files.get(id);
      if (!stored || (stored.user_id !== null && stored.user_id !== userId)) return null;
      await this.files.put({ ...stored, user_id: userId, tries: stored.tries + 1 });
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

let shared: SharedFiles | null = null;

/** One connection per page. */
export function sharedFiles(): SharedFiles {
  return (shared ??= new SharedFiles());
}
