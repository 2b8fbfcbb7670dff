import type { Table } from 'dexie';
import { DeviceDatabase } from '../db/device-database';
import { newId } from '../db/ids';

/** A file that was shared with the app and is on no board yet. Its bytes lie beside it, so that counting does not read them. */
export interface SharedFile {
  /** Also of the photo it becomes, so that one whose taking in was cut off is not there twice. */
  id: string;
  shared_at: number;
  /** Its place among those that were shared at once. */
  number: number;
  name: string;
  type: string;
  size: number;
  last_modified: number;
  /** Whose it is since their device began to take it in; null: whoever opens the board next. */
  user_id: string | null;
  /** How often it was begun. */
  tries: number;
}

interface SharedBytes {
  id: string;
  blob: Blob;
}

/** What waits to be taken in. It belongs to the device: a share may come while nobody is logged in. Nothing cleans it up. */
export class SharedFiles extends DeviceDatabase {
  declare readonly files: Table<SharedFile, string>;
  declare readonly bytes: Table<SharedBytes, string>;

  constructor(name = 'veld-shared') {
    super(name);
    this.version(1).stores({ files: 'id', bytes: 'id' });
  }

  /** All of a share or nothing. The bytes are not read here: the browser hands them from the one place to the other. */
  async keep(files: readonly File[], now = Date.now()): Promise<void> {
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

  /** What waits for this person, the first shared first; for nobody, what is nobody's yet. */
  async waitingFor(userId: string | null): Promise<SharedFile[]> {
    const rows = await this.read(() => this.files.toArray());
    return rows
      .filter(({ user_id }) => user_id === null || user_id === userId)
      .toSorted((one, other) => one.shared_at - other.shared_at || one.number - other.number);
  }

  /** How many of what waits say that they are photos, or do not say what they are; others are named when the board is opened. */
  async photosWaitingFor(userId: string | null): Promise<number> {
    const files = await this.waitingFor(userId);
    return files.filter(({ type }) => type.startsWith('image/') || type === '' || type === 'application/octet-stream').length;
  }

  /** Makes it this person's and gives its bytes; null where it waits no longer, or is another's. */
  async claim(id: string, userId: string): Promise<File | null> {
    const row = await this.write('photo', [this.files], async () => {
      const kept = await this.files.get(id);
      if (!kept || (kept.user_id !== null && kept.user_id !== userId)) return null;
      await this.files.put({ ...kept, user_id: userId, tries: kept.tries + 1 });
      return kept;
    });
    if (!row) return null;
    const bytes = await this.read(() => this.bytes.get(id));
    // Without its bytes, which no crash leaves behind, it is an empty file: refused by name instead of waiting for ever.
    return new File(bytes ? [bytes.blob] : [], row.name, { type: row.type, lastModified: row.last_modified });
  }

  /** It is on a board, or can be on none. */
  async settle(id: string): Promise<void> {
    await this.forget([id]);
  }

  /** A person throws away all that is theirs on this device. */
  async forgetAllOf(userId: string): Promise<void> {
    const rows = await this.read(() => this.files.toArray());
    await this.forget(rows.filter((row) => row.user_id === userId).map(({ id }) => id));
  }

  private async forget(ids: string[]): Promise<void> {
    await this.write('photo', [this.files, this.bytes], async () => {
      await this.files.bulkDelete(ids);
      await this.bytes.bulkDelete(ids);
    });
  }
}

let shared: SharedFiles | null = null;

/** One connection a page. */
export function sharedFiles(): SharedFiles {
  return (shared ??= new SharedFiles());
}
