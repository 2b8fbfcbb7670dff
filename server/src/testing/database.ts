import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded.ts';
import { createServerRole, SERVER_ROLE } from '../db/roles.ts';
import { prepareDatabase } from '../prepare.ts';
import { makeDatabaseFolder } from './database-folder.mjs';
import { fillTemplate } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** As the owner. */
    databaseUrl: string;
    /** As the role of the server. */
    serverUrl: string;
  }
}

interface Running {
  url: string;
  serverUrl: string;
  users: number;
  stop(): Promise<void>;
}

/** Vitest loads this file once per project; all projects of a run share the embedded PostgreSQL. */
const shared = globalThis as { veldTestDatabase?: Running };

/**
 * Provides one PostgreSQL for all tests of a run: the embedded one, or the one in VELD_TEST_DATABASE_URL, whose user must be able
 * to create databases. Each test server gets its own database, copied from a template that is migrated once.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = project.config.env?.VELD_TEST_DATABASE_URL ?? process.env.VELD_TEST_DATABASE_URL;
  const database = url ? await prepareTemplate(url) : (shared.veldTestDatabase ??= await startShared());
  database.users += 1;
  project.provide('databaseUrl', database.url);
  project.provide('serverUrl', database.serverUrl);
  return async () => {
    database.users -= 1;
    if (database.users > 0) return;
    if (database === shared.veldTestDatabase) delete shared.veldTestDatabase;
    await database.stop();
  };
}

async function startShared(): Promise<Running> {
  const folder = makeDatabaseFolder('veld-test-');
  const database = await startEmbedded(folder, { isThrowaway: true, maxConnections: 300 });
  // Vitest skips the teardown when it is terminated.
  process.once('SIGTERM', () => {
    process.kill(database.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    process.exit(143);
  });
  return {
    ...(await prepareTemplate(database.url)),
    async stop() {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the template database. */
export async function prepareTemplate(url: string): Promise<Running> {
  const template = templateUrl(url);
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  await client.query('drop database if exists veld_template with (force)');
  await client.query("create database veld_template encoding 'UTF8' template template0");
  const hasServerRole = await canHaveServerRole(client);
  if (hasServerRole) await createServerRole(client, new URL(url.replace('@/', '@socket/')).password);
  const serverUrl = hasServerRole ? asServer(url) : url;
  await prepareDatabase(template, { hasServerRole });
  await fillTemplate(templateUrl(serverUrl));
  // A template can only be copied while nothing is connected to it, not even autovacuum.
  await client.query('alter database veld_template with allow_connections false');
  for (;;) {
    const connections = await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'veld_template'");
    if (connections.rowCount === 0) break;
    await new Promise((done) => setTimeout(done, 20));
  }
  await client.end();
  return { url, serverUrl, users: 0, stop: async () => undefined };
}

/**
 * Whether the server connects as its own role, as it does to the embedded database. To other databases it connects as their owner: the
 * right to analyze tables, which imports need, can only be granted since PostgreSQL 17, and only a superuser can create the role here.
 */
async function canHaveServerRole(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(`
    select rolsuper and current_setting('server_version_num')::integer >= 170000 as can from pg_roles where rolname = current_user
  `);
  return rows[0]!.can;
}

function asServer(url: string): string {
  return url.includes('@') ? url.replace(/\/\/[^:@/]*/, `//${SERVER_ROLE}`) : url.replace('//', `//${SERVER_ROLE}@`);
}

export function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

export function templateUrl(url: string): string {
  return withDatabase(url, 'veld_template');
}
