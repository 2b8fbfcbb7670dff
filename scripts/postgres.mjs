// A temporary PostgreSQL cluster from installed binaries, for tests and benchmarks.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDatabaseFolder } from '../server/src/testing/database-folder.mjs';

/**
 * Starts a cluster on a socket in an empty folder, by default a temporary one, or the one that is kept there. Returns `{ url, stop }`, or the
 * reason as text if it did not start. `stop` deletes the folder unless it is kept.
 */
export async function startCluster(binaries, { folder = makeDatabaseFolder('veld-pg-'), settings: more = [], isKept = false } = {}) {
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
    const made = spawnSync(join(binaries, 'initdb'), ['-D', data, '-U', 'veld', '--auth=trust', '--encoding=UTF8', '--locale=C', '-N'], {
      ...identity,
      cwd: folder,
      encoding: 'utf8',
    });
    if (made.status !== 0) return `initdb failed: ${(made.stderr || made.error?.message || '').trim().split('\n').pop()}`;
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
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
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
  return {
    url: `postgres://veld@/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      child.kill('SIGINT');
      for (let waited = 0; waited < (isKept ? 120_000 : 10_000) && child.exitCode === null; waited += 50) await sleep(50);
      child.kill('SIGKILL');
      if (!isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}
