import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretIn } from './secret.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veld-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the secret of a data folder', () => {
  it('is created once and is readable only by its owner', () => {
    const data = join(folder, 'data');
    const made = secretIn(data);
    expect(made.toString()).toMatch(/^[0-9a-f]{64}$/);
    expect(secretIn(data).equals(made)).toBe(true);
    expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(data)).toEqual(['secret.key']);
  });

  it('is created again if the file is empty after a kill', () => {
    writeFileSync(join(folder, 'secret.key'), '');
    expect(secretIn(folder)).toHaveLength(64);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toHaveLength(64);
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it('S11: is the same for several servers that start at the same time', async () => {
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(workerData.module).then(({ secretIn }) => {
        Atomics.add(workerData.gate, 0, 1);
        while (Atomics.load(workerData.gate, 0) < workerData.count);
        parentPort.postMessage(secretIn(workerData.folder).toString());
      });`;
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const module = new URL('./secret.ts', import.meta.url).href;
    const secrets = await Promise.all(
      Array.from(
        { length: 4 },
        () =>
          new Promise<string>((done, fail) => {
            const worker = new Worker(code, { eval: true, workerData: { gate, module, folder, count: 4 } });
            worker.once('message', done);
            worker.once('error', fail);
          }),
      ),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });
});
