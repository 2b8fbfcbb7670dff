import { randomUUID } from 'node:crypto';
import * as contract from '@veld/contract';
import type { LoggedIn, Media, Route } from '@veld/contract';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { embeddedUrl } from '../../bench/embedded.ts';
import { turn } from '../../scripts/test-run/share.mjs';
import { call, uploadPhoto } from '../../seed/api.ts';
import { routeRows } from '../../server/src/features/all.ts';
import { PASSWORD } from '../../server/src/testing/people.ts';
import { declared, makePhoto, type Photo, uploadMetadata } from '../../server/src/testing/records.ts';
import type { RunningVeld } from '../server.ts';
import { startVeldFrom } from '../template.ts';

/** Paths, SQL, stacks and modules: what a message from inside the server would contain. */
const INNER =
  /node_modules|\.ts:|\bat .+:\d+|\bselect\b.+\bfrom\b|insert into|violates|TypeError|ReferenceError|Cannot (?:read|convert)|zod/i;
const TUS = { 'tus-resumable': '1.0.0' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const routes = (Object.values(contract) as unknown[]).filter(
  (value): value is Route => typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'replies' in value,
);

interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/** Only HTTP, against a new server that runs as `npm start` runs it: its own process, with background jobs and mail. */
describe('an attacker outside', () => {
  let veld: RunningVeld;
  let mail: SMTPServer;
  const letters: string[] = [];
  let founder: LoggedIn;
  let anna: LoggedIn;
  let mallory: LoggedIn;

  beforeAll(async () => {
    mail = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          letters.push(text.replace(/=\r\n/g, '').replaceAll('=3D', '='));
          done();
        });
      },
    });
    const port = await new Promise<number>((resolve) => {
      const server = mail.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    veld = await startVeldFrom(inject('template'), {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'veld@example.org',
      LOG_LEVEL: 'debug',
    });
    // The only admin leaves before anybody else registers.
    founder = await join('founder');
    await call(veld.url, contract.confirmPassword, { body: { current_password: PASSWORD } }, founder.token);
    await call(veld.url, contract.deleteAccount, {}, founder.token);
    anna = await join('anna');
    mallory = await join('mallory');
  });
  afterAll(async () => {
    await veld.remove();
    await new Promise<void>((resolve) => mail.close(() => resolve()));
  });

  const join = (name: string, more: object = {}) =>
    call(veld.url, contract.register, { body: { name, email: `${name}@example.org`, password: PASSWORD, ...more } });

  async function send(
    method: string,
    path: string,
    token?: string | null,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(veld.url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** The lines of the log with these words. */
  const logged = (words: string) =>
    veld
      .output()
      .split('\n')
      .filter((line) => line.includes(words));

  /** Headers that may differ between two equal responses are left out. */
  const comparable = ({ status, headers, text }: Reply) => ({
    status,
    headers: [...headers].filter(([name]) => name !== 'date').toSorted(),
    text,
  });

  async function saveRecord(who: LoggedIn, change: object = {}): Promise<string> {
    const id = randomUUID();
    const body = { verbatim_name: 'moth', observed_on: '2026-05-17', geoprivacy: 'open' as const, write_id: randomUUID(), ...change };
    await call(veld.url, contract.putObservation, { params: { id }, body }, who.token);
    return id;
  }
  const mediaOf = async (who: LoggedIn, id: string): Promise<Media> =>
    (await call(veld.url, contract.getObservation, { params: { id } }, who.token)).data.media[0]!;
  async function recordWithPhoto(who: LoggedIn): Promise<{ photo: Photo; id: string; media: Media }> {
    const photo = await makePhoto({ width: 400, height: 300 });
    const id = await saveRecord(who, { media: [declared(photo)] });
    await uploadPhoto(veld.url, photo, who.token);
    await expect.poll(async () => (await mediaOf(who, id)).urls).not.toBeNull();
    return { photo, id, media: await mediaOf(who, id) };
  }

  it('does not become admin by registering after the only admin has left', async () => {
    expect(founder.data.roles).toEqual(['user', 'admin']);
    expect([anna.data.roles, mallory.data.roles]).toEqual([['user'], ['user']]);
    expect((await send('GET', '/api/users', mallory.token)).status).toBe(403);
    const back = await call(veld.url, contract.login, { body: { email: 'founder@example.org', password: PASSWORD } });
    expect(back.data.roles).toEqual(['user']);
  });

  it('gets 401 and the same text on every route for invented, altered and misused tokens', async () => {
    const altered = anna.token.slice(0, -1) + (anna.token.endsWith('A') ? 'B' : 'A');
    const tokens = [null, 'A'.repeat(43), altered, anna.token.slice(0, 42), anna.revoke_key, anna.data.id, '__proto__', "' or 1=1 --"];
    const closed = routes.filter(({ method, path }) => routeRows[`${method} ${path}`]?.access.none === 401);
    expect(closed.length).toBeGreaterThan(30);
    for (const { method, path } of turn(closed, 4, 20)) {
      const texts = new Set<string>();
      for (const token of tokens) {
        const reply = await send(method, path.replace(/:\w+/g, anna.data.id), token, method === 'GET' ? undefined : '{}');
        expect([method, path, token, reply.status]).toEqual([method, path, token, 401]);
        texts.add(reply.text);
      }
      expect(texts.size, `${method} ${path}`).toBe(1);
    }
    expect((await send('GET', '/api/user', anna.token)).status).toBe(200);
  });

  it('gets no server error and no inner message for names of object members, as keys, values, ids and queries', async () => {
    const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const bodies = [
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"toString":1,"valueOf":null,"hasOwnProperty":[],"then":1,"toJSON":1}',
      ...odd.map((word) =>
        JSON.stringify({ id: word, key: word, [word]: word, email: word, token: word, name: word, theme: { [word]: 1 } }),
      ),
      ...odd.map((word) => `{"${word}":"x"}`),
      '[]',
      '"__proto__"',
      'null',
      '{',
    ];
    for (const { method, path } of turn(routes, 4, 20)) {
      // Logging out works with any body.
      const token = path === contract.logout.path ? 'A'.repeat(43) : mallory.token;
      const query = odd.map((word) => `${word}=${word}&${word}[${word}]=1`).join('&');
      const requests: [string, string | undefined][] = path.includes(':')
        ? odd.map((word) => [path.replace(/:\w+/g, word), undefined])
        : [];
      requests.push([`${path.replace(/:\w+/g, randomUUID())}?${query}`, undefined]);
      if (method !== 'GET') requests.push(...bodies.map((body): [string, string] => [path.replace(/:\w+/g, randomUUID()), body]));
      for (const [address, body] of requests) {
        const reply = await send(method, address, token, body);
        expect(reply.status, `${method} ${address} ${body}: ${reply.text.slice(0, 200)}`).toBeLessThan(500);
        if (reply.status >= 400) expect(reply.text, `${method} ${address} ${body}`).not.toMatch(INNER);
      }
    }
    expect((await send('GET', '/api/user', mallory.token)).status).toBe(200);
    expect(logged('"msg":"fault')).toEqual([]);
  });

  it('gets 405 with the right methods for wrong ones on every path', async () => {
    const byPath = new Map<string, string[]>();
    for (const { method, path } of routes) byPath.set(path, [...(byPath.get(path) ?? []), method]);
    for (const [path, allowed] of byPath) {
      for (const method of METHODS.filter((one) => !allowed.includes(one))) {
        const address = path.replace(/:\w+/g, randomUUID());
        // Another route may take the same path: `GET /api/observations/changes`.
        const others = routes.filter((one) => one.method === method && matches(one.path, address));
        if (others.length > 0) continue;
        const reply = await send(method, address, mallory.token);
        expect([method, path, reply.status]).toEqual([method, path, 405]);
        expect(reply.headers.get('allow')?.split(', '), path).toEqual(expect.arrayContaining(allowed));
      }
    }
  });

  it('gets no metrics through a proxy', async () => {
    expect((await send('GET', '/metrics')).status).toBe(200);
    for (const address of ['127.0.0.1', '::1', 'localhost', '203.0.113.7, 127.0.0.1'])
      expect([address, (await send('GET', '/metrics', null, undefined, { 'x-forwarded-for': address })).status]).toEqual([address, 404]);
  });

  it('cannot take or read the photo of somebody else by its ids', async () => {
    const { photo, media } = await recordWithPhoto(anna);
    const started = await makePhoto({ width: 200, height: 100 });
    const headers = (one: Photo) => ({
      ...TUS,
      'upload-length': String(one.bytes.length),
      'upload-metadata': uploadMetadata({ id: one.id, sha256: one.sha256, type: 'image/jpeg' }),
    });
    const begun = await send('POST', contract.UPLOADS_PATH, anna.token, undefined, headers(started));
    expect(begun.status).toBe(201);
    const upload = new URL(begun.headers.get('location')!, veld.url).pathname;
    for (const path of [upload, `${contract.UPLOADS_PATH}/${started.id}`, `${contract.UPLOADS_PATH}/${photo.id}`]) {
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const more: Record<string, string> =
          method === 'PATCH' ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } : {};
        const reply = await send(method, path, mallory.token, method === 'PATCH' ? 'x' : undefined, { ...TUS, ...more });
        expect([method, path, reply.status]).toEqual([method, path, 404]);
      }
    }
    for (const id of [photo.id, media.id, started.id])
      expect((await send('GET', `/api/media/${id}/original`, mallory.token)).status, 'the original').toBe(404);
    // Declared in a record of the attacker, the ids are those of photos that do not exist.
    for (const id of [photo.id, media.id, started.id]) {
      const record = await saveRecord(mallory, { media: [{ ...declared(photo), id }] });
      expect(await mediaOf(mallory, record)).toMatchObject({ urls: null });
    }
    const mine = await makePhoto({ width: 300, height: 200 });
    await uploadPhoto(veld.url, { ...mine, id: photo.id }, mallory.token);
    await uploadPhoto(veld.url, started, anna.token).catch(() => undefined);
    const original = await fetch(`${veld.url}/api/media/${photo.id}/original`, { headers: { authorization: `Bearer ${anna.token}` } });
    expect(Buffer.from(await original.arrayBuffer()).equals(photo.bytes), 'the photo of its owner').toBe(true);
  });

  it('gets no photo of a closed account whose records are to be erased, from the moment it is closed', async () => {
    const gina = await join('gina');
    const { media } = await recordWithPhoto(gina);
    const addresses = Object.values(media.urls!);
    for (const address of addresses) expect((await send('GET', address)).status).toBe(200);
    await call(veld.url, contract.confirmPassword, { body: { current_password: PASSWORD } }, gina.token);
    await call(veld.url, contract.deleteAccount, { body: { on_delete: 'erase' } }, gina.token);
    for (const address of addresses) expect((await send('GET', address)).status).toBe(404);
  });

  it('sees nothing change when hidden records are saved, changed and deleted', async () => {
    await saveRecord(anna, { latitude: 52.09, longitude: 5.12 });
    const paths = [
      '/api/feed',
      '/api/feed?limit=1',
      '/api/observations',
      '/api/observations?limit=1',
      `/api/observations?user_id=${anna.data.id}`,
      '/api/species',
      `/api/species-seen?user_id=${anna.data.id}`,
      '/api/public/counts',
      '/api/community/users',
      `/api/community/profile/${anna.data.id}`,
    ];
    const seen = async () => Promise.all(paths.map(async (path) => [path, comparable(await send('GET', path, mallory.token))]));
    const before = await seen();
    for (const geoprivacy of ['obscured', 'private'] as const) {
      const id = await saveRecord(anna, { geoprivacy, latitude: 52.11, longitude: 5.15 });
      expect(await seen(), `${geoprivacy}, saved`).toEqual(before);
      const change = { verbatim_name: 'owl', observed_on: '2026-05-18', geoprivacy, write_id: randomUUID() };
      expect((await send('PUT', `/api/observations/${id}`, anna.token, JSON.stringify(change), { 'if-match': '"1"' })).status).toBe(200);
      expect(await seen(), `${geoprivacy}, changed`).toEqual(before);
      expect((await send('DELETE', `/api/observations/${id}`, anna.token)).status).toBe(204);
      expect(await seen(), `${geoprivacy}, deleted`).toEqual(before);
    }
    await saveRecord(anna);
    expect(await seen(), 'an open record does change them').not.toEqual(before);
  });

  it('cannot distinguish a known address from an unknown one by registering', async () => {
    const register = (email: string) =>
      send('POST', '/api/register', null, JSON.stringify({ name: 'Somebody', email, password: 'two egrets on the levee' }));
    /** Values that differ between any two accounts are replaced by their kind and length; so is the length of a compressed body. */
    const shape = ({ status, headers, text }: Reply) => ({
      status,
      headers: [...headers]
        .map(([name, value]) => [name, ['date', 'etag', 'content-length'].includes(name) ? value.length : value])
        .toSorted(),
      body: JSON.parse(text, (key, value: unknown) =>
        ['token', 'revoke_key', 'id', 'created_at', 'export_key', 'email'].includes(key) ? String(value).length : value,
      ) as unknown,
    });
    expect(shape(await register('anna@example.org'))).toEqual(shape(await register('none@example.org')));
  });

  it('finds no readable token of a reset mail in any table or in the log once the mail is sent', async () => {
    expect((await send('POST', '/api/password/email', null, JSON.stringify({ email: 'anna@example.org' }))).status).toBe(202);
    const token = () => letters.flatMap((letter) => /\/password\/reset\/([A-Za-z0-9_-]{43})(?!\?for=email)/.exec(letter)?.[1] ?? []).at(-1);
    await expect.poll(token).toBeDefined();
    const secrets = letters.flatMap((letter) => /\/password\/reset\/([A-Za-z0-9_-]{43})/.exec(letter)?.[1] ?? []);
    const client = new pg.Client({ connectionString: embeddedUrl(veld.dataDir) });
    await client.connect();
    try {
      await expect.poll(async () => (await client.query("select 1 from mails where state = 'waiting'")).rowCount).toBe(0);
      const { rows: tables } = await client.query<{ name: string }>(
        "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
      );
      expect(tables.length).toBeGreaterThan(20);
      for (const { name } of tables) {
        const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
        const text = rows.map(({ row }) => row).join('\n');
        expect(
          [...secrets, anna.token, anna.revoke_key, PASSWORD].filter((secret) => text.includes(secret)),
          name,
        ).toEqual([]);
      }
    } finally {
      await client.end();
    }
    expect(veld.output().includes('"route":"/api/password/email"'), 'the log has every request').toBe(true);
    expect([...secrets, anna.token, anna.revoke_key, PASSWORD].filter((secret) => veld.output().includes(secret))).toEqual([]);
    // The token is real: it sets a password, once.
    const reset = () => send('POST', '/api/password/reset', null, JSON.stringify({ token: token(), password: 'six snipe in the sedge' }));
    expect([(await reset()).status, (await reset()).status]).toEqual([204, 422]);
  });
});

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\./g, '\\.').replace(/:\w+/g, '[^/]+')}$`).test(path);
}
