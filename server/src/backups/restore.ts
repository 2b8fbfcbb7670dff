import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chown, type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { renewEpoch } from '../db/epoch.ts';
import { forgetFingerprints } from '../db/fingerprints.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { freeBytes, RESERVE_BYTES } from '../files/free-space.ts';
import { updateDatabase } from '../prepare.ts';
import { readErrorCode, toError } from '../thrown.ts';
import { type CheckedBackup, checkBackup } from './check.ts';
import { BackupFault, type Header } from './format.ts';
import { KEY_FILES, type Keys, openKeys } from './keys.ts';
import { clearDatabase, isEmptyDatabase, RowLoader, takeJobs } from './load.ts';
import { readBackup } from './read.ts';
import { hasRestoreMark, isMarked, isMoved, MARK_SCHEMA, removeRestoreMark, writeRestoreMark } from './restore-mark.ts';
import { connectForCopy } from './snapshot.ts';
import { listKept, listStores } from './stores.ts';

export interface RestoreOptions {
  path: string;
  dataDir: string;
  /** As the owner of the database, which nobody else uses meanwhile. */
  ownerUrl: string;
  isEmbedded: boolean;
  /** Opens the keys. */
  passphrase: string | null;
  /** Restores a backup with keys without them. */
  isWithoutKeys: boolean;
  /**
   * For a move to another database: the files stay where they are, and the data keep their epoch, because nothing is missing. Called when all
   * rows are there, before a server can start on them.
   */
  onMoved?: () => Promise<void>;
  onProgress?: (text: string) => void;
}

/**
 * Restores a backup into an empty place, after all of it was checked. When it fails, the place is empty again; when it is killed, no server
 * starts on what there is, and another attempt begins anew. Throws a `BackupFault` with the reason.
 */
export async function restoreBackup(options: RestoreOptions): Promise<CheckedBackup> {
  const checked = await checkAll(options);
  const keys = openedKeys(checked, options);
  const client = await connectForCopy(options.ownerUrl);
  try {
    await requireEmptyPlace(client, options, checked, keys);
    if (!options.onMoved) writeRestoreMark(options.dataDir);
    try {
      await client.query(`create schema ${MARK_SCHEMA}`);
      await load(client, options, checked);
      options.onProgress?.('keys');
      writeKeys(options.dataDir, keys);
      if (!options.onMoved) await giveToOwner(options.dataDir);
      await options.onMoved?.();
      await client.query(`drop schema ${MARK_SCHEMA} cascade`);
    } catch (error) {
      const isCleared = await clearPlace(client, options).then(
        () => true,
        () => false,
      );
      throw isCleared ? explainFailure(error) : new BackupFault(`The restore was cut off (${toError(error).message}). ${AGAIN}`);
    }
    options.onProgress?.('done');
    if (!options.onMoved) removeRestoreMark(options.dataDir);
    return checked;
  } finally {
    await client.end();
  }
}

const AGAIN = 'Run the same command again: it begins anew.';

function explainFailure(error: unknown): unknown {
  const code = readErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return new BackupFault('The disk is full. Nothing was restored, and what had been copied is removed.');
  return error;
}

async function checkAll({ path, onProgress }: RestoreOptions): Promise<CheckedBackup> {
  let read = 0;
  return checkBackup(path, {
    header: refuseNewer,
    read: (count) => onProgress?.(`checking, ${Math.floor((read += count) / 1e6)} MB`),
  });
}

function refuseNewer({ schema }: Header): void {
  const newest = readMigrations().at(-1);
  if (newest && schema.number > newest.number)
    throw new BackupFault(`The backup belongs to a newer Veld (${schema.name}), which this version cannot use. Update Veld.`);
}

function openedKeys({ sealed }: CheckedBackup, { passphrase, isWithoutKeys }: RestoreOptions): Keys {
  if (!sealed || isWithoutKeys) return {};
  if (passphrase === null)
    throw new BackupFault('The keys of this backup need its passphrase: set BACKUP_PASSPHRASE, or leave them out with --without-keys.');
  return openKeys(sealed, passphrase);
}

async function requireEmptyPlace(
  client: pg.Client,
  { dataDir, isEmbedded, onMoved }: RestoreOptions,
  { manifest }: CheckedBackup,
  keys: Keys,
) {
  if (await isMoved(client))
    throw new BackupFault(
      'The database still has the data of an earlier move from it. Drop it, or remove DATA_DIR/postgres if it is that one.',
    );
  if (await isMarked(client)) await clearDatabase(client);
  else if (!(await isEmptyDatabase(client)))
    throw new BackupFault(
      'The database is not empty. A backup is restored into an empty one: set another DATA_DIR, or an empty database in DATABASE_URL.',
    );
  await client.query(`drop schema if exists ${MARK_SCHEMA} cascade`);
  if (!onMoved) await requireEmptyFolder(dataDir, keys);
  const rows = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  // Rows take up to three times their text with their indexes, and the log of the database as much again for a while.
  const needed = manifest.stores.reduce((sum, { bytes }) => sum + bytes, 0) + (isEmbedded ? 4 * rows : 0) + RESERVE_BYTES;
  if ((await freeBytes(dataDir)) < needed)
    throw new BackupFault(`The disk of ${dataDir} has too little space: the backup needs about ${Math.ceil(needed / 1e6)} MB.`);
}

async function requireEmptyFolder(dataDir: string, keys: Keys): Promise<void> {
  if (hasRestoreMark(dataDir)) await removeFiles(dataDir);
  for (const store of listStores(dataDir))
    if ((await listKept(store)).length > 0)
      throw new BackupFault(`${join(dataDir, store.name)} is not empty. A backup is restored into an empty DATA_DIR.`);
  for (const name of KEY_FILES)
    if (keys[name] !== undefined && existsSync(join(dataDir, name)) && readFileSync(join(dataDir, name), 'utf8') !== keys[name])
      throw new BackupFault(`${join(dataDir, name)} is another key than that of the backup. Use an empty DATA_DIR, or --without-keys.`);
}

async function load(client: pg.Client, options: RestoreOptions, { header, manifest }: CheckedBackup): Promise<void> {
  const { path, ownerUrl, dataDir, isEmbedded, onProgress } = options;
  onProgress?.('new tables');
  await migrate(
    ownerUrl,
    readMigrations().filter(({ number }) => number <= header.schema.number),
  );
  const loader = await RowLoader.begin(client, manifest);
  const files = new FileWriter(dataDir);
  let [rows, count] = [0, 0];
  try {
    for await (const part of readBackup(path)) {
      if (part.kind === 'rows') {
        await loader.add(part.table, part.bytes, part.rows);
        onProgress?.(`${part.table}, ${(rows += part.rows)} rows in all`);
      } else if (part.kind === 'file') {
        await files.add(part);
        if (part.isLast) onProgress?.(`${part.store} ${(count += 1)} files`);
      }
    }
  } finally {
    await files.close();
  }
  await loader.finish(manifest, (name) => onProgress?.(name));
  onProgress?.('newer tables');
  await updateDatabase(ownerUrl, { hasServerRole: isEmbedded });
  onProgress?.('waiting jobs');
  await requeueJobs(client, ownerUrl, manifest.jobs.queues);
  if (!options.onMoved) await makeOwn(ownerUrl);
  await client.query('analyze');
}

async function makeOwn(ownerUrl: string): Promise<void> {
  const { db } = openDatabase({ url: ownerUrl, poolSize: 1 });
  try {
    await renewEpoch(db);
    // The restored place may have other keys.
    await forgetFingerprints(db);
  } finally {
    await db.destroy();
  }
}

/** Writes the files of a backup to their stores. */
class FileWriter {
  readonly #stores: ReturnType<typeof listStores>;
  readonly #half: string;
  #file: FileHandle | null = null;

  constructor(dataDir: string) {
    this.#stores = listStores(dataDir);
    this.#half = halfFile(dataDir);
  }

  async add({ store, key, bytes, isFirst, isLast }: { store: string; key: string; bytes: Buffer; isFirst: boolean; isLast: boolean }) {
    const found = this.#stores.find(({ name, isKept }) => name === store && isKept(key));
    if (!found) throw new BackupFault(`The backup has a file that does not belong there: ${store}/${key}`);
    if (isFirst) this.#file = await open(this.#half, 'w', 0o600);
    await this.#file?.writeFile(bytes);
    if (!isLast) return;
    await this.close();
    await found.files.moveIn(key, this.#half);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

const halfFile = (dataDir: string): string => join(dataDir, 'restoring.half');

async function clearPlace(client: pg.Client, { dataDir, onMoved }: RestoreOptions): Promise<void> {
  await clearDatabase(client);
  if (!onMoved) await removeFiles(dataDir);
  await client.query(`drop schema if exists ${MARK_SCHEMA} cascade`);
  if (!onMoved) removeRestoreMark(dataDir);
}

/** Removes the files of a restore that did not end. */
async function removeFiles(dataDir: string): Promise<void> {
  for (const { name } of listStores(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
  await rm(halfFile(dataDir), { force: true });
}

/** Queues the jobs that waited. The library makes its tables itself, so jobs are handed to it and not copied into them. */
async function requeueJobs(client: pg.Client, ownerUrl: string, queues: CheckedBackup['manifest']['jobs']['queues']): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'jobs', supervise: false, schedule: false, migrate: false, max: 1 });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const { name, ...queue } of queues) await boss.createQueue(name, queue);
    for (let jobs = await takeJobs(client, JOBS_AT_ONCE); jobs.length > 0; jobs = await takeJobs(client, JOBS_AT_ONCE)) {
      for (const name of new Set(jobs.map((job) => job.name)))
        await boss.insert(
          name,
          jobs.filter((job) => job.name === name).map(({ data }) => ({ id: randomUUID(), ...(data ? { data } : {}) })),
        );
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

const JOBS_AT_ONCE = 1000;

function writeKeys(dataDir: string, keys: Keys): void {
  for (const name of KEY_FILES) if (keys[name] !== undefined) writeFileSync(join(dataDir, name), keys[name], { mode: 0o600, flush: true });
}

/** What root restores is for the account that runs the server: that of the data folder. */
async function giveToOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  for (const name of [...listStores(dataDir).map((store) => store.name), ...KEY_FILES]) {
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    await chown(path, uid, gid);
    if (!found.isDirectory()) continue;
    for (const entry of await readdir(path, { recursive: true })) await chown(join(path, entry), uid, gid);
  }
}
