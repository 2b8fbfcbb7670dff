import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { handleErrors } from './errors.ts';
import { serveWeb } from './web.ts';

let folder: string;
let app: FastifyInstance;
let address: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veld-web-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Veld</title>');
  // A small limit, as in the server.
  app = Fastify({ bodyLimit: 1024 });
  handleErrors(app);
  await serveWeb(app, { ...readConfig({ DATA_DIR: folder }), WEB_DIR: folder }, async () => null);
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
