// A temporary PostgreSQL cluster from installed binaries, for tests and benchmarks.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDatabaseFolder } from './database-folder.mjs';

const HOME = '/usr/lib/postgresql';

/** The oldest PostgreSQL of Debian's packages on this machine, as `{ version, folder }` with its programs; null if there is none. */
export function findInstalledPostgres() {
  if (!existsSync(HOME)) return null;
  const version = readdirSync(HOME)
    .filter((name) => existsSync(join(HOME, name, 'bin/initdb')))
    .toSorted((a, b) => Number(a) - Number(b))[0];
  return version ? { version, folder: join(HOME, version, 'bin') } : null;
}

/**
 * Starts a cluster on a socket in an empty folder, by default a temporary one, or the one that is kept there. With `standbyOf`, the address
 * of another one, it is a streaming standby of that. Returns a `Cluster`, or the reason as text if it did not start. `stop` deletes the
 * folder unless it is kept.
 */
export async function startCluster(
  binaries,
  { folder = makeDatabaseFolder('veld-pg-'), settings: more = [], isKept = false, standbyOf = null } = {},
) {
  const identity = {};
  if (process.getuid?.() === 0) {
    const row = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === 'postgres');
    if (!row) return 'there is no account named postgres to run it';
    Object.assign(identity, { uid: Number(row[2]), gid: Number(row[3]) });
    chownSync(folder, identity.uid, identity.gid);
  }
  const data = join(folder, 'data');
  if (!existsSync(data)) {
    const [program, ...given] = standbyOf
      ? ['pg_basebackup', '-d', standbyOf, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '-N']
      : ['initdb', '-D', data, '-U', 'veld', '--auth=trust', '--encoding=UTF8', '--locale=C', '-N'];
    const made = spawnSync(join(binaries, program), given, { ...identity, cwd: folder, encoding: 'utf8' });
    if (made.status !== 0) return `${program} failed: ${(made.stderr || made.error?.message || '').trim().split('\n').pop()}`;
  }
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'jit=off',
    ...more,
  ];
  let child = null;
  /** Returns the reason as text if it does not start. */
  const start = async () => {
    child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...identity,
      cwd: folder,
      stdio: 'ignore',
    });
    for (let waited = 0; waited < 20_000; waited += 100) {
      if (child.exitCode !== null) return 'it exited while starting';
      const ready = spawnSync(join(binaries, 'pg_isready'), ['-h', folder, '-U', 'veld', '-d', 'postgres'], { stdio: 'ignore' });
      if (ready.status === 0) break;
      await sleep(100);
    }
    return null;
  };
  const end = async (signal, limit) => {
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    if (isRunning()) child.kill(signal);
    for (let waited = 0; waited < limit && isRunning(); waited += 50) await sleep(50);
    if (isRunning()) child.kill('SIGKILL');
  };
  const failure = await start();
  if (failure) return failure;
  return {
    url: `postgres://veld@/postgres?host=${encodeURIComponent(folder)}`,
    folder,
    start,
    kill: () => end('SIGKILL', 10_000),
    async stop() {
      await end('SIGINT', isKept ? 120_000 : 10_000);
      if (!isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}
