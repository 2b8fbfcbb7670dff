import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
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

  describe('in a tar', () => {
    const write = async (
      name: string,
      entries: readonly [Partial<Header> & Pick<Header, 'name'>, string?][],
      change = (tar: Buffer) => tar,
    ) => {
      const packing = pack();
      for (const [header, body] of entries) packing.entry(header, body ?? '');
      packing.finalize();
      const tar = change(await buffer(packing));
      await writeFile(join(folder, name), name.endsWith('.gz') ? gzipSync(tar) : tar);
      return name;
    };
    const LARGE = `id\n${'1234567\n'.repeat(200_000)}`;

    it.each(['list.tar', 'list.tar.gz'])(
      'each file of %s can be read whole, in any order and more than once',
      { timeout: 20_000 },
      async (name) => {
        await write(name, [
          [{ name: 'data/', type: 'directory' }],
          [{ name: 'data/meta.xml' }, '<archive/>'],
          [{ name: 'data/taxon.txt' }, LARGE],
          [{ name: `data/${'l'.repeat(150)}.txt` }, 'with a long name'],
          [{ name: 'data/empty.txt' }, ''],
          [{ name: 'data/names.txt' }, 'id\n2\n'],
        ]);
        const { files } = await open(name, {});
        const read = async (index: number) => text(await files[index]!.open());
        expect(files.map((file) => file.name)).toEqual(['meta.xml', 'taxon.txt', `${'l'.repeat(150)}.txt`, 'empty.txt', 'names.txt']);
        expect(await read(0)).toBe('<archive/>');
        expect(await read(1)).toBe(LARGE);
        expect(await read(4)).toBe('id\n2\n');
        expect(await read(2)).toBe('with a long name');
        expect(await read(3)).toBe('');
        expect(await read(1)).toBe(LARGE);
        // As a table is, of which only the first line is looked at.
        for await (const chunk of await files[1]!.open()) {
          expect(String(chunk).startsWith('id\n1234567')).toBe(true);
          break;
        }
        expect(await read(4)).toBe('id\n2\n');
      },
    );

    it.each<[string, readonly [Partial<Header> & Pick<Header, 'name'>, string?][], object, string]>([
      ['a name that leads out of it', [[{ name: '../evil.txt' }, 'evil']], {}, 'unsafe_name'],
      ['an absolute name', [[{ name: '/etc/evil.txt' }, 'evil']], {}, 'unsafe_name'],
      ['a symbolic link', [[{ name: 'list.csv', type: 'symlink', linkname: '/etc/passwd' }]], {}, 'unsafe_name'],
      ['a hard link', [[{ name: 'list.csv', type: 'link', linkname: '/etc/passwd' }]], {}, 'unsafe_name'],
      ['a device', [[{ name: 'list.csv', type: 'character-device' }]], {}, 'unsafe_name'],
      [
        'too many files',
        [
          [{ name: 'a.csv' }, '1'],
          [{ name: 'b.csv' }, '2'],
        ],
        { entries: 1 },
        'too_many_files',
      ],
      [
        'a name that exists twice',
        [
          [{ name: 'a.csv' }, '1'],
          [{ name: 'A.csv' }, '2'],
        ],
        {},
        'file_twice',
      ],
      ['a file that is too large', [[{ name: 'a.csv' }, '12345']], { tableBytes: 4 }, 'bomb'],
      [
        'files that are too large together',
        [
          [{ name: 'a.csv' }, '123'],
          [{ name: 'b.csv' }, '456'],
        ],
        { totalBytes: 5 },
        'bomb',
      ],
    ])('%s is refused', async (_what, entries, limits, code) => {
      await expect(open(await write('bad.tar', entries), limits)).rejects.toMatchObject({ fault: { code } });
    });

    it('a file that is cut off or damaged is refused', async () => {
      const entries: [Partial<Header> & Pick<Header, 'name'>, string][] = [
        [{ name: 'a.csv' }, LARGE],
        [{ name: 'b.csv' }, '2'],
      ];
      for (const change of [
        (tar: Buffer) => tar.subarray(0, 5000),
        (tar: Buffer) => tar.subarray(0, 700),
        (tar: Buffer) => Buffer.concat([tar.subarray(0, -2048), Buffer.alloc(512, 7), tar.subarray(-1536)]),
      ])
        await expect(open(await write('cut.tar', entries, change), {})).rejects.toMatchObject({ fault: { code: 'damaged' } });
    });

    it('a gzip that unpacks to far more than its size is refused', async () => {
      const name = await write('bomb.tar.gz', [[{ name: 'a.csv' }, LARGE]]);
      await expect(open(name, { ratioFrom: 10_000, ratio: 20 })).rejects.toMatchObject({ fault: { code: 'bomb' } });
    });
  });

  it('may have as many files and bytes as the limits, and no more', async () => {
    expect((await open('checklist', { entries: 2, tableBytes: 10 })).files).toHaveLength(2);
    await expect(open('checklist', { entries: 1 })).rejects.toMatchObject({ fault: { code: 'too_many_files', file: 'checklist' } });
    await expect(open('checklist', { tableBytes: 9 })).rejects.toMatchObject({ fault: { code: 'too_large', file: 'meta.xml' } });
    expect((await open('checklist/taxon.txt', { tableBytes: 5 })).files).toHaveLength(1);
    await expect(open('checklist/taxon.txt', { tableBytes: 4 })).rejects.toMatchObject({ fault: { code: 'too_large' } });
  });
});
