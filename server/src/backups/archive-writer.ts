import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { readErrorCode } from '../thrown.ts';
import { sha256 } from './digests.ts';
import { BackupFault } from './format.ts';

const compress = promisify(gzip);
/** The fastest: most of a backup is photos, and the rows shrink to a fifth even so. */
const LEVEL = 1;

/**
 * Writes the tar of a backup under a temporary name beside the final one. It has its name only once everything is on disk (`finish`), so
 * that a file with the name of a backup is a whole one.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #half: string;
  readonly #pack: Pack;
  readonly #out: WriteStream;
  readonly #written: Promise<void>;
  /** Why the file cannot be written. */
  #failure: Error | null = null;
  /** The end of the entry before. Compression of the next one runs meanwhile. */
  #previous: Promise<void> = Promise.resolve();

  private constructor(path: string) {
    this.#path = path;
    this.#half = join(dirname(path), `.${basename(path)}.${process.pid}.half`);
    this.#pack = pack();
    this.#out = createWriteStream(this.#half, { flags: 'wx', mode: 0o600, highWaterMark: 1 << 20 });
    this.#written = new Promise((done, fail) => {
      this.#out.once('finish', done);
      this.#out.once('error', (error) => {
        this.#failure = explainWriteFault(error, path);
        this.#pack.destroy();
        fail(this.#failure);
      });
    });
    // Waited for by `finish`, and until then by each entry.
    this.#written.catch(() => undefined);
    this.#pack.pipe(this.#out);
  }

  /** Throws a `BackupFault` if there is a file of that name. */
  static async create(path: string): Promise<ArchiveWriter> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error: Error) => {
      throw explainWriteFault(error, path);
    });
    if (await exists(path)) throw new BackupFault(`${path} exists. Give the backup another name, or remove it first.`);
    await removeDeadHalves(path);
    return new ArchiveWriter(path);
  }

  /** Adds bytes as they are. */
  add(name: string, bytes: Buffer, more: { isLast?: boolean } = {}): Promise<void> {
    return this.#append(name, bytes, bytes.length, more.isLast ?? false);
  }

  /** Adds bytes compressed. Returns once the one before is written, so at most two are in memory. */
  async addCompressed(name: string, bytes: Buffer): Promise<void> {
    const compressed = await compress(bytes, { level: LEVEL });
    await this.#append(name, compressed, bytes.length, false);
  }

  async #append(name: string, bytes: Buffer, size: number, isLast: boolean): Promise<void> {
    await this.#settled();
    const pax = { 'VELD.sha256': sha256(bytes), 'VELD.size': String(size), ...(isLast ? { 'VELD.last': '1' } : {}) };
    this.#previous = new Promise<void>((done, fail) => {
      this.#pack.entry({ name, pax, mode: 0o600 }, bytes, (error) => (error ? fail(error) : done()));
    });
    // Its failure is thrown by the next entry, or by `finish`.
    this.#previous.catch(() => undefined);
  }

  /** Waits for the entry before; throws why the file cannot be written. */
  async #settled(): Promise<void> {
    await Promise.race([this.#previous, this.#written]).catch((error: Error) => {
      throw this.#failure ?? error;
    });
    if (this.#failure) throw this.#failure;
  }

  /** Makes the backup durable under its name. */
  async finish(): Promise<void> {
    await this.#settled();
    this.#pack.finalize();
    await this.#written;
    await syncFile(this.#half);
    await rename(this.#half, this.#path);
    await syncFile(dirname(this.#path));
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    this.#out.destroy();
    await rm(this.#half, { force: true });
  }
}

/** Removes what killed processes have left of a backup of this name. */
async function removeDeadHalves(path: string): Promise<void> {
  const prefix = `.${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(prefix) ? /^(\d+)\.half$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dirname(path), name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** Waits until a file, or the names in a folder, are on disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What an operator can do about a file that cannot be written. */
export function explainWriteFault(error: Error, path: string): Error {
  const code = readErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupFault(`The disk of ${dirname(path)} is full. Nothing is left of this backup.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new BackupFault(`No permission to write ${path}.`);
  if (code === 'ENOTDIR' || code === 'EEXIST') return new BackupFault(`${dirname(path)} is not a folder.`);
  return error;
}
