import { randomBytes, randomUUID } from 'node:crypto';
import { deleteEmbed, getEmbedCounter, listEmbeds, putEmbed, deleteAccount } from '@veld/contract';
import Fastify from 'fastify';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handleErrors } from '../../http/errors.ts';
import { addSecurityHeaders } from '../../http/security.ts';
import { serveWeb } from '../../http/web.ts';
import { confirmed, person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { listFrameAncestors } from './routes.ts';

describe('embeds', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  const key = randomBytes(32).toString('base64url');
  const id = randomUUID();
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const put = (who: Person, at = id, body: object = {}) =>
    veld.call(
      putEmbed,
      { params: { id: at }, body: { key, label: 'my garden', origins: ['https://Garden.example.org'], ...body } },
      who.token,
    );
  const counter = (ofKey: string) => veld.call(getEmbedCounter, { query: { key: ofKey } });

  it('are created once with repeated requests, and stored as a hash of the key', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => put(anna)));
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    expect(responses[0]!.body.data).toMatchObject({ id, label: 'my garden', origins: ['https://garden.example.org'] });
    expect(JSON.stringify(await veld.db.selectFrom('embeds').selectAll().execute())).not.toContain(key);
    expect((await veld.call(listEmbeds, {}, anna.token)).body.data).toHaveLength(1);
    expect((await veld.call(listEmbeds, {}, bram.token)).body.data).toEqual([]);
    expect((await put(bram)).status, 'id of another user').toBe(404);
    const taken = await put(bram, randomUUID());
    expect([taken.status, Object.keys(taken.problem.errors ?? {})], 'key of another user').toEqual([422, ['key']]);
    for (const origin of ['javascript:alert(1)', 'https://a.example; script-src *', "'none'", 'https://*', 'https://x.example/path']) {
      expect((await put(bram, randomUUID(), { key: randomBytes(32).toString('base64url'), origins: [origin] })).status, origin).toBe(422);
    }
  });

  it('are created once, even if a repeated request inserts the row meanwhile', async () => {
    const [at, secret] = [randomUUID(), randomBytes(32).toString('base64url')];
    await put(anna, at, { key: secret });
    const row = await veld.db.deleteFrom('embeds').where('id', '=', at).returningAll().executeTakeFirstOrThrow();
    const waiting = await veld.db.transaction().execute(async (tx) => {
      await tx.insertInto('embeds').values(row).execute();
      const response = put(anna, at, { key: secret });
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          tx,
        );
        expect(rows).toHaveLength(1);
      });
      return { response };
    });
    expect((await waiting.response).body.data).toMatchObject({ id: at });
    await veld.call(deleteEmbed, { params: { id: at } }, anna.token);
  });

  it('return the public counts of the owner without a login, and 404 for an unknown key', async () => {
    await save(veld, anna, randomUUID(), draft());
    await save(veld, anna, randomUUID(), draft({ taxon_id: TAXA.heron.id, geoprivacy: 'obscured' }));
    await save(veld, anna, randomUUID(), draft({ taxon_id: TAXA.moss.id, geoprivacy: 'private' }));
    expect((await counter(key)).body).toEqual({ data: { name: 'anna', observations: 1, species: 1 } });
    await passDay(veld);
    expect((await counter(key)).body).toEqual({ data: { name: 'anna', observations: 2, species: 2 } });
    expect((await counter(randomBytes(32).toString('base64url'))).status).toBe(404);
  });

  it('allow only the given origins to frame the page', async () => {
    expect(await listFrameAncestors(veld.context, key)).toEqual(['https://garden.example.org']);
    for (const wrong of [undefined, '', 'x', randomBytes(32).toString('base64url')])
      expect(await listFrameAncestors(veld.context, wrong)).toBeNull();
    const folder = mkdtempSync(join(tmpdir(), 'veld-web-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Veld</title>');
    writeFileSync(join(folder, 'embed.html'), '<!doctype html><title>Embed</title>');
    const app = Fastify();
    const config = { ...veld.context.config, WEB_DIR: folder };
    handleErrors(app);
    await addSecurityHeaders(app, config);
    await serveWeb(app, config, (_path, queryKey) => listFrameAncestors(veld.context, queryKey));
    const get = async (path: string) => (await app.inject(path)).headers;
    for (const path of [`/embed?key=${key}`, `/Embed/?key=${key}`]) {
      const shown = await get(path);
      expect(shown['content-security-policy'], path).toMatch(/frame-ancestors 'self' https:\/\/garden.example.org(;|$)/);
      expect(shown['x-frame-options'], path).toBeUndefined();
      expect((await app.inject(path)).body, path).toContain('<title>Embed</title>');
    }
    for (const path of [`/map?key=${key}`, `/embed/x?key=${key}`, `/embed.html?key=${key}`, '/']) {
      const headers = await get(path);
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
      expect(String(headers['x-frame-options']).toLowerCase(), path).toBe('deny');
    }
    expect((await app.inject('/journey/x')).body).toContain('<title>Veld</title>');
    expect((await app.inject('/api/journey')).json()).toMatchObject({ type: '/problems/not_found', status: 404 });
    expect((await app.inject('/assets/gone.js')).statusCode).toBe(404);
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('refuse an address with two keys, in no frame', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'veld-web-'));
    for (const file of ['index.html', 'embed.html']) writeFileSync(join(folder, file), `<!doctype html><title>${file}</title>`);
    const app = Fastify();
    handleErrors(app);
    const config = { ...veld.context.config, WEB_DIR: folder };
    await addSecurityHeaders(app, config);
    await serveWeb(app, config, (_path, queryKey) => listFrameAncestors(veld.context, queryKey));
    for (const query of [`key=${key}&key=${key}`, `key=${key}&key=x`, `key=&key=${key}`, `key=${key}&%6bey=x&key`]) {
      const { statusCode, headers, body } = await app.inject(`/embed?${query}`);
      expect(statusCode, query).toBe(400);
      expect(headers['content-security-policy'], query).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options'], query).toBeDefined();
      expect(body, query).not.toContain('<title>');
      expect((await veld.fetch(`/api/embed/counter?${query}`)).status, query).not.toBe(200);
    }
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('say in any frame that the key is unknown, with the policy of the app otherwise', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'veld-web-'));
    for (const file of ['index.html', 'embed.html']) writeFileSync(join(folder, file), `<!doctype html><title>${file}</title>`);
    const app = Fastify();
    handleErrors(app);
    const config = { ...veld.context.config, WEB_DIR: folder };
    await addSecurityHeaders(app, config);
    await serveWeb(app, config, (_path, queryKey) => listFrameAncestors(veld.context, queryKey));
    const policyOfApp = String((await app.inject('/')).headers['content-security-policy']);
    for (const path of ['/embed', '/embed?key=nope', `/embed?key=${randomBytes(32).toString('base64url')}`]) {
      const { headers, body } = await app.inject(path);
      expect(headers['content-security-policy'], path).toBe(policyOfApp.replace("frame-ancestors 'none'", 'frame-ancestors *'));
      expect(headers['x-frame-options'], path).toBeUndefined();
      expect(body, path).toContain('<title>embed.html</title>');
    }
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('are limited to 100 per person, of which each can still be repeated', async () => {
    const chen = await person(veld, 'chen');
    const rows = Array.from({ length: 100 }, (_, at) => ({
      id: randomUUID(),
      user_id: chen.user.id,
      key_hash: randomBytes(32).toString('hex'),
      label: `garden ${at}`,
      origins: [],
      created_at: new Date(),
    }));
    await veld.db.insertInto('embeds').values(rows).execute();
    const refused = await put(chen, randomUUID(), { key: randomBytes(32).toString('base64url') });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400']);
    expect((await put(chen, rows[0]!.id)).body.data.label).toBe('garden 0');
    expect((await put(anna)).status, 'the limit of another person').toBe(200);
  });

  it('stop working when the key is revoked or the account is deleted', async () => {
    expect((await veld.call(deleteEmbed, { params: { id } }, bram.token)).status).toBe(404);
    expect((await veld.call(deleteEmbed, { params: { id } }, anna.token)).status).toBe(204);
    expect((await counter(key)).status).toBe(404);
    expect(await listFrameAncestors(veld.context, key)).toBeNull();
    await put(bram, randomUUID());
    expect((await counter(key)).status).toBe(200);
    await veld.call(deleteAccount, {}, await confirmed(veld, bram.token));
    expect((await counter(key)).status).toBe(404);
  });
});
