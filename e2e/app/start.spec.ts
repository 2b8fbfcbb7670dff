import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { startVeldFrom } from '../template.ts';

test.use({ server: 'own' });

/** Runs the server until it exits. Returns its exit code and the lines of its output that begin with `veld`. */
async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../server/src/main.ts')], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  return {
    code,
    lines: printed
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('veld')),
  };
}

test('a second start on the same data, a port in use and an invalid setting each exit with one clear line', async ({ veld, template }) => {
  const port = new URL(veld.url).port;
  const second = await runToEnd({ DATA_DIR: veld.dataDir, PORT: '0' });
  expect(second.code).toBe(1);
  expect(second.lines).toEqual([expect.stringContaining('Veld already runs on the data in')]);

  const taken = await runOnPort(template, port);
  expect(taken.code).toBe(1);
  expect(taken.lines).toEqual([expect.stringContaining(`Port ${port} is in use`)]);

  const bad = await runToEnd({ PORT: 'three thousand' });
  expect(bad.code).toBe(1);
  expect(bad.lines).toEqual([expect.stringContaining('PORT is not usable')]);

  const closed = await runToEnd({ DATA_DIR: '/proc/veld' });
  expect(closed.code).toBe(1);
  expect(closed.lines).toHaveLength(1);

  // The first server still runs.
  expect((await fetch(`${veld.url}/api/ready`)).status).toBe(200);
});

/** Runs a second server with its own data on the given port, until it exits. */
async function runOnPort(template: string, port: string): Promise<{ code: number | null; lines: string[] }> {
  const other = await startVeldFrom(template);
  await other.stop();
  try {
    return await runToEnd({ DATA_DIR: other.dataDir, PORT: port });
  } finally {
    await other.remove();
  }
}

test('after a SIGKILL the next start takes over the database and becomes ready', async ({ veld }) => {
  await veld.kill();
  await veld.start();
  expect((await fetch(`${veld.url}/api/ready`)).status).toBe(200);
  await veld.kill({ isDatabaseToo: true });
  await veld.start();
  expect((await fetch(`${veld.url}/api/ready`)).status).toBe(200);
});
