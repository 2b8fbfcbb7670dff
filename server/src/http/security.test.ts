import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { handleErrors } from './errors.ts';
import { addSecurityHeaders, helmetOptions } from './security.ts';
import { serveWeb } from './web.ts';

const open: { app: FastifyInstance; folder: string }[] = [];

/** A server with files, and for comparison one on which helmet handles each request. */
async function servers(env: Record<string, string>): Promise<{ app: FastifyInstance; compared: FastifyInstance }> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-headers-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Veld</title>');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'main-a1b2.js'), 'export {};');
  const config = { ...readConfig({ DATA_DIR: folder, ...env }), WEB_DIR: folder };
  const [app, compared] = [Fastify(), Fastify()];
  await addSecurityHeaders(app, config);
  await compared.register(helmet, helmetOptions(config));
  for (const server of [app, compared]) {
    open.push({ app: server, folder });
    handleErrors(server);
    server.get('/api/fine', () => ({ data: [] }));
    server.get('/api/broken', () => {
      throw new Error('broken');
    });
    await serveWeb(server, config, async () => null);
  }
  return { app, compared };
}

afterEach(async () => {
  for (const { app, folder } of open.splice(0)) {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

const IS_SECURITY = /^(content-security-policy|strict-transport-security|referrer-policy|cross-origin-|origin-agent-cluster|x-)/;

function securityIn(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => IS_SECURITY.test(name)));
}

describe('the security headers', () => {
  it.each<Record<string, string>>([{}, { PUBLIC_URL: 'https://veld.example.org', CORS_ORIGINS: 'https://garden.example.org' }])(
    'are those of helmet on every response, with the settings %j',
    async (env) => {
      const { app, compared } = await servers(env);
      const file = await app.inject('/assets/main-a1b2.js');
      const requests = [
        { url: '/api/fine', status: 200 },
        { url: '/api/broken', status: 500 },
        { url: '/api/unknown', status: 404 },
        { url: '/feed', status: 200 },
        { url: '/assets/main-a1b2.js', status: 200 },
        { url: '/assets/main-a1b2.js', status: 304, headers: { 'if-none-match': String(file.headers['etag']) } },
      ];
      for (const { status, ...request } of requests) {
        const [response, expected] = [await app.inject(request), await compared.inject(request)];
        expect([request.url, response.statusCode]).toEqual([request.url, status]);
        expect(securityIn(response.headers), request.url).toEqual(securityIn(expected.headers));
        expect(Object.keys(securityIn(response.headers)).length, request.url).toBeGreaterThan(8);
        expect(response.headers['permissions-policy'], request.url).toContain('camera=(self)');
      }
    },
  );
});
