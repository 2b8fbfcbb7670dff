import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallInput, pathFor, type Problem, type ReplyOf, type Route } from '@veld/contract';
import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../config.ts';
import { type Db, openDatabase } from '../db/open.ts';
import { forgetAllCallers } from '../features/accounts/caller-cache.ts';
import type { Context } from '../http/context.ts';
import { buildServer, type VeldServer } from '../server.ts';
import { withDatabase } from './database.ts';
import { HIGH_LIMITS } from './high-limits.ts';

export interface TestServer {
  url: string;
  /** As the owner of the database, to prepare and check data; the server itself uses `context.db`. */
  db: Db;
  context: Context;
  server: VeldServer;
  databaseUrl: string;
  /** The name of its database. */
  database: string;
  dataDir: string;
  /** Where a file of the photo store is on the disk. */
  storedPath(key: string): string;
  /** The keys of the photo store in a folder. */
  storedKeys(folder: string): Promise<string[]>;
  /** Stops the server but keeps its database and files, for `copyOf` of other servers. `close` deletes them. */
  stop(): Promise<void>;
  close(): Promise<void>;
  /** Calls a route of the contract with or without a token. */
  call<R extends Route>(
    route: R,
    input?: Partial<CallInput<R>>,
    token?: string,
    headers?: Record<string, string>,
  ): Promise<TestResponse<R>>;
  /** Sends any request, including ones that the contract does not allow. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestResponse<R extends Route> {
  status: number;
  headers: Headers;
  /** The body of a successful response. For an error, reading it throws with the problem in the message. */
  body: ReplyOf<R>;
  problem: Problem;
}

export interface TestOptions {
  now?: () => Date;
  hasWorkers?: boolean;
  maxWaitMs?: number;
  /** A stopped server whose database and files the new one starts with. */
  copyOf?: Pick<TestServer, 'database' | 'dataDir'>;
  /** Puts a proxy in front of the database and returns the URL to connect to. */
  through?: (databaseUrl: string) => Promise<string>;
  /** The address of a prepared database that is there already, instead of one of its own. */
  on?: string;
  /** Where its keys and files are, which `close` leaves; a new folder by default. */
  dataDir?: string;
}

/**
 * Starts a complete server with its own database on a free port of 127.0.0.1. `settings` are environment variables. Rate limits are
 * high unless a test sets them.
 */
export async function testServer(settings: Record<string, string> = {}, options: TestOptions = {}): Promise<TestServer> {
  const { name, databaseUrl, serverUrl, drop } = options.on === undefined ? await makeDatabase(options) : placeDatabase(options.on);
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'veld-data-'));
  if (options.copyOf) cpSync(options.copyOf.dataDir, dataDir, { recursive: true });
  const config = readConfig({ ...HIGH_LIMITS, LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...settings });
  const server = await buildServer({
    config,
    databaseUrl: options.through ? await options.through(serverUrl) : serverUrl,
    poolSize: 6,
    hasWorkers: options.hasWorkers ?? false,
    // High, so that a slow machine does not reach the time limits, which have their own tests.
    maxWaitMs: options.maxWaitMs ?? 60_000,
    ...(options.now ? { now: options.now } : {}),
  });
  // On a slow machine, a request could otherwise reuse a connection that the server is just closing.
  server.app.server.keepAliveTimeout = 600_000;
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const owner = openDatabase({
    url: databaseUrl,
    poolSize: 3,
    maxWaitMs: 60_000,
    hasLimits: config.DATABASE_LIMITS === 'connection',
    // What a test changes itself takes effect at once, as a change by the server does.
    onQuery: ({ query }) => {
      if (!/^\s*select/i.test(query.sql)) forgetAllCallers(server.context.db);
    },
  });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await server.close();
    await owner.db.destroy();
  };
  return {
    url,
    db: owner.db,
    context: server.context,
    server,
    databaseUrl,
    database: name,
    dataDir,
    storedPath: (key) => join(dataDir, 'photos', key),
    storedKeys: async (folder) => {
      const keys: string[] = [];
      for await (const { key } of server.context.files.list(folder)) keys.push(key);
      return keys;
    },
    stop,
    async close() {
      await stop();
      await drop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
    async call(route, input = {}, token, headers = {}) {
      const query = new URLSearchParams();
      for (const [key, value] of Object.entries(input.query ?? {})) {
        if (value !== undefined) query.set(key, Array.isArray(value) ? value.join(',') : String(value));
      }
      const path = pathFor(route, input.params as Record<string, unknown>) + (query.size > 0 ? `?${query}` : '');
      const response = await fetch(url + path, {
        method: route.method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(input.headers as Record<string, string> | undefined),
          ...headers,
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
      const text = await response.text();
      if (response.status < 500 && !server.app.describedStatuses(route).has(response.status))
        throw new Error(`${route.method} ${route.path} answers ${response.status}, which is not in the OpenAPI document`);
      const value = text === '' ? undefined : response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : text;
      return {
        status: response.status,
        headers: response.headers,
        get body() {
          if (response.status >= 400) throw new Error(`${route.method} ${path} returned ${response.status}: ${text.slice(0, 500)}`);
          return value as ReplyOf<typeof route>;
        },
        problem: value as Problem,
      };
    },
    fetch: (path, init) => fetch(url + path, init),
  };
}

interface TestDatabase {
  name: string;
  /** As its owner. */
  databaseUrl: string;
  serverUrl: string;
  drop(): Promise<void>;
}

async function makeDatabase({ copyOf }: TestOptions): Promise<TestDatabase> {
  const base = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: withDatabase(base, 'postgres') });
  await client.connect();
  await client.query(`create database ${name} template ${copyOf?.database ?? 'veld_template'} strategy file_copy`);
  return {
    name,
    databaseUrl: withDatabase(base, name),
    serverUrl: withDatabase(inject('serverUrl'), name),
    async drop() {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}

function placeDatabase(url: string): TestDatabase {
  return { name: new URL(url.replace('@/', '@socket/')).pathname.slice(1), databaseUrl: url, serverUrl: url, drop: async () => undefined };
}
