import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../testing/database.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

/** Starts the server as a child process, as in production, on its own empty database. */
describe('S11: a server that starts on an empty database', () => {
  let name: string;
  let url: string;
  let folder: string;
  let admin: pg.Client;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    name = `start_${randomUUID().replaceAll('-', '')}`;
    url = withDatabase(inject('databaseUrl'), name);
    folder = mkdtempSync(join(tmpdir(), 'veld-start-'));
    admin = new pg.Client({ connectionString: withDatabase(inject('databaseUrl'), 'postgres') });
    await admin.connect();
    await admin.query(`create database ${name} template template0`);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await ended(child, 'SIGKILL');
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(): { child: ChildProcess; ready: Promise<string> } {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: url,
        DATA_DIR: folder,
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'silent',
        VELD_SAYS: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    const ready = new Promise<string>((done, fail) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /ready at (\S+)/.exec(output);
        if (found) done(found[1]!);
      });
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.once('exit', (code) => fail(new Error(`The server exited with ${code}: ${output}`)));
    });
    ready.catch(() => undefined);
    return { child, ready };
  }

  function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((done) => {
      child.once('exit', () => done());
      child.kill(signal);
    });
  }

  /** Columns, indexes and constraints, and the number of taxa. */
  async function contents(of: string): Promise<{ schema: string[]; taxa: number }> {
    const client = new pg.Client({ connectionString: of });
    await client.connect();
    const { rows } = await client.query<{ line: string }>(`
      select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
        from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      order by line
    `);
    const taxa = await client
      .query<{ count: number }>('select count(*)::integer as count from taxa')
      .catch(() => ({ rows: [{ count: 0 }] }));
    await client.end();
    return { schema: rows.map((row) => row.line), taxa: taxa.rows[0]!.count };
  }

  it('has a complete database after being killed repeatedly during migration and the starter import', async () => {
    for (const after of inject('isLong') ? [150, 350, 500, 650, 800, 1000] : [350, 650, 1000]) {
      const { child, ready } = start();
      await Promise.race([ready.catch(() => undefined), new Promise((done) => setTimeout(done, after))]);
      await ended(child, 'SIGKILL');
    }
    const address = await start().ready;
    expect((await fetch(`${address}/api/ready`)).status).toBe(200);
    const found = await contents(url);
    // The template comes from a single undisturbed start.
    const fresh = withDatabase(inject('databaseUrl'), `${name}_fresh`);
    await admin.query(`create database ${name}_fresh template veld_template`);
    const complete = await contents(fresh);
    await admin.query(`drop database ${name}_fresh with (force)`);
    expect(found.schema.length).toBeGreaterThan(100);
    expect(found.schema).toEqual(complete.schema);
    expect(complete.taxa).toBeGreaterThan(100);
    expect(found.taxa).toBe(complete.taxa);
  });

  it('shares one complete database with a second server that starts at the same time', async () => {
    const [first, second] = await Promise.all([start().ready, start().ready]);
    for (const address of [first, second]) expect((await fetch(`${address}/api/ready`)).status).toBe(200);
    const { taxa } = await contents(url);
    expect(taxa).toBeGreaterThan(100);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select source, source_id from taxa group by source, source_id having count(*) > 1');
    await client.end();
    expect(rows).toEqual([]);
  });
});
