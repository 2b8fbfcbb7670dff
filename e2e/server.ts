import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HIGH_LIMITS } from '../server/src/testing/high-limits.ts';
import { timeLimit } from './time-limit.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** A Veld server in its own process, with an embedded database, on a free local port. */
export interface RunningVeld {
  url: string;
  dataDir: string;
  /** Everything it printed. */
  output(): string;
  /** Process id of the server; null while it is stopped. */
  pid(): number | null;
  /** Shuts down with SIGTERM. Returns the exit code; null if the server was not running. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL to the server, and with `isDatabaseToo` to PostgreSQL just before. */
  kill(options?: { isDatabaseToo?: boolean }): Promise<void>;
  /** Starts again on the same data and port. `more` overrides settings. */
  start(more?: Record<string, string>): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a server and waits until it is ready. `settings` are environment variables; without `dataDir` the server gets a new,
 * empty data folder.
 */
export async function startVeld(
  settings: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'veld-e2e-')),
): Promise<RunningVeld> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let printed = '';

  const start = async (more: Record<string, string> = {}) => {
    const server = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...HIGH_LIMITS,
        LOG_LEVEL: 'warn',
        VELD_SAYS: '1',
        ...settings,
        ...more,
        DATA_DIR: dataDir,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = server;
    server.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    server.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    for (const limit = Date.now() + timeLimit(60_000); Date.now() < limit;) {
      if (server.exitCode !== null) throw new Error(`Veld ended while starting:\n${printed}`);
      const ready = await fetch(`${url}/api/ready`).catch(() => null);
      await ready?.text();
      if (ready?.ok) return;
      await sleep(50);
    }
    throw new Error(`Veld did not become ready:\n${printed}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return null;
    const exited = new Promise<number | null>((done) => running.once('exit', done));
    running.kill(signal);
    return exited;
  };
  await start();
  return {
    url,
    dataDir,
    output: () => printed,
    pid: () => child?.pid ?? null,
    start,
    stop: () => end('SIGTERM'),
    async kill({ isDatabaseToo = false } = {}) {
      const postmaster = isDatabaseToo ? Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]) : 0;
      if (postmaster > 0) process.kill(postmaster, 'SIGKILL');
      await end('SIGKILL');
    },
    async remove() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('No free port'))));
    });
  });
}
