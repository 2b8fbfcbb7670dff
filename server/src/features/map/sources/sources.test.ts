import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMapSources, type MapSource } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';

const ARCHIVE = Buffer.concat([Buffer.from('PMTiles'), Buffer.from([3]), Buffer.from(Array.from({ length: 4000 }, (_, i) => i % 251))]);
const RASTER = {
  kind: 'raster',
  name: 'Aerial photos',
  attribution: 'Survey of the land',
  tiles: 'https://tiles.example.org/{z}/{x}/{y}.jpg',
};

/** Replaces a bucket: answers ranges, and with `/whole` ignores them. */
function startBucket(): Promise<{ bucket: Server; origin: string }> {
  const bucket = createServer(({ url, headers }, response) => {
    if (url?.startsWith('/missing')) return response.writeHead(403).end('<Error>secret</Error>');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (!first || !last || url?.startsWith('/whole')) return response.writeHead(200, { etag: '"v1"' }).end(ARCHIVE);
    const part = ARCHIVE.subarray(Number(first), Number(last) + 1);
    return response
      .writeHead(206, {
        etag: '"v1"',
        'content-length': part.length,
        'content-range': `bytes ${first}-${last}/${ARCHIVE.length}`,
        'x-amz-id': 'x',
      })
      .end(part);
  });
  return new Promise((resolve) => {
    bucket.listen(0, '127.0.0.1', () => resolve({ bucket, origin: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}` }));
  });
}

describe('the base maps of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veld-map-'));
  const file = join(folder, 'a.pmtiles');
  let bucket: Server;
  let veld: TestServer;
  let token: string;
  let sources: MapSource[];
  beforeAll(async () => {
    writeFileSync(file, ARCHIVE);
    const started = await startBucket();
    bucket = started.bucket;
    const pmtiles = (name: string, place: object) => ({ kind: 'pmtiles', name, attribution: 'OSM', ...place });
    const list = [
      RASTER,
      pmtiles('Disk', { file }),
      pmtiles('Bucket', { url: `${started.origin}/a.pmtiles?X-Amz-Signature=secret` }),
      pmtiles('Whole', { url: `${started.origin}/whole` }),
      pmtiles('Missing', { url: `${started.origin}/missing` }),
    ];
    veld = await testServer({ MAP_SOURCES: JSON.stringify(list), MAP_DISPUTED: 'hidden' });
    token = (await person(veld, 'anna')).token;
    sources = (await veld.call(getMapSources, {}, token)).body.data.sources;
  });
  afterAll(async () => {
    await veld.close();
    bucket.close();
    rmSync(folder, { recursive: true });
  });

  const archive = (name: string, headers: Record<string, string> = {}, query = '') => {
    const source = sources.find((one) => one.name === name);
    if (source?.kind !== 'pmtiles') throw new Error('Not an archive');
    return veld.fetch(source.archive.replace(/\?.*/, '') + query, { headers: { authorization: `Bearer ${token}`, ...headers } });
  };
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it('are listed for people who are logged in, without paths and signed addresses', async () => {
    expect(sources.map(({ name, kind }) => [name, kind])).toEqual([
      ['Aerial photos', 'raster'],
      ['Disk', 'pmtiles'],
      ['Bucket', 'pmtiles'],
      ['Whole', 'pmtiles'],
      ['Missing', 'pmtiles'],
    ]);
    expect(sources[0]).toMatchObject({ attribution: 'Survey of the land', tiles: [RASTER.tiles], min_zoom: 0, max_zoom: 19 });
    expect((await veld.call(getMapSources, {}, token)).body.data.disputed).toEqual({ borders: 'hidden', labels: {} });
    expect(JSON.stringify(sources)).not.toContain(folder);
    expect(JSON.stringify(sources)).not.toContain('secret');
    expect((await veld.call(getMapSources, {})).status).toBe(401);
  });

  it('widen the content policy by the origins of tiles alone', async () => {
    const policyOf = async (server: TestServer) => (await server.fetch('/api/health')).headers.get('content-security-policy')!;
    expect(await policyOf(veld)).toContain("connect-src 'self' https://tiles.example.org;");
    const plain = await testServer();
    const without = await policyOf(plain);
    await plain.close();
    expect(without).toContain("connect-src 'self';");
    expect((await policyOf(veld)).replace(' https://tiles.example.org', '')).toBe(without);
  });

  it('are read by range from disk, with a strong ETag, and kept by browsers as long as the file stays the same', async () => {
    const { archive: address } = sources[1] as MapSource & { kind: 'pmtiles' };
    const part = await archive('Disk', { range: 'bytes=8-107', 'accept-encoding': 'gzip' }, address.replace(/.*\?/, '?'));
    expect(part.status).toBe(206);
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-type': 'application/vnd.pmtiles',
      'content-range': `bytes 8-107/${ARCHIVE.length}`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(part.headers.get('content-encoding')).toBeNull();
    const etag = part.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(await bytesOf(part)).toEqual(ARCHIVE.subarray(8, 108));
    expect((await archive('Disk', { range: 'bytes=0-1' })).headers.get('cache-control')).toBe('private, no-cache');

    const later = new Date('2031-01-01');
    utimesSync(file, later, later);
    const other = await archive('Disk', { range: 'bytes=0-1', 'if-range': etag }, address.replace(/.*\?/, '?'));
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(await bytesOf(other)).toEqual(ARCHIVE);
  });

  it.each([
    ['bytes=4000-9000', 206, ARCHIVE.subarray(4000)],
    ['bytes=-10', 206, ARCHIVE.subarray(-10)],
    ['bytes=4001-', 206, ARCHIVE.subarray(4001)],
    ['bytes=0-1,5-6', 200, ARCHIVE],
    ['lines=1-2', 200, ARCHIVE],
    ['bytes=9000-9100', 416, Buffer.alloc(0)],
    ['bytes=9-8', 416, Buffer.alloc(0)],
  ])('answer the range %s with %i', async (range, status, bytes) => {
    const part = await archive('Disk', { range });
    expect(part.status).toBe(status);
    expect(await bytesOf(part)).toEqual(bytes);
  });

  it('are passed on by range from a bucket, with nothing else that the bucket says', async () => {
    const part = await archive('Bucket', { range: 'bytes=0-6' });
    expect(part.status).toBe(206);
    expect((await bytesOf(part)).toString()).toBe('PMTiles');
    expect([part.headers.get('etag'), part.headers.get('x-amz-id')]).toEqual(['"v1"', null]);
  });

  it.each(['Whole', 'Missing'])('answer 503 if the bucket does not give the range: %s', async (name) => {
    const part = await archive(name, { range: 'bytes=0-6' });
    expect(part.status).toBe(503);
    expect(await part.text()).not.toContain('secret');
  });

  it('are not to be had without a login, and nothing else is under their address', async () => {
    expect((await archive('Disk', { authorization: '' })).status).toBe(401);
    for (const id of [sources[0]!.id, 'none', '..%2f..%2fetc%2fpasswd'])
      expect((await veld.fetch(`/api/map/sources/${id}/archive`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404);
  });
});
