import { randomUUID } from 'node:crypto';
import * as contract from '@veld/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertSession } from '../features/accounts/sessions.ts';
import { type Person, person } from '../testing/people.ts';
import { draft } from '../testing/records.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { handleErrors } from './errors.ts';
import { Fault } from './fault.ts';

/** Names that every JavaScript object inherits, so that a lookup by such a name finds something. */
const INHERITED = ['toString', '__proto__', 'constructor', 'hasOwnProperty'];
/** Texts of exceptions, queries and stacks, which must never leave the server. */
const INNER =
  /is not a function|is not iterable|cannot read|undefined|reading '|\[native code\]|select |insert |node_modules|\.ts:|FST_ERR/i;

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'replies' in value;
const routes = (Object.values(contract) as unknown[]).filter(isRoute);

/** Bodies as text, because an object literal cannot have the own key `__proto__`. */
const bodiesWith = (key: string): string[] => [
  `{"${key}":1}`,
  `{"${key}":{"${key}":[]}}`,
  `[{"${key}":1}]`,
  `"${key}"`,
  JSON.stringify({ ...draft(), attributes: {} }).replace('"attributes":{}', `"attributes":{"${key}":1,"x":{"${key}":{}}},"${key}":null`),
  `{"name":"${key}","email":"${key}","password":"${key}","preferences":{"${key}":1},"media":[{"${key}":1}]}`,
  `{"theme":{"${key}":1}}`,
];

describe('every route of the contract', () => {
  let veld: TestServer;
  let admin: Person;
  beforeAll(async () => {
    veld = await testServer();
    admin = await person(veld, 'emil', { roles: ['admin'] });
  });
  afterAll(() => veld.close());

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'never gives a server error or an inner text for inherited names: %s',
    async (_name, route) => {
      const { token } = await veld.db
        .transaction()
        .execute((tx) => insertSession(tx, admin.user.id, { device_name: 'a phone' }, new Date()));
      const send = async (path: string, body: string | undefined, isLoggedIn: boolean) => {
        const response = await veld.fetch(path, {
          method: route.method,
          headers: {
            ...(isLoggedIn ? { authorization: `Bearer ${token}` } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body }),
        });
        const text = await response.text();
        const what = `${path} ${body ?? ''} ${text.slice(0, 300)}`;
        expect(response.status, what).toBeLessThan(500);
        if (response.status < 400) return;
        expect(response.headers.get('content-type'), what).toBe('application/problem+json');
        expect(text, what).not.toMatch(INNER);
      };
      const path = route.path.replace(/:\w+/g, () => randomUUID());
      for (const isLoggedIn of [false, true]) {
        // Without a login most routes refuse before they read the request.
        for (const key of isLoggedIn ? INHERITED : ['__proto__']) {
          await send(`${path}?${key}=1&${key}[${key}]=2&${key}=3&limit=${key}&period=${key}&cursor=${key}`, undefined, isLoggedIn);
          if (route.path.includes(':')) await send(route.path.replace(/:\w+/g, key), undefined, isLoggedIn);
          if (route.method === 'GET') continue;
          for (const body of bodiesWith(key)) await send(path, body, isLoggedIn);
        }
      }
    },
  );

  it('gives 405 with Allow for other methods, with and without a login', async () => {
    // A path may have the form of other routes too: /api/observations/changes is also /api/observations/:id.
    const formOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    const forms = routes.map(({ path, method }) => ({ form: formOf(path), method }));
    for (const path of new Set(routes.map((route) => route.path))) {
      const methods = new Set(forms.filter(({ form }) => form.test(path)).map(({ method }) => method as string));
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !methods.has(name))) {
        const response = await veld.fetch(path.replace(/:\w+/g, randomUUID()), {
          method,
          headers: { authorization: `Bearer ${admin.token}` },
        });
        const what = `${method} ${path}`;
        const allowed = response.headers.get('allow')?.split(', ') ?? [];
        expect([what, response.status]).toEqual([what, 405]);
        expect(allowed, what).toEqual(expect.arrayContaining([...methods]));
        expect(allowed, what).not.toContain(method);
        expect(response.headers.get('content-type'), what).toBe('application/problem+json');
      }
    }
    expect((await veld.fetch('/api/nothing', { method: 'POST' })).status).toBe(404);
    // Some eight hundred requests.
  }, 30_000);

  it('gives a problem for a path that cannot be decoded', async () => {
    for (const path of ['/api/observations/%', '/%c0%af', '/api/observations/%zz/history']) {
      const response = await veld.fetch(path);
      expect(response.status, path).toBe(400);
      expect(response.headers.get('content-type'), path).toBe('application/problem+json');
      expect(await response.text(), path).not.toContain(path.slice(1));
    }
  });
});

describe('an error in the error handler', () => {
  it('is logged and answered with a problem without its message', async () => {
    const lines: string[] = [];
    const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } });
    handleErrors(app);
    app.get('/broken', () => {
      throw new Fault('validation', {
        get errors(): Record<string, string[]> {
          throw new Error('inner text');
        },
      });
    });
    const response = await app.inject('/broken');
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.json()).toEqual({ type: '/problems/internal', title: 'Internal Server Error', status: 500 });
    expect(lines.join('')).toContain('inner text');
    await app.close();
  });
});
