import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { fillTemplate } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/**
 * One PostgreSQL for all tests of a run: the embedded one, or the one of VELD_TEST_DATABASE_URL (a user who may make
 * databases). Each test takes a database of its own, copied from a template that is migrated once.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.VELD_TEST_DATABASE_URL;
  const folder = mkdtempSync(join(tmpdir(), 'veld-test-'));
  const database = given ? null : await startEmbedded(folder, { isThrowaway: true, maxConnections: 300 });
  const url = given ?? database!.url;
  const template = templateUrl(url);
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  await client.query('drop database if exists veld_template with (force)');
  await client.query("create database veld_template encoding 'UTF8' template template0");
  await migrate(template);
  await fillTemplate(template);
  // Nothing may be connected to a template while it is copied, not even autovacuum.
  await client.query('alter database veld_template with allow_connections false');
  for (;;) {
    const left = await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'veld_template'");
    if (left.rowCount === 0) break;
    await new Promise((done) => setTimeout(done, 20));
  }
  await client.end();
  project.provide('databaseUrl', url);
  return async () => {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

export function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

export function templateUrl(url: string): string {
  return withDatabase(url, 'veld_template');
}
