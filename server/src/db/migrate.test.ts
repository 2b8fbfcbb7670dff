import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../testing/database.ts';
import { migrate, MigrationError, readMigrations } from './migrate.ts';

describe('migrations', () => {
  const admin = () => new pg.Client({ connectionString: withDatabase(inject('databaseUrl'), 'postgres') });
  let name: string;
  let url: string;

  async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** The migrations before the one whose file name ends with this. */
  const migrationsBefore = (ending: string) => {
    const all = readMigrations();
    return all.slice(
      0,
      all.findIndex((migration) => migration.name.endsWith(ending)),
    );
  };

  beforeEach(async () => {
    name = `migrate_${randomUUID().replaceAll('-', '')}`;
    url = withDatabase(inject('databaseUrl'), name);
    const client = admin();
    await client.connect();
    await client.query(`create database ${name} template template0`);
    await client.end();
  });
  afterEach(async () => {
    const client = admin();
    await client.connect();
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });

  it('are numbered from 1 without gaps or repetitions', () => {
    const numbers = readMigrations().map((migration) => migration.number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('S11: run once even if several servers start at the same time', async () => {
    const ran = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(ran.flat()).toEqual(readMigrations().map((migration) => migration.name));
    expect(await migrate(url)).toEqual([]);
  });

  it('S11: roll back completely on an error and run once it is fixed', async () => {
    const first = { number: 1, name: '0001_a.sql', sql: 'create table a (id integer);', worksFrom: 1 };
    const broken = { number: 2, name: '0002_b.sql', sql: 'create table b (id integer); select nonsense;', worksFrom: 2 };
    await expect(migrate(url, [first, broken])).rejects.toThrow(MigrationError);
    const tables = () =>
      onDatabase(async (client) =>
        (await client.query<{ t: string }>("select tablename as t from pg_tables where schemaname = 'public'")).rows
          .map((row) => row.t)
          .toSorted(),
      );
    expect(await tables()).toEqual(['a', 'schema_migrations']);
    expect(await migrate(url, [first, { ...broken, sql: 'create table b (id integer);' }])).toEqual(['0002_b.sql']);
    expect(await tables()).toEqual(['a', 'b', 'schema_migrations']);
  });

  it('S11: reject a newer schema unless it is marked as compatible (decision 0017)', async () => {
    const old = [{ number: 1, name: '0001_a.sql', sql: 'create table a (id integer);', worksFrom: 1 }];
    const compatible = { number: 2, name: '0002_b.sql', sql: 'alter table a add column more text;', worksFrom: 1 };
    const breaking = { number: 3, name: '0003_c.sql', sql: 'alter table a drop column id;', worksFrom: 3 };
    await migrate(url, [...old, compatible]);
    expect(await migrate(url, old)).toEqual([]);
    await migrate(url, [...old, compatible, breaking]);
    await expect(migrate(url, old)).rejects.toThrow(/newer Veld \(0003_c\.sql\)/);
  });

  it('record the first user of an installation, also when their account is gone, and take the roles from closed accounts', async () => {
    await migrate(url, migrationsBefore('_first_admin.sql'));
    const [first, second] = [randomUUID(), randomUUID()];
    const state = () =>
      onDatabase(
        async (client) => (await client.query<{ value: string }>("select value from server_state where key = 'first_admin'")).rows,
      );
    await onDatabase(async (client) => {
      for (const [id, created] of [
        [second, '2026-02-01'],
        [first, '2026-01-01'],
      ])
        await client.query(
          "insert into users (id, name, email, password_hash, created_at, deleted_at) values ($1, '', '', '', $2, '2026-03-01')",
          [id, created],
        );
      await client.query(
        `insert into closed_accounts (user_id, name, email, password_hash, kept, may_return, language, closed_at, ends_at)
         values ($1, 'anna', 'anna@example.org', '', '{"roles": ["user", "admin"], "is_pro": true}', true, 'en', now(), now())`,
        [first],
      );
    });
    expect(await state()).toEqual([]);
    await migrate(url);
    expect(await state()).toEqual([{ value: first }]);
    const kept = await onDatabase(async (client) => (await client.query<{ kept: object }>('select kept from closed_accounts')).rows);
    expect(kept).toEqual([{ kept: { is_pro: true } }]);
  });

  it('leave an installation without users open to its first admin', async () => {
    await migrate(url);
    const marked = await onDatabase(async (client) => (await client.query("select 1 from server_state where key = 'first_admin'")).rows);
    expect(marked).toEqual([]);
  });

  it('delete the texts of mails that were sent or failed, and let the links of waiting ones expire', async () => {
    await migrate(url, migrationsBefore('_mail_expiry.sql'));
    const link = `https://veld.example.org/password/reset/${'x'.repeat(43)}`;
    await onDatabase(async (client) => {
      for (const [subject, state, body] of [
        ['sent', 'sent', link],
        ['failed', 'failed', link],
        ['reset', 'waiting', `Open\n\n${link}\n`],
        ['confirm', 'waiting', `Open\n\n${link}?for=email\n`],
        ['notice', 'waiting', 'Open https://veld.example.org/password/reset\n'],
      ])
        await client.query(
          "insert into mails (id, recipient, subject, body, state, created_at) values ($1, 'anna@example.org', $2, $3, $4, '2026-05-01T10:00:00Z')",
          [randomUUID(), subject, body, state],
        );
    });
    await migrate(url);
    const rows = await onDatabase(
      async (client) =>
        (await client.query<{ subject: string; recipient: string; body: string; expires_at: Date | null }>('select * from mails')).rows,
    );
    const left = Object.fromEntries(
      rows.map(({ subject, recipient, body, expires_at }) => [subject, [recipient !== '', body !== '', expires_at?.toISOString()]]),
    );
    expect(left).toEqual({
      sent: [false, false, undefined],
      failed: [false, false, undefined],
      reset: [true, true, '2026-05-01T11:00:00.000Z'],
      confirm: [true, true, '2026-05-08T10:00:00.000Z'],
      notice: [true, true, undefined],
    });
  });

  it('use no triggers, functions, extensions or advisory locks, so that the SQL stays portable', () => {
    for (const migration of readMigrations()) {
      const sql = migration.sql.replace(/--[^\n]*/g, '');
      expect(sql, migration.name).not.toMatch(
        /\b(create\s+(or\s+replace\s+)?(trigger|function|extension|rule)|pg_advisory|listen|notify|set\s+session|uuidv7|gen_random_uuid)\b/i,
      );
    }
  });
});
