import { join, sep } from 'node:path';
import type pg from 'pg';
import { readErrorCode } from '../thrown.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { copyOut } from './copy.ts';
import { FilesDigest, RowsDigest, sha256 } from './digests.ts';
import {
  BackupFault,
  fileEntry,
  FORMAT,
  type Header,
  HEADER_ENTRY,
  JOBS,
  KEYS_ENTRY,
  listEntry,
  type ListedFile,
  type Manifest,
  MANIFEST_ENTRY,
  PIECE_BYTES,
  rowsEntry,
} from './format.ts';
import { backupName, removeOldBackups } from './folder.ts';
import { keepFile, KnownFiles, piecesOf } from './kept-files.ts';
import { KEY_FILES, readKeys, sealKeys } from './keys.ts';
import {
  beginSnapshot,
  connectForCopy,
  COPY_JOBS,
  copyOfTable,
  findSchemaVersion,
  listQueues,
  listSequences,
  listTables,
} from './snapshot.ts';
import { type BackupStore, listKept, listStores } from './stores.ts';
import { createHash } from 'node:crypto';

export interface BackupOptions {
  /** Of a role that may read all tables. */
  databaseUrl: string;
  dataDir: string;
  /** The version of Veld. */
  version: string;
  /** An absolute path: of the file, or of the folder if it ends with a separator. */
  to: string;
  /** Seals the keys; null leaves them out. */
  passphrase: string | null;
  /** Of a folder: how many backups stay, the newest; all without it. */
  keep?: number;
  /** Leaves the files out, for a move to another database, which they stay beside. */
  isWithoutFiles?: boolean;
  now: Date;
  /** Called often with what is being copied and how much of it is done. */
  onProgress?: (text: string) => void;
}

export interface BackupReport {
  path: string;
  rows: number;
  files: number;
  /** Files that were not beside earlier backups of the folder; those of one file are all new. */
  newFiles: number;
  hasKeys: boolean;
}

/**
 * Makes a backup while the server runs or not. Throws a `BackupFault` when it cannot, and then nothing of it is left, apart from files beside
 * the backups of a folder, which the next one finds there.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const isFolder = options.to.endsWith(sep);
  const path = isFolder ? join(options.to, backupName(options.now)) : options.to;
  const client = await connectForCopy(options.databaseUrl);
  try {
    if (isFolder && !(await isOnlyBackup(client))) throw new BackupFault('Another backup of these data runs. Wait until it is done.');
    const writer = await ArchiveWriter.create(path);
    try {
      const report = await new Backup(options, client, writer, { path, isFolder }).run();
      await writer.finish();
      if (options.keep !== undefined) await removeOldBackups(options.to, options.keep);
      return report;
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** The number is arbitrary. */
const LOCK = 7_238_404;

/** Whether no other backup adds files to a folder, or removes them; until the connection ends. */
async function isOnlyBackup(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ acquired: boolean }>('select pg_try_advisory_lock($1) as acquired', [LOCK]);
  return rows[0]?.acquired ?? false;
}

interface StoreState {
  store: BackupStore;
  digest: FilesDigest;
  /** Keys that are in the backup. */
  done: Set<string>;
  lists: number;
}

class Backup {
  readonly #options: BackupOptions;
  readonly #client: pg.Client;
  readonly #writer: ArchiveWriter;
  readonly #place: { path: string; isFolder: boolean };
  readonly #stores: StoreState[];
  #newFiles = 0;

  constructor(options: BackupOptions, client: pg.Client, writer: ArchiveWriter, place: { path: string; isFolder: boolean }) {
    this.#options = options;
    this.#client = client;
    this.#writer = writer;
    this.#place = place;
    const stores = options.isWithoutFiles ? [] : listStores(options.dataDir);
    this.#stores = stores.map((store) => ({ store, digest: new FilesDigest(), done: new Set(), lists: 0 }));
  }

  /**
   * Files come first, because that takes long, and those that came meanwhile after the snapshot has begun: a row is written after its file,
   * so each row of the snapshot finds its file in the backup.
   */
  async run(): Promise<BackupReport> {
    const schema = await findSchemaVersion(this.#client);
    const header = await this.#addHeader(schema);
    await this.#addFiles(true);
    const shapes = await listTables(this.#client);
    await beginSnapshot(this.#client, shapes);
    if ((await findSchemaVersion(this.#client)).number !== schema.number)
      throw new BackupFault('Veld was updated meanwhile. Make the backup again.');
    await this.#addFiles(false);
    const tables: Manifest['tables'] = [];
    for (const shape of shapes) tables.push({ ...shape, ...(await this.#addRows(shape.name, `${copyOfTable(shape)} to stdout`)) });
    const jobs = { ...(await this.#addRows(JOBS, COPY_JOBS)), queues: await listQueues(this.#client) };
    const sequences = await listSequences(this.#client);
    await this.#client.query('commit');
    const keys = await this.#addKeys();
    const stores = this.#stores.map(({ store, digest }) => digest.finish(store.name));
    await this.#addJson(MANIFEST_ENTRY, { header, tables, sequences, jobs, stores, keys } satisfies Manifest);
    return {
      path: this.#place.path,
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      files: stores.reduce((sum, store) => sum + store.files, 0),
      newFiles: this.#newFiles,
      hasKeys: keys !== null,
    };
  }

  #tell(text: string): void {
    this.#options.onProgress?.(text);
  }

  async #addJson(name: string, value: object): Promise<string> {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
    await this.#writer.add(name, bytes);
    return sha256(bytes);
  }

  #addHeader(schema: Header['schema']): Promise<string> {
    const { now, version } = this.#options;
    const files = this.#place.isFolder ? 'beside' : 'inside';
    return this.#addJson(HEADER_ENTRY, { format: FORMAT, made_at: now.toISOString(), version, schema, files } satisfies Header);
  }

  async #addRows(name: string, statement: string): Promise<{ rows: number; bytes: number; sha256: string }> {
    const digest = new RowsDigest();
    let piece = 0;
    for await (const { bytes, rows } of copyOut(this.#client, statement, PIECE_BYTES)) {
      digest.add(bytes, rows);
      await this.#writer.addCompressed(rowsEntry(name, ++piece), bytes);
      this.#tell(`${name} ${digest.rows} rows`);
    }
    return digest.finish();
  }

  async #addFiles(isFirst: boolean): Promise<void> {
    for (const state of this.#stores) {
      const keys = (await listKept(state.store)).filter((key) => !state.done.has(key));
      if (this.#place.isFolder) await this.#listFiles(state, keys, isFirst);
      else for (const key of keys) await this.#packFile(state, key);
    }
  }

  /** Puts a file in the tar; not one that has been removed meanwhile. */
  async #packFile({ store, digest, done }: StoreState, key: string): Promise<void> {
    const hash = createHash('sha256');
    let [size, piece] = [0, 0];
    try {
      for await (const { bytes, isLast } of piecesOf(store.files.read(key))) {
        hash.update(bytes);
        size += bytes.length;
        await this.#writer.add(fileEntry(store.name, key, ++piece), bytes, { isLast });
      }
    } catch (error) {
      if (piece === 0 && readErrorCode(error) === 'ENOENT') return;
      throw error;
    }
    digest.add(key, size, hash.digest('hex'));
    done.add(key);
    this.#newFiles += 1;
    this.#tell(`${store.name} ${digest.files} files`);
  }

  /** Keeps files beside the backup and lists them in it. */
  async #listFiles(state: StoreState, keys: readonly string[], isFirst: boolean): Promise<void> {
    const known = isFirst ? await KnownFiles.open(this.#place.path, state.store.name) : null;
    let lines: string[] = [];
    const flush = async () => {
      if (lines.length > 0) await this.#writer.addCompressed(listEntry(state.store.name, ++state.lists), Buffer.from(lines.join('')));
      lines = [];
    };
    try {
      for (const key of keys) {
        const file = await this.#keepFile(state.store, key, known);
        if (!file) continue;
        await known?.remember(file);
        state.digest.add(file.key, file.size, file.sha256);
        state.done.add(key);
        lines.push(`${JSON.stringify(file)}\n`);
        if (lines.length === LINES) await flush();
        this.#tell(`${state.store.name} ${state.digest.files} files, ${this.#newFiles} of them new`);
      }
      await flush();
      await known?.save();
    } catch (error) {
      await known?.close();
      throw error;
    }
  }

  async #keepFile(store: BackupStore, key: string, known: KnownFiles | null): Promise<ListedFile | null> {
    const found = await store.files.stat(key);
    if (!found) return null;
    const before = await known?.find(key, found);
    if (before) return before;
    try {
      const { isNew, ...kept } = await keepFile(this.#place.path, store.files.read(key));
      if (isNew) this.#newFiles += 1;
      return { key, modified: found.modified, ...kept };
    } catch (error) {
      if (readErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async #addKeys(): Promise<string | null> {
    const keys = readKeys(this.#options.dataDir);
    if (this.#options.passphrase === null || KEY_FILES.every((name) => keys[name] === undefined)) return null;
    const sealed = sealKeys(keys, this.#options.passphrase);
    await this.#writer.add(KEYS_ENTRY, sealed);
    return sha256(sealed);
  }
}

/** Lines of a piece of the list of files: about a megabyte. */
const LINES = 5000;
