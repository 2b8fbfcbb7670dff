import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toBytes } from './bytes.ts';
import { pageFiles } from './page-files.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'veld-pages-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('pages that cannot be stored are a single warning in the log, and are stored once it is possible', async () => {
  const log = { warn: vi.fn<() => void>() };
  const pages = pageFiles(join(folder, 'pages'), 'test', log);
  const page = await toBytes({ data: ['wren'] });
  writeFileSync(join(folder, 'pages'), 'a file where the folder should be');
  for (const key of ['1', '2', '3']) await pages.write('v1', key, page);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(await pages.read('v1', '1')).toBeNull();
  rmSync(join(folder, 'pages'));
  mkdirSync(join(folder, 'pages'));
  await pages.write('v1', '1', page);
  expect(await pages.read('v1', '1')).toEqual(page);
  expect(log.warn).toHaveBeenCalledTimes(1);
});

it('pages beyond the limit of bytes are not stored', async () => {
  const page = await toBytes({ data: ['wren'] });
  const size = page.br.length + page.gzip.length;
  const pages = pageFiles(folder, 'test', { warn: vi.fn<() => void>() }, 2 * size + 300);
  for (const key of ['1', '2', '3']) await pages.write('v1', key, page);
  expect(await Promise.all(['1', '2', '3'].map(async (key) => (await pages.read('v1', key)) !== null))).toEqual([true, true, false]);
});
