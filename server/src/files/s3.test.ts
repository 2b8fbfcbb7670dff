import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ObjectStore, startObjectStore } from '../testing/object-store.ts';
import { moveFiles } from './move.ts';
import { parseObjectPlace } from './object-place.ts';
import { openFiles } from './open.ts';
import { s3Store } from './s3.ts';
import { diskStore, type FileStore } from './store.ts';

const KEY = 'originals/0a/0a7d1f2e';

describe('files on a disk and in an object store', () => {
  let service: ObjectStore;
  let folder: string;
  beforeAll(async () => {
    service = await startObjectStore();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.fault = () => null;
    folder = mkdtempSync(join(tmpdir(), 'veld-files-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const bucket = () => s3Store(parseObjectPlace(service.url)!, join(folder, 'work'));
  const stores: [string, () => FileStore][] = [
    ['a disk', () => diskStore(join(folder, 'photos'))],
    ['an object store', bucket],
    ['both', () => openFiles({ DATA_DIR: folder, S3_URL: parseObjectPlace(service.url)! })],
  ];
  const keysOf = async (store: FileStore, within?: string) => {
    const keys: string[] = [];
    for await (const { key } of store.list(within)) keys.push(key);
    return keys.toSorted();
  };

  it.each(stores)('%s: writes, moves in, reads, lists and removes', async (_name, open) => {
    const store = open();
    const bytes = randomBytes(70_000);
    await store.write(KEY, bytes);
    expect(await store.size(KEY)).toBe(bytes.length);
    expect((await buffer(store.read(KEY))).equals(bytes)).toBe(true);
    const local = join(folder, 'local');
    writeFileSync(local, 'a picture');
    await store.moveIn('display/0a/one-512.webp', local);
    expect(existsSync(local)).toBe(false);
    expect(await store.withLocalFile('display/0a/one-512.webp', (path) => Promise.resolve(readFileSync(path, 'utf8')))).toBe('a picture');
    expect(await keysOf(store)).toEqual(['display/0a/one-512.webp', KEY]);
    expect(await keysOf(store, 'originals')).toEqual([KEY]);
    for await (const { writtenAt } of store.list('originals')) expect(Math.abs(writtenAt - Date.now())).toBeLessThan(60_000);
    await store.remove(KEY);
    await store.remove(KEY);
    expect(await store.size(KEY)).toBeNull();
    await expect(buffer(store.read(KEY))).rejects.toMatchObject({ code: 'ENOENT' });
    await store.remove('display/0a/one-512.webp');
    expect(await keysOf(store)).toEqual([]);
    await expect((async () => store.size('../secret.key'))()).rejects.toThrow('Not a key');
  });

  it('a file larger than a part arrives whole, and a local copy is removed after its use', async () => {
    const store = bucket();
    const local = join(folder, 'large');
    const bytes = randomBytes(37_000_000);
    writeFileSync(local, bytes);
    await store.moveIn(KEY, local);
    const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    const read = await store.withLocalFile(KEY, (path) => Promise.resolve(hash(readFileSync(path))));
    expect(read).toBe(hash(bytes));
    expect(readdirSync(join(folder, 'work'))).toEqual([]);
    await store.remove(KEY);
  });

  it('lists more files than a page has', async () => {
    const store = bucket();
    const keys = Array.from({ length: 1203 }, (_, at) => `companions/00/${String(at).padStart(4, '0')}`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => store.write(key, Buffer.from(key))));
    expect(await keysOf(store, 'companions')).toEqual(keys);
    for (let at = 0; at < keys.length; at += 50) await Promise.all(keys.slice(at, at + 50).map((key) => store.remove(key)));
  });

  it('a store that is busy, full or gone makes a write fail, and the local file stays', async () => {
    const store = bucket();
    const local = join(folder, 'local');
    writeFileSync(local, 'bytes');
    for (const status of [503, 507, 403]) {
      service.fault = () => ({ status });
      await expect(store.moveIn(KEY, local), `status ${status}`).rejects.toThrow(String(status));
      await expect(store.size(KEY), 'nobody knows whether it is there').rejects.toThrow(String(status));
      expect(readFileSync(local, 'utf8')).toBe('bytes');
    }
    const nowhere = s3Store(parseObjectPlace('http://key:secret@127.0.0.1:1/veld')!, join(folder, 'work'));
    await expect(nowhere.moveIn(KEY, local)).rejects.toThrow(/ECONNREFUSED|fetch failed/);
    expect(existsSync(local)).toBe(true);
  });

  it('an answer that ends in the middle is a fault, not a shorter file', async () => {
    const store = bucket();
    await store.write(KEY, randomBytes(50_000));
    service.fault = ({ method }) => (method === 'GET' ? 'cut-answer' : null);
    await expect(buffer(store.read(KEY))).rejects.toThrow('The object store failed');
    await expect(store.withLocalFile(KEY, () => Promise.resolve('used'))).rejects.toThrow('The object store failed');
    service.fault = () => null;
    await store.remove(KEY);
  });

  it('a store that never answers makes a request fail in time', async () => {
    service.fault = () => 'silent';
    const limits = { shortMs: 200, longMs: 200 };
    const store = s3Store(parseObjectPlace(service.url)!, join(folder, 'work'), limits);
    await expect(store.size(KEY)).rejects.toMatchObject({ code: 'ESTORE' });
    await expect(store.write(KEY, Buffer.from('bytes'))).rejects.toMatchObject({ code: 'ESTORE' });
    await expect(buffer(store.read(KEY))).rejects.toMatchObject({ code: 'ESTORE' });
  });

  it('moves files there and back while both are in use, resumes, and removes nothing that did not arrive', async () => {
    const disk = diskStore(join(folder, 'photos'));
    const files = openFiles({ DATA_DIR: folder, S3_URL: parseObjectPlace(service.url)! });
    const keys = Array.from({ length: 6 }, () => `originals/00/${randomUUID()}`).toSorted();
    for (const key of keys) await disk.write(key, Buffer.from(`bytes of ${key}`));
    const areReadable = async () => {
      for (const key of keys) expect((await buffer(files.read(key))).toString()).toBe(`bytes of ${key}`);
    };
    let puts = 0;
    service.fault = ({ method }) => (method === 'PUT' && ++puts > 3 ? { status: 503 } : null);
    await expect(moveFiles({ from: disk, to: bucket() })).rejects.toThrow('503');
    expect(await keysOf(disk)).toHaveLength(3);
    service.fault = () => null;
    await areReadable();
    expect(await moveFiles({ from: disk, to: bucket() })).toMatchObject({ moved: 3, gone: 0 });
    expect(await keysOf(disk)).toEqual([]);
    expect(await keysOf(bucket())).toEqual(keys);
    await areReadable();
    expect(await moveFiles({ from: bucket(), to: disk })).toMatchObject({ moved: 6 });
    expect(await keysOf(disk)).toEqual(keys);
    expect(await keysOf(bucket())).toEqual([]);
    await areReadable();
  });
});

describe('the address of a bucket', () => {
  it('has key, secret, host, bucket and region', () => {
    expect(parseObjectPlace('https://AKIA:a%2Fb%2Bc@s3.example.org/photos?region=eu-west-1')).toEqual({
      endpoint: 'https://s3.example.org/photos',
      accessKeyId: 'AKIA',
      secretAccessKey: 'a/b+c',
      region: 'eu-west-1',
    });
  });

  it('is refused without one of them', () => {
    for (const address of ['s3.example.org', 'ftp://a:b@c/d', 'https://a@c/d', 'https://a:b@c/', 'https://a:b@c/d/e', 'https://c/d'])
      expect(parseObjectPlace(address), address).toBeNull();
  });
});
