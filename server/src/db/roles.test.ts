import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../testing/server.ts';

describe('the role of the server', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  const asServer = (statement: string) => sql.raw(statement).execute(veld.context.db);

  it('is what all connections of the server use, and has no special rights', async () => {
    const { rows } = await asServer(`
      select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user
    `);
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false };
    expect(rows).toEqual([{ rolname: 'veld_server', ...none }]);
    expect((await asServer('select session_user as name')).rows).toEqual([{ name: 'veld_server' }]);
    const memberships = await asServer(
      'select 1 from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = current_user',
    );
    expect(memberships.rows).toEqual([]);
  });

  it.each([
    'select rolpassword from pg_authid',
    'create extension pg_trgm',
    'create extension plpython3u',
    'create table planted (id integer)',
    'create schema planted',
    'create role planted',
    'create database planted',
    'alter role veld_server superuser',
    'set role veld',
    'set session authorization veld',
    'alter table users add column planted text',
    'alter table users disable trigger all',
    'drop table observations',
    'truncate observations',
    "delete from schema_migrations where name = 'planted'",
    "copy users to program 'cat'",
    "copy users to '/tmp/planted'",
    "select pg_read_file('/etc/passwd')",
    "select lo_import('/etc/passwd')",
    "alter system set log_statement = 'all'",
    'create table jobs.planted (id integer)',
  ])('cannot: %s', async (statement) => {
    const failure = await asServer(statement).then(
      () => null,
      (error: { code?: string; message: string }) => error,
    );
    // insufficient_privilege; an extension that is not installed is refused as unavailable (0A000, 58P01).
    expect(failure, 'was allowed').not.toBeNull();
    const accepted = statement.startsWith('create extension') ? ['42501', '0A000', '58P01'] : ['42501'];
    expect(accepted, failure!.message).toContain(failure!.code);
  });

  it('reads and writes every table, apart from the list of migrations, which it only reads', async () => {
    const { rows } = await sql<{ name: string; writes: boolean; reads: boolean }>`
      select format('%I.%I', schemaname, tablename) as name,
        has_table_privilege('veld_server', format('%I.%I', schemaname, tablename), 'select') as reads,
        has_table_privilege('veld_server', format('%I.%I', schemaname, tablename), 'insert')
          and has_table_privilege('veld_server', format('%I.%I', schemaname, tablename), 'update')
          and has_table_privilege('veld_server', format('%I.%I', schemaname, tablename), 'delete') as writes
      from pg_tables where schemaname in ('public', 'jobs')
    `.execute(veld.db);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ reads }) => !reads)).toEqual([]);
    expect(rows.filter(({ writes }) => !writes).map(({ name }) => name)).toEqual(['public.schema_migrations']);
  });
});
