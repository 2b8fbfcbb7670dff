import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

const EMBEDDED = new URL('../db/embedded.ts', import.meta.url).href;

it('the database of a test run that is killed ends too, and leaves no data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veld-throwaway-'));
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(EMBEDDED)});
    const { pid } = await startEmbedded(process.argv[1], { isThrowaway: true });
    console.log(pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((done) => child.stdout.once('data', (chunk: Buffer) => done(Number(chunk.toString()))));
  const isRunning = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isRunning()).toBe(true);
  child.kill('SIGKILL');
  await vi.waitUntil(() => !isRunning() && !existsSync(folder), { timeout: 20_000, interval: 50 });
});
