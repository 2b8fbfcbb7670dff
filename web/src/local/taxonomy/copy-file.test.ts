import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChunkCache, searchCopies } from '@veld/taxonomy';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildOnThisThread, type StartBuild } from './build-copy';
import { copyFileSize, finishWithFile, openCopyFile, removeStaleCopyFiles } from './copy-file';
import { openCopy } from './open-copy';
import { TaxonomyReader } from './reader';
import { Device, flock, remoteTaxon } from './testing';

const MINUTE = 60_000;

/**
 * The browser's origin private file system on top of real files, since Node has none. The benchmark with a million taxa uses
 * the real one.
 */
class Files {
  readonly folder = mkdtempSync(join(tmpdir(), 'veld-files-'));
  readonly open = new Map<string, number>();

  /** Makes reads fail. */
  fails = false;

  path(name: string): string {
    return join(this.folder, name);
  }

  names(): string[] {
    return readdirSync(this.folder);
  }

  size(name: string): number {
    return statSync(this.path(name)).size;
  }

  cut(name: string, size: number): void {
    truncateSync(this.path(name), size);
  }

  /** Flips the bits of one byte. */
  turn(name: string, at: number): void {
    const file = openSync(this.path(name), 'r+');
    const byte = new Uint8Array(1);
    readSync(file, byte, 0, 1, at);
    writeSync(
      file,
      byte.map((value) => value ^ 0xff),
      0,
      1,
      at,
    );
    closeSync(file);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  directory(): unknown {
    return {
      getDirectoryHandle: () => Promise.resolve(this.directory()),
      keys: () => readdirSync(this.folder)[Symbol.iterator](),
      removeEntry: async (name: string) => {
        if ((this.open.get(name) ?? 0) > 0) throw new DOMException('It is open', 'NoModificationAllowedError');
        rmSync(this.path(name));
      },
      getFileHandle: async (name: string, options?: { create?: boolean }) => {
        if (!existsSync(this.path(name)) && options?.create !== true) throw new DOMException('No such file', 'NotFoundError');
        if (!existsSync(this.path(name))) closeSync(openSync(this.path(name), 'w'));
        return {
          getFile: async () => ({ size: this.size(name) }),
          createSyncAccessHandle: async () => this.handle(name),
        };
      },
    };
  }

  handle(name: string): unknown {
    const file = openSync(this.path(name), 'r+');
    this.open.set(name, (this.open.get(name) ?? 0) + 1);
    return {
      read: (into: Uint8Array, { at }: { at: number }) => {
        if (this.fails) throw new DOMException('The disk', 'InvalidStateError');
        return readSync(file, into, 0, into.length, at);
      },
      write: (bytes: Uint8Array, { at }: { at: number }) => writeSync(file, bytes, 0, bytes.length, at),
      truncate: (size: number) => ftruncateSync(file, size),
      getSize: () => fstatSync(file).size,
      flush: () => fsyncSync(file),
      close: () => {
        closeSync(file);
        this.open.set(name, this.open.get(name)! - 1);
      },
    };
  }
}

let chen: Device;
let files: Files;

/** A copy of several segments gets a file. */
const inSegments: StartBuild = (copy, pages) => {
  const build = buildOnThisThread(chen.db, copy, pages, 20);
  return { ...build, finish: () => finishWithFile(chen.db, copy, build) };
};

beforeEach(async () => {
  files = new Files();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => files.directory() } });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  chen = new Device();
  chen.server.pageSize = 10;
  chen.server.taxa = flock(60);
  await chen.tab('one', { startBuild: inSegments }).tick();
});

afterEach(async () => {
  await chen.db.delete();
  files.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const stored = async () => (await chen.db.copies.get('global'))!;
const TEXTS = ['grote', 'great bird a', 'vogel', 'rote vog', 'grote vogle b', 'magnus', 'nothing like it'];

/** A cache that retains nothing between queries. */
const forgetful = () => new TaxonomyReader(chen.db, { memory: 0 });
const answers = async (reader: TaxonomyReader) => {
  const results = [];
  for (const text of TEXTS) results.push(await reader.searchTaxa(text));
  return results;
};

/** The hits found by reading chunks from the database. */
async function answersOfDatabase() {
  const index = await openCopy(chen.db, await stored(), new ChunkCache(), {});
  const cache = index.cache!;
  return Promise.all(TEXTS.map(async (text) => cache.run(() => searchCopies([index], text, {}))));
}

describe('the file of a large copy', () => {
  it('gives the same hits as the database without reading from it', async () => {
    expect((await stored()).segments).toBe(3);
    const expected = await answersOfDatabase();
    expect(expected[0]!.length).toBeGreaterThan(10);
    const reader = forgetful();
    await reader.taxonomyStatus();
    const reading = vi.spyOn(chen.db.blocks, 'bulkGet');
    expect(await answers(reader)).toEqual(expected);
    expect(await reader.taxonById(7)).toMatchObject({ id: 7 });
    expect(reading).not.toHaveBeenCalled();
  });

  it('is not written for a copy that fits in memory', async () => {
    chen.server.version = 'v2';
    chen.server.fullReindex = true;
    chen.clock.time += MINUTE;
    await chen.tab('one').tick();
    expect((await stored()).segments).toBe(1);
    expect(await copyFileSize((await stored()).copy)).toBe(0);
  });

  it('falls back to the database wherever it is damaged', async () => {
    const expected = await answersOfDatabase();
    const [name = ''] = files.names();
    const size = files.size(name);
    for (let at = 0; at < size; at += 97) {
      files.turn(name, at);
      expect(await answers(forgetful())).toEqual(expected);
      files.turn(name, at);
    }
  });

  it('is not used if it is truncated or has no header yet', async () => {
    const { copy } = await stored();
    const expected = await answersOfDatabase();
    const [name = ''] = files.names();
    files.cut(name, files.size(name) - 1);
    expect(await openCopyFile(copy)).toBeNull();
    expect(await answers(forgetful())).toEqual(expected);
    files.cut(name, 0);
    expect(await openCopyFile(copy)).toBeNull();
  });

  it('falls back to the database if it is closed or its disk fails', async () => {
    const expected = await answersOfDatabase();
    const reader = forgetful();
    await reader.searchTaxa('grote');
    files.fails = true;
    expect(await answers(reader)).toEqual(expected);
    expect((await stored()).segments).toBe(3);
  });

  it('is removed with its copy, but not while a tab has it open', async () => {
    const before = (await stored()).copy;
    const reader = forgetful();
    await reader.searchTaxa('grote');
    chen.server.taxa = [...flock(60), remoteTaxon(99, { nl: 'Grote zaagbek' })];
    chen.server.version = 'v2';
    chen.server.fullReindex = true;
    chen.clock.time += MINUTE;
    await chen.tab('one', { startBuild: inSegments }).tick();
    const after = (await stored()).copy;
    expect(after).not.toBe(before);
    await removeStaleCopyFiles([after]);
    expect(await copyFileSize(before)).toBeGreaterThan(0);
    reader.markStale('swapped');
    await vi.waitFor(async () => expect((await reader.searchTaxa('zaagbek')).map(({ id }) => id)).toEqual([99]));
    await vi.waitFor(() => removeStaleCopyFiles([after]).then(() => expect(files.names()).toHaveLength(1)));
    expect(await copyFileSize(after)).toBeGreaterThan(0);
  });

  it('stays in use under a delta', async () => {
    const { copy, since } = await stored();
    const reader = forgetful();
    await reader.searchTaxa('grote');
    chen.server.deltas = { [since]: [remoteTaxon(3, { nl: 'Zeearend' }), remoteTaxon(4, {}, { is_deleted: true })] };
    chen.server.version = 'v2';
    chen.clock.time += MINUTE;
    await chen.tab('one', { startBuild: inSegments }).tick();
    expect(await stored()).toMatchObject({ copy, hidden: [3, 4] });
    reader.markStale('swapped');
    await vi.waitFor(async () => expect((await reader.searchTaxa('zeearend')).map(({ id }) => id)).toEqual([3]));
    expect(await answers(reader)).toEqual(await answersOfDatabase());
    expect((await reader.searchTaxa('grote')).map(({ id }) => id)).not.toContain(4);
  });

  it('has each chunk once, however many there are', async () => {
    chen.server.taxa = flock(800);
    chen.server.version = 'v2';
    chen.server.fullReindex = true;
    chen.clock.time += MINUTE;
    await chen.tab('one', { startBuild: inSegments }).tick();
    const { copy } = await stored();
    const chunks = (await chen.db.blocks.toCollection().primaryKeys()).filter(([name]) => name === copy).length;
    expect(chunks).toBeGreaterThan(2 * 64);
    const header = new Uint32Array(new Uint8Array(readFileSync(files.path(encodeURIComponent(copy)))).buffer, 0, 2);
    expect(header[1]).toBe(chunks);
  });

  it('is closed when its copy turns out to be damaged and is discarded', async () => {
    const [name = ''] = files.names();
    const { copy } = await stored();
    const reader = forgetful();
    await reader.searchTaxa('grote');
    expect(files.open.get(name)).toBe(1);
    files.fails = true;
    await chen.db.blocks.where('[copy+number]').between([copy, 0], [copy, Infinity]).delete();
    expect(await reader.searchTaxa('magnus')).toEqual([]);
    await vi.waitFor(() => expect(files.open.get(name)).toBe(0));
    expect(await chen.db.copies.get('global')).toBeUndefined();
  });

  it('is optional: the browser may lack space or the file system', async () => {
    const expected = await answersOfDatabase();
    vi.stubGlobal('navigator', {});
    expect(await answers(forgetful())).toEqual(expected);
    vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.reject(new DOMException('No', 'SecurityError')) } });
    expect(await answers(forgetful())).toEqual(expected);
    expect(await copyFileSize((await stored()).copy)).toBe(0);
  });
});
