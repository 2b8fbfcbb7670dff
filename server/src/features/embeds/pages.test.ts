import { randomBytes, randomUUID } from 'node:crypto';
import { EMBED_SIZES, getEmbedProject, getEmbedRecords, getEmbedSpecies, getOembed, putEmbed, putProject } from '@veld/contract';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleErrors } from '../../http/errors.ts';
import { addSecurityHeaders } from '../../http/security.ts';
import { serveWeb } from '../../http/web.ts';
import { type Person, person } from '../../testing/people.ts';
import { projectBody } from '../../testing/projects.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { discoveryLink } from './oembed.ts';
import { listFrameAncestors } from './routes.ts';

const HOME = 'https://veld.example';

describe('species and records on other websites', () => {
  let veld: TestServer;
  let anna: Person;
  const key = randomBytes(32).toString('base64url');
  const unknown = randomBytes(32).toString('base64url');
  const put = async (change: Parameters<typeof draft>[0], who = anna) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  beforeAll(async () => {
    veld = await testServer({ PUBLIC_URL: HOME });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    await veld.call(putEmbed, { params: { id: randomUUID() }, body: { key, label: 'garden', origins: [] } }, anna.token);
  });
  afterAll(() => veld.close());

  const species = async (of = key) => veld.call(getEmbedSpecies, { query: { key: of } });
  const records = async (query: object = {}, of = key) => veld.call(getEmbedRecords, { query: { key: of, ...query } });

  it('are those of a project that everyone can join, and of no other', async () => {
    const dora = await person(veld, 'dora');
    const body = projectBody({ start_on: '2026-04-01', end_on: '2026-04-30' });
    const [open, secret] = [randomUUID(), randomUUID()];
    const shown = await put({ observed_on: '2026-04-02' }, dora);
    await put({ observed_on: '2026-04-02', geoprivacy: 'obscured' }, dora);
    for (const [id, joining] of [
      [open, 'everyone'],
      [secret, 'link'],
    ] as const)
      expect((await veld.call(putProject, { params: { id }, body: { ...body, joining } }, dora.token)).status).toBe(200);
    const ask = (project_id: string, of = key) => veld.call(getEmbedProject, { query: { key: of, project_id } });
    const { data } = (await ask(open)).body;
    expect(data).toMatchObject({ name: 'Moth night', people: 1, observations: 1, species: 1, start_on: '2026-04-01', is_cancelled: false });
    expect(data.records.map(({ id }) => id)).toEqual([shown]);
    expect([(await ask(secret)).status, (await ask(randomUUID())).status, (await ask(open, unknown)).status]).toEqual([404, 404, 404]);
  });

  it('are the public ones of the owner of the key, as everybody sees them', async () => {
    const open = await put({ observed_on: '2026-05-02' });
    await put({ taxon_id: TAXA.kingfisher.id, count: 0 });
    const hidden = await put({ taxon_id: TAXA.heron.id, geoprivacy: 'obscured', observed_on: '2026-05-03', notes: 'secret nest' });
    await put({ taxon_id: TAXA.moss.id, geoprivacy: 'private' });
    await put({ taxon_id: TAXA.moss.id }, await person(veld, 'bram'));
    expect(
      (await records()).body.data.records.map(({ id }) => id),
      'hidden records wait for the next day',
    ).toEqual([open]);
    await passDay(veld);
    const { data } = (await records()).body;
    expect(data).toMatchObject({ name: 'anna', taxon: null });
    expect(data.records.map(({ id }) => id).toSorted()).toEqual([open, hidden].toSorted());
    expect(data.records.find(({ id }) => id === hidden)).toEqual({
      id: hidden,
      taxon: { id: TAXA.heron.id, name: 'Example heron', scientific_name: expect.any(String), rank: 'species', group: 'bird' },
      verbatim_name: null,
      observed_on: '2026-05',
      country_code: 'NL',
      photo: null,
    });
    expect(JSON.stringify(data)).not.toMatch(/secret|latitude|anna@|52\./);
    const list = (await species()).body.data.list.map(({ taxon_id, records: count }) => [taxon_id, count]);
    expect(list).toEqual(
      expect.arrayContaining([
        [TAXA.kingfisher.id, 1],
        [TAXA.heron.id, 1],
      ]),
    );
    expect(list).toHaveLength(2);
  });

  it('can be of one taxon, and of none that has only private records', async () => {
    const of = async (id: number) => (await records({ taxon_id: String(id) })).body.data;
    expect((await of(TAXA.heron.id)).taxon).toMatchObject({ taxon_id: TAXA.heron.id, name: 'Example heron', records: 1 });
    expect((await of(TAXA.heron.id)).records).toHaveLength(1);
    expect(await of(TAXA.moss.id)).toMatchObject({ taxon: null, records: [] });
  });

  it('are nothing without a known key', async () => {
    for (const { status } of [await species(unknown), await records({}, unknown)]) expect(status).toBe(404);
    expect((await species('short')).status).toBe(422);
  });

  const oembed = (url: string, more: object = {}) => veld.call(getOembed, { query: { url, ...more } });

  it('are described by oEmbed for their addresses, and for no other', async () => {
    const address = `${HOME}/embed?key=${key}&lang=nl&type=records`;
    const { status, body } = await oembed(address, { format: 'json' });
    expect([status, body]).toEqual([
      200,
      {
        version: '1.0',
        type: 'rich',
        provider_name: 'Veld',
        provider_url: HOME,
        title: 'Veld: anna',
        author_name: 'anna',
        cache_age: 3600,
        html: `<iframe src="${address.replaceAll('&', '&amp;')}" title="Veld: anna" width="360" height="480" style="border:0" loading="lazy"></iframe>`,
        ...EMBED_SIZES.records,
      },
    ]);
    expect((await oembed(`${HOME}/embed?key=${key}`, { maxwidth: '200', maxheight: '100' })).body).toMatchObject({
      width: 200,
      height: 100,
    });
    for (const other of [
      `${HOME}/embed?key=${unknown}`,
      `${HOME}/map?key=${key}`,
      `https://evil.example/embed?key=${key}`,
      'embed',
      `${HOME}/embed`,
      `${HOME}/embed?key=${key}&key=${key}`,
      // The address that the request itself names.
      `${veld.url}/embed?key=${key}`,
    ])
      expect((await oembed(other)).status, other).toBe(404);
    const quoted = (await oembed(`${HOME}/embed?key=${key}&x="><script>`)).body.html;
    expect(quoted).not.toMatch(/"><script>/);
    expect((await oembed(address, { format: 'xml' })).status).toBe(422);
  });

  it('are described for the address of the machine where the settings name no other, and never for a forged host', async () => {
    const local = await testServer();
    const owner = await person(local, 'bram');
    const own = randomBytes(32).toString('base64url');
    await local.call(putEmbed, { params: { id: randomUUID() }, body: { key: own, label: 'garden', origins: [] } }, owner.token);
    const ask = async (address: string, host: string) => {
      const { port } = new URL(local.url);
      const path = `/api/oembed?url=${encodeURIComponent(`${address}/embed?key=${own}`)}`;
      const sent = get({ port, path, host: '127.0.0.1', headers: { host } });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    expect(await ask(local.url, new URL(local.url).host)).toBe(200);
    expect(await ask('http://evil.example', 'evil.example')).toBe(404);
    expect(await ask(local.url, 'evil.example')).toBe(200);
    await local.close();
  });

  it('are found by the link in the head of their page, which pages without a known key do not have', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'veld-web-'));
    for (const file of ['index.html', 'embed.html'])
      writeFileSync(join(folder, file), `<!doctype html><head><title>${file}</title></head>`);
    const app = Fastify();
    handleErrors(app);
    const config = { ...veld.context.config, WEB_DIR: folder };
    await addSecurityHeaders(app, config);
    await serveWeb(
      app,
      config,
      (_path, ofKey) => listFrameAncestors(veld.context, ofKey),
      (request) => discoveryLink(`${HOME}${request.url}`),
    );
    const page = async (path: string) => (await app.inject(path)).body;
    const found = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(await page(`/embed?key=${key}&type=map`));
    const link = new URL(found![1]!.replaceAll('&amp;', '&'));
    expect([link.origin, link.pathname]).toEqual([HOME, '/api/oembed']);
    expect((await oembed(link.searchParams.get('url')!)).body).toMatchObject(EMBED_SIZES.map);
    expect(await page(`/embed?key=${unknown}`)).not.toContain('oembed');
    expect(await page('/map')).not.toContain('oembed');
    await app.close();
    rmSync(folder, { recursive: true });
  });
});
