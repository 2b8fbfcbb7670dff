import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_LIMITS } from '../limits.ts';
import { openArchive } from './archive.ts';

describe('an unpacked file of taxa', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'veld-archive-'));
    await mkdir(join(folder, 'checklist', 'notes'), { recursive: true });
    await writeFile(join(folder, 'checklist', 'taxon.txt'), 'id\n1\n');
    await writeFile(join(folder, 'checklist', 'meta.xml'), '<archive/>');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const open = (name: string, limits: Partial<typeof IMPORT_LIMITS>) =>
    openArchive(join(folder, name), name, { ...IMPORT_LIMITS, ...limits });

  it('may be a folder, of which the files are read in the order of their names', async () => {
    const { files } = await open('checklist', {});
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['meta.xml', 10],
      ['taxon.txt', 5],
    ]);
    expect(await text(await files[1]!.open())).toBe('id\n1\n');
  });

  it('may have as many files and bytes as the limits, and no more', async () => {
    expect((await open('checklist', { entries: 2, tableBytes: 10 })).files).toHaveLength(2);
    await expect(open('checklist', { entries: 1 })).rejects.toMatchObject({ fault: { code: 'too_many_files', file: 'checklist' } });
    await expect(open('checklist', { tableBytes: 9 })).rejects.toMatchObject({ fault: { code: 'too_large', file: 'meta.xml' } });
    expect((await open('checklist/taxon.txt', { tableBytes: 5 })).files).toHaveLength(1);
    await expect(open('checklist/taxon.txt', { tableBytes: 4 })).rejects.toMatchObject({ fault: { code: 'too_large' } });
  });
});
