import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { getObservation, getOpenapi } from '@veld/contract';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeRows } from './features/all.ts';
import type { Document, Operation } from './testing/described-requests.ts';
import { PASSWORD, person } from './testing/people.ts';
import { insertTaxa, TAXA } from './testing/records.ts';
import { testServer, type TestServer } from './testing/server.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

let veld: TestServer;
let document: Document;
let folder: string;
beforeAll(async () => {
  veld = await testServer();
  await insertTaxa(veld);
  await person(veld, 'anna');
  document = (await veld.call(getOpenapi)).body as unknown as Document;
  folder = mkdtempSync(join(tmpdir(), 'veld-openapi-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await veld.close();
});

describe('the OpenAPI document', () => {
  it('has every route of the authorization table with an id, responses, and a session where one is needed', () => {
    const ids = new Set<string>();
    for (const [key, { access }] of Object.entries(routeRows)) {
      const [method, path] = key.split(' ') as [string, string];
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation | undefined;
      expect(operation, key).toBeDefined();
      expect(operation!.operationId, key).toMatch(/^[a-z][A-Za-z]+$/);
      ids.add(operation!.operationId);
      const needsSession = operation!.security.length > 0 && !operation!.security.some((entry) => Object.keys(entry).length === 0);
      expect(needsSession, key).toBe(access.none === 401);
      for (const [status, response] of Object.entries(operation!.responses)) expect(response, `${key} ${status}`).not.toEqual({});
    }
    expect(ids.size).toBe(Object.keys(routeRows).length);
  });

  it('passes the linter', async () => {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const linter = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const linted = await run(process.execPath, [linter, 'lint', file, '--format=json', '--max-problems=1000'], { cwd: folder, env }).catch(
      (error: { stdout: string }) => error,
    );
    const { problems } = JSON.parse(linted.stdout) as { problems: { severity: string; message: string }[] };
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

/** Uses only what the document says: its types, paths and statuses. */
const FIRST_RECORD = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';

export async function firstRecord(baseUrl: string, person: { email: string; password: string; id: string; taxon: number }) {
  const client = createClient<paths>({ baseUrl });
  const login = await client.POST('/api/login', { body: { email: person.email, password: person.password } });
  if (!login.data) throw new Error(login.error.title);
  client.use({
    onRequest({ request }) {
      request.headers.set('authorization', 'Bearer ' + login.data.token);
    },
  });
  const saved = await client.PUT('/api/observations/{id}', {
    params: { path: { id: person.id } },
    body: { taxon_id: person.taxon, observed_on: '2026-05-17', count: 3, write_id: crypto.randomUUID() },
  });
  if (!saved.data) throw new Error(JSON.stringify(saved.error));
  const version: number = saved.data.data.version;
  const stale = await client.PUT('/api/observations/{id}', {
    params: { path: { id: person.id }, header: { 'if-match': '"0"' } },
    body: { taxon_id: person.taxon, count: 4, write_id: crypto.randomUUID() },
  });
  const missing = await client.GET('/api/observations/{id}', { params: { path: { id: crypto.randomUUID() } } });
  return { version, stale: [stale.response.status, stale.error?.type], missing: missing.error?.status };
}

// @ts-expect-error The name of a path that does not exist.
export const wrongPath: keyof paths = '/api/observation';
`;

describe('a client generated from the document', () => {
  it('compiles, and saves a first record', async () => {
    const types = await openapiTypescript(document as unknown as OpenAPI3);
    // In the project, so that packages are found.
    const client = join(root, 'node_modules', `.veld-client-${randomUUID()}`);
    mkdirSync(client);
    try {
      writeFileSync(join(client, 'schema.d.ts'), astToString(types));
      writeFileSync(join(client, 'client.ts'), FIRST_RECORD);
      const compilerOptions = {
        target: 'esnext',
        module: 'nodenext',
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        skipLibCheck: false,
        types: [],
        lib: ['esnext', 'dom', 'dom.iterable'],
      };
      writeFileSync(join(client, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
      const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', client]).catch(
        (error: { stdout: string }) => error,
      );
      expect(compiled.stdout).toBe('');
      const { firstRecord } = (await import(/* @vite-ignore */ join(client, 'client.ts'))) as {
        firstRecord: (url: string, person: object) => Promise<object>;
      };
      const id = randomUUID();
      const done = await firstRecord(veld.url, { email: 'anna@example.org', password: PASSWORD, id, taxon: TAXA.heron.id });
      expect(done).toEqual({ version: 1, stale: [409, '/problems/conflict'], missing: 404 });
      const { token } = await person(veld, 'bram');
      expect((await veld.call(getObservation, { params: { id } }, token)).body.data).toMatchObject({ count: 3, taxon_id: TAXA.heron.id });
    } finally {
      rmSync(client, { recursive: true, force: true });
    }
  });
});
