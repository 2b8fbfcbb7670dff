import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { checkVersion, deleteObservation, getHealth, getOpenapi, getPublicCounts, getReady } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { compareVersions } from './app-versions.ts';

async function connectionsOf({ server }: TestServer): Promise<number> {
  return promisify(server.app.server.getConnections.bind(server.app.server))();
}

describe('operations', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer({ MINIMUM_APP_VERSION: '1.4.0', APP_UPDATE_URL: 'https://example.org/get' });
  });
  afterAll(() => veld.close());

  it('report health and readiness, with security headers on all responses', async () => {
    expect((await veld.call(getHealth)).body).toEqual({ status: 'ok' });
    expect((await veld.call(getReady)).body).toEqual({ status: 'ready' });
    for (const path of ['/api/health', '/api/nothing-here', '/api/docs', '/metrics']) {
      const response = await veld.fetch(path);
      const policy = response.headers.get('content-security-policy')!;
      expect(policy, path).toContain("script-src 'self';");
      expect(policy, path).not.toMatch(/https?:/);
      expect(response.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(response.headers.get('referrer-policy'), path).toBe('no-referrer');
      await response.text();
    }
  });

  it('report that the server is not ready while it shuts down, to requests that it still answers', async () => {
    const stopping = await testServer();
    const { hostname, port } = new URL(stopping.url);
    const socket = connect(Number(port), hostname);
    const response = text(socket);
    // A connection is idle, and closes at once, until its request begins.
    socket.write('GET /api/ready HTTP/1.1\r\nhost: veld\r\n');
    await vi.waitFor(async () => expect(await connectionsOf(stopping)).toBeGreaterThan(0));
    const closed = stopping.close();
    socket.write('connection: close\r\n\r\n');
    const lines = (await response).split('\r\n');
    expect(lines[0]).toContain(' 503 ');
    expect(lines.find((line) => /^retry-after:/i.test(line))).toMatch(/: 3$/);
    await closed;
  });

  it('require an update only of old app versions', async () => {
    expect((await veld.call(checkVersion, { body: { version: '1.3.9' } })).body).toEqual({
      update_required: true,
      update_url: 'https://example.org/get',
      recommended_version: null,
    });
    expect((await veld.call(checkVersion, { body: { version: '1.10.0' } })).body).toMatchObject({
      update_required: false,
      update_url: null,
    });
    expect((await veld.call(checkVersion, { body: { version: '1.4.0' } })).body.update_required).toBe(false);
    expect(compareVersions('v2.0.0-beta', '2.0.0')).toBe(0);
    expect(compareVersions('2', '2.0.0')).toBe(0);
    expect(compareVersions('2.1', '2.0.9')).toBeGreaterThan(0);
  });

  it('include an OpenAPI 3.1 document and a page without inline scripts', async () => {
    const { body } = await veld.call(getOpenapi);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths as object)).toContain('/api/health');
    const page = await (await veld.fetch('/api/docs')).text();
    expect(page).not.toMatch(/<script>[^<]/);
    const viewer = await veld.fetch('/api/docs/scalar.js');
    expect(viewer.status).toBe(200);
    expect((await viewer.text()).length).toBeGreaterThan(100_000);
  });

  it('return the public counts', async () => {
    const counts = async () => (await veld.call(getPublicCounts)).body.data;
    const before = await counts();
    expect(before).toMatchObject({ people: 0, observations: 0, species: 0 });
    await insertTaxa(veld);
    await veld.db.updateTable('taxa').set({ rank: 'genus' }).where('id', '=', TAXA.moss.id).execute();
    const anna = await person(veld, 'anna');
    const bram = await person(veld, 'bram');
    await save(veld, anna, randomUUID(), draft());
    await save(veld, bram, randomUUID(), draft());
    // Records, but no species: one not found, and one of a genus.
    await save(veld, anna, randomUUID(), draft({ taxon_id: TAXA.heron.id, count: 0 }));
    await save(veld, anna, randomUUID(), draft({ taxon_id: TAXA.moss.id }));
    // No records: a tick, and a record that was deleted.
    await save(veld, anna, randomUUID(), { taxon_id: TAXA.heron.id, write_id: randomUUID() });
    const deleted = randomUUID();
    await save(veld, anna, deleted, draft({ taxon_id: TAXA.heron.id }));
    await veld.call(deleteObservation, { params: { id: deleted } }, anna.token);
    // The third account is the keeper, which `person` makes first.
    expect(await counts()).toEqual({ people: 3, observations: 4, species: 1, taxa: before.taxa + 2 });
  });

  it('serve metrics to localhost, by route pattern instead of path', async () => {
    await veld.fetch('/api/observations/4b0ad0ea-6a0f-4a3c-b32f-0fb2f1a4c8a1');
    const text = await (await veld.fetch('/metrics')).text();
    expect(text).toMatch(/veld_request_seconds\w*\{[^}]*"\/api\/observations\/:id"/);
    expect(text).not.toContain('4b0ad0ea');
  });

  it('serve no metrics to a client of a proxy on the same machine, unless the proxy is trusted or the client has the token', async () => {
    const status = async (server: TestServer, headers: Record<string, string>) => {
      const response = await server.fetch('/metrics', { headers });
      // A server closes only after its responses were read.
      await response.text();
      return response.status;
    };
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'X-Real-IP', 'Via'])
      expect([name, await status(veld, { [name]: '127.0.0.1' })]).toEqual([name, 404]);
    const trusting = await testServer({ TRUST_PROXY: '1' });
    expect(await status(trusting, { 'X-Forwarded-For': '203.0.113.7' })).toBe(404);
    expect(await status(trusting, { 'X-Forwarded-For': '127.0.0.1' })).toBe(200);
    await trusting.close();
    const guarded = await testServer({ METRICS_TOKEN: 'open sesame' });
    expect(await status(guarded, { 'X-Forwarded-For': '203.0.113.7' })).toBe(404);
    expect(await status(guarded, { 'X-Forwarded-For': '203.0.113.7', Authorization: 'Bearer open sesame' })).toBe(200);
    await guarded.close();
  });

  it('name the contact for vulnerabilities in security.txt if one is configured', async () => {
    expect((await veld.fetch('/.well-known/security.txt')).status).toBe(404);
    const settings = { SECURITY_CONTACT: 'mailto:security@example.org', PUBLIC_URL: 'https://veld.example.org' };
    const configured = await testServer(settings, { now: () => new Date('2026-05-17T10:30:00Z') });
    const response = await configured.fetch('/.well-known/security.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      'Contact: mailto:security@example.org\nExpires: 2026-08-15T00:00:00Z\nCanonical: https://veld.example.org/.well-known/security.txt\n',
    );
    await configured.close();
  });

  it('return a problem in the language of the request for an unknown path', async () => {
    const response = await veld.fetch('/api/nothing-here', { headers: { 'accept-language': 'xx, nl;q=0.5' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ type: '/problems/not_found', status: 404, title: 'Niet gevonden' });
  });
});
