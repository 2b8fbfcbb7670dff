import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../testing/server.ts';
import { type Db, openDatabase, type OpenOptions } from './open.ts';
import { PLANNED_ANEW } from './prepared.ts';
import { inTransaction } from './transaction.ts';

describe('prepared statements', () => {
  let veld: TestServer;

  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  /** Runs `work` with a pool of one connection; `kept` returns the texts of the statements that the connection keeps. */
  async function onConnection(
    work: (db: Db, kept: () => Promise<string[]>, rawQuery: (text: string) => Promise<void>) => Promise<void>,
    options: Partial<OpenOptions> = {},
  ): Promise<void> {
    const { db, pool } = openDatabase({ url: veld.databaseUrl, poolSize: 1, maxWaitMs: 60_000, ...options });
    const kept = async () => {
      const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements order by 1');
      return rows.map((row) => row.statement);
    };
    try {
      await work(db, kept, async (text) => void (await pool.query(text)));
    } finally {
      await db.destroy();
    }
  }

  it('are made at the second use of a statement, once for each text', () =>
    onConnection(async (db, kept) => {
      const find = (key: string) => db.selectFrom('server_state').select('value').where('key', '=', key).execute();
      expect(await find('one')).toEqual([]);
      expect(await kept()).toEqual([]);
      for (const key of ['two', 'three', 'four']) expect(await find(key)).toEqual([]);
      expect(await find('epoch')).toHaveLength(1);
      expect(await kept()).toEqual(['select "value" from "server_state" where "key" = $1']);
    }));

  it('are not made of a statement whose plan depends on its values', () =>
    onConnection(async (db, kept) => {
      for (const key of ['one', 'two', 'three'])
        await sql`select ${sql.raw(PLANNED_ANEW)} value from server_state where key = ${key}`.execute(db);
      expect(await kept()).toEqual([]);
    }));

  it('are also made in transactions, and never of other commands or of very long texts', () =>
    onConnection(async (db, kept) => {
      const long = sql`select ${sql.raw(`'${'x'.repeat(16_000)}'`)} as x`;
      for (let count = 0; count < 3; count++) {
        await inTransaction(db, async (tx) => {
          await sql`set local statement_timeout = '60s'`.execute(tx);
          await sql`create temporary table of_test (number integer) on commit drop`.execute(tx);
          await long.execute(tx);
          await sql`insert into of_test values (${1})`.execute(tx);
        });
      }
      // The table was another one each time.
      expect(await kept()).toEqual(['insert into of_test values ($1)']);
    }));

  it('are bounded: a connection that has too many forgets all and goes on', () =>
    onConnection(async (db, kept) => {
      for (let number = 0; number < 320; number++) {
        const select = sql<{ one: number }>`select ${sql.lit(number)}::integer + ${number}::integer as one`;
        for (let use = 0; use < 2; use++) expect((await select.execute(db)).rows).toEqual([{ one: 2 * number }]);
        if (number % 40 === 0) expect((await kept()).length).toBeLessThanOrEqual(250);
      }
      expect((await kept()).length).toBeLessThan(100);
      // In one transaction, too.
      await inTransaction(db, async (tx) => {
        for (let number = 0; number < 320; number++) {
          for (let use = 0; use < 2; use++) await sql`select ${sql.lit(number)}::integer - ${number}::integer as none`.execute(tx);
        }
      });
      expect((await kept()).length).toBe(250);
    }));

  it('survive a migration that changes what they return, outside and inside a transaction', () =>
    onConnection(async (db, kept) => {
      await sql`create table changing (one integer)`.execute(veld.db);
      await sql`insert into changing values (1)`.execute(veld.db);
      const all = (on: Db) => sql<Record<string, number>>`select * from changing`.execute(on).then(({ rows }) => rows);
      for (let count = 0; count < 3; count++) expect(await all(db)).toEqual([{ one: 1 }]);
      await sql`alter table changing add column two integer not null default 2`.execute(veld.db);
      expect(await all(db)).toEqual([{ one: 1, two: 2 }]);
      for (let count = 0; count < 3; count++) expect(await all(db)).toEqual([{ one: 1, two: 2 }]);
      expect(await kept()).toEqual(['select * from changing']);

      await sql`alter table changing add column three integer not null default 3`.execute(veld.db);
      let attempts = 0;
      const seen = await inTransaction(db, async (tx) => {
        attempts += 1;
        await sql`insert into changing values (${10 * attempts}::integer)`.execute(tx);
        return all(tx);
      });
      expect(seen).toEqual([
        { one: 1, two: 2, three: 3 },
        { one: 20, two: 2, three: 3 },
      ]);
      expect(attempts).toBe(2);
      expect(await all(veld.db)).toEqual(seen);
    }));

  it('survive a pooler that loses them', () =>
    onConnection(async (db, kept, rawQuery) => {
      const add = (on: Db) => sql<{ sum: number }>`select ${1}::integer + 1 as sum`.execute(on).then(({ rows }) => rows[0]!.sum);
      for (let count = 0; count < 3; count++) expect(await add(db)).toBe(2);
      await rawQuery('deallocate all');
      for (let count = 0; count < 3; count++) expect(await add(db)).toBe(2);
      expect(await kept()).toHaveLength(1);
      await rawQuery('deallocate all');
      expect(await inTransaction(db, add)).toBe(2);
    }));

  it('report the error of a statement as it is, and stay usable', () =>
    onConnection(async (db) => {
      const divide = (by: number) => sql<{ result: number }>`select 6 / ${by}::integer as result`.execute(db);
      for (const by of [1, 2, 3]) expect((await divide(by)).rows).toEqual([{ result: 6 / by }]);
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
      expect((await divide(6)).rows).toEqual([{ result: 1 }]);
    }));

  it('are not made when the setting is off', async () => {
    await onConnection(
      async (db, kept) => {
        for (let count = 0; count < 4; count++) await db.selectFrom('server_state').select('value').where('key', '=', 'epoch').execute();
        expect(await kept()).toEqual([]);
      },
      { isPreparing: false },
    );
    const other = await testServer({ DATABASE_PREPARED_STATEMENTS: 'off' });
    const count = async (of: TestServer) => {
      for (let call = 0; call < 3; call++) await of.context.db.selectFrom('server_state').select('value').execute();
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(of.context.db);
      return rows.length;
    };
    try {
      expect(await count(other)).toBe(0);
      expect(await count(veld)).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });
});
