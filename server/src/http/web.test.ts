import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { handleErrors } from './errors.ts';
import { addSecurityHeaders } from './security.ts';
import { serveWeb } from './web.ts';

let folder: string;
let app: FastifyInstance;
let address: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veld-web-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Veld</title>');
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *');
  writeFileSync(join(folder, '.secret.txt'), 'a secret');
  // A small limit, as in the server.
  app = Fastify({ bodyLimit: 1024 });
  handleErrors(app);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'base-a1b2.pmtiles'), Buffer.alloc(100_000, 'map'));
  const config = { ...readConfig({ DATA_DIR: folder }), WEB_DIR: folder };
  await addSecurityHeaders(app, config);
  app.post('/api/things', () => ({}));
  await serveWeb(app, config, async () => null);
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const share = (body: BodyInit, path = '/observe/photos') => fetch(`${address}${path}`, { method: 'POST', body, redirect: 'manual' });

describe('a path that is not a page', () => {
  it('is never answered with the web app', async () => {
    for (const path of [
      '/v1',
      '/v2/observations',
      '/api',
      '/api/',
      '/api/nothing',
      '/API/feed',
      '/api//feed',
      '/metrics/',
      '/.well-known/x',
      '/a.js',
    ]) {
      const response = await fetch(`${address}${path}`);
      expect(response.status, path).toBe(404);
      expect(response.headers.get('content-type'), path).toBe('application/problem+json');
    }
    for (const path of ['/', '/observations/abc', '/apiary', '/v1x', '/feed?x=1']) {
      const response = await fetch(`${address}${path}`);
      expect([path, response.status, await response.text()]).toEqual([path, 200, expect.stringContaining('<title>Veld</title>')]);
    }
  });
});

describe('a path of the API without a route', () => {
  it('is unknown with any method, although files are looked up under any path', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
      expect((await fetch(`${address}/api/nothing`, { method })).status, method).toBe(404);
  });

  it('says which methods it has', async () => {
    const response = await fetch(`${address}/api/things`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a file', () => {
  it('is served if it is one of the web app, and none outside of it or hidden', async () => {
    expect(await (await fetch(`${address}/robots.txt`)).text()).toBe('User-agent: *');
    const { status, headers } = await fetch(`${address}/robots.txt`, { method: 'HEAD' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    for (const path of ['/.secret.txt', '/assets', '/assets/none.js', '/..%2Foutside.txt', '/%2e%2e/outside.txt', '/assets/%00.js'])
      expect(await (await fetch(`${address}${path}`)).text(), path).not.toMatch(/secret/);
    expect((await fetch(`${address}/assets/none.js`)).status).toBe(404);
    expect((await fetch(`${address}/.secret.txt`)).status).toBe(404);
  });
});

describe('photos shared without a service worker', () => {
  it('are redirected to a page that asks to share them again, whatever their size', async () => {
    const form = new FormData();
    for (const name of ['IMG_1.JPG', 'IMG_2.JPG'])
      form.append('photos', new File([new Uint8Array(3_000_000)], name, { type: 'image/jpeg' }));
    const response = await share(form);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/observe/photos?share=missed');
    expect(await (await fetch(`${address}/observe/photos?share=missed`)).text()).toContain('<title>Veld</title>');
  });

  it('are accepted at the share target only', async () => {
    const form = new FormData();
    form.append('photos', new File(['x'], 'IMG_1.JPG', { type: 'image/jpeg' }));
    for (const path of ['/observe', '/', '/observe/photos/more', '/api/observe/photos']) {
      const response = await share(form, path);
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('location'), path).toBeNull();
    }
  });
});

describe('an archive of the map', () => {
  const ask = (headers: Record<string, string>) => fetch(`${address}/assets/base-a1b2.pmtiles`, { headers });

  it('is sent by range, uncompressed, with a strong validator', async () => {
    const response = await ask({ range: 'bytes=1000-5095', 'accept-encoding': 'br, gzip' });
    expect(response.status).toBe(206);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: '"base-a1b2"',
      'accept-ranges': 'bytes',
      'content-range': 'bytes 1000-5095/100000',
      'content-length': '4096',
      'content-type': 'application/vnd.pmtiles',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.alloc(100_000, 'map').subarray(1000, 5096));
  });

  it('is sent whole without compression', async () => {
    const response = await ask({ 'accept-encoding': 'br, gzip' });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
    expect((await response.arrayBuffer()).byteLength).toBe(100_000);
  });

  it('is sent by range to a browser that has a part of this version, whole to one with another version', async () => {
    const statusFor = async (version: string) => (await ask({ range: 'bytes=0-99', 'if-range': version })).status;
    expect(await statusFor('"base-a1b2"')).toBe(206);
    expect(await statusFor('"base-ffff"')).toBe(200);
  });
});
