import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { getReady, listObservations } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { ROLE_LIMITS } from '../db/open.ts';
import { prepareDatabase } from '../prepare.ts';
import { canReplicate, type Node, startPrimary } from '../testing/cluster.ts';
import { person } from '../testing/people.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../testing/pgbouncer.ts';
import { draft, insertTaxa, save } from '../testing/records.ts';
import { testServer, type TestServer } from '../testing/server.ts';

describe.runIf(canReplicate && hasPgBouncer)('behind PgBouncer in transaction mode', () => {
  let primary: Node;
  let pooler: PgBouncer;
  beforeAll(async () => {
    primary = await startPrimary();
    pooler = await startPgBouncer(primary);
  });
  afterAll(async () => {
    await pooler?.stop();
    await primary?.stop();
  });
  const restartPooler = async () => {
    await pooler.stop();
    pooler = await startPgBouncer(primary);
  };

  it('S25: a server says in one line which settings it needs', async () => {
    await prepareDatabase(pooler.url, { hasServerRole: false });
    await expect(testServer({ DATABASE_LIMITS: 'role' }, { on: pooler.url })).rejects.toThrow(ConfigError);
    const start = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: { PATH: process.env.PATH, DATABASE_URL: pooler.url, DATA_DIR: join(primary.folder, 'veld'), PORT: '0', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(await text(start.stderr)).toMatch(/^veld {2}DATABASE_URL leads to a pooler .* DATABASE_LIMITS=role \(docs\/cluster\.md\)\.\n$/);
  });

  it.each(['on', 'off'])('S25: a server works as without it, with prepared statements %s', async (prepared) => {
    for (const [name, value] of Object.entries(ROLE_LIMITS)) await primary.query(`alter role veld_app set ${name} = '${value}'`);
    await restartPooler();
    const settings = { DATABASE_LIMITS: 'role', DATABASE_PREPARED_STATEMENTS: prepared };
    const veld: TestServer = await testServer(settings, {
      on: pooler.url,
      hasWorkers: true,
      dataDir: join(primary.folder, `data-${prepared}`),
    });
    try {
      if (prepared === 'on') await insertTaxa(veld);
      const anna = await person(veld, `anna-${prepared}`);
      const ids = Array.from({ length: 40 }, () => randomUUID());
      const saved = await Promise.all(ids.map((id) => save(veld, anna, id, draft())));
      expect(saved.map(({ status }) => status)).toEqual(ids.map(() => 200));
      for (let read = 0; read < 3; read++) {
        const { body } = await veld.call(listObservations, { query: { user_id: anna.user.id, limit: 100 } }, anna.token);
        expect(body.data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      }
      expect((await veld.call(getReady)).status).toBe(200);
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(veld.context.db);
      expect(rows).toEqual([{ limit: '15s' }]);
    } finally {
      await veld.close();
      await primary.query("delete from server_state where key like 'fingerprint.%'");
    }
  });

  it('S25: several servers that start at once migrate one after another, and leave no lock', async () => {
    expect((await Promise.all([migrate(pooler.url), migrate(pooler.url)])).flat()).toEqual([]);
    expect(await primary.query("select 1 from pg_locks where locktype = 'advisory'")).toEqual([]);
  });
});
