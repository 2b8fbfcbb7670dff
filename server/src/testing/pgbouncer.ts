import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Node } from './cluster.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** Whether Debian's PgBouncer is installed. */
export const hasPgBouncer = existsSync(PROGRAM);

export interface PgBouncer {
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode with fewer connections than the server has. */
export async function startPgBouncer(node: Node): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-pgbouncer-'));
  const port = await freePort();
  writeFileSync(join(folder, 'users.txt'), '"veld_app" ""\n');
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\nveld = host=${node.folder} dbname=veld user=veld_app\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${join(folder, 'users.txt')}\npool_mode = transaction\ndefault_pool_size = 4\n`,
  );
  const identity = accountOf(folder);
  const child = spawn(PROGRAM, ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...identity });
  await vi.waitFor(() => canConnect(port), { timeout: 20_000, interval: 50 });
  return {
    url: `postgres://veld_app@127.0.0.1:${port}/veld`,
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PgBouncer refuses to run as root, as PostgreSQL does. */
function accountOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const identity = { uid: id('-u'), gid: id('-g') };
  for (const name of ['', 'users.txt', 'pgbouncer.ini']) chownSync(join(folder, name), identity.uid, identity.gid);
  return identity;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
  });
}

function canConnect(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done();
    });
    socket.on('error', fail);
  });
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
