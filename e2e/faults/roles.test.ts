import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listObservations, putObservation, register } from '@veld/contract';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { embeddedUrl } from '../../bench/embedded.ts';
import { call } from '../../seed/api.ts';
import { PASSWORD } from '../../server/src/testing/people.ts';
import type { RunningVeld } from '../server.ts';
import { startVeldFrom } from '../template.ts';

const run = promisify(execFile);

describe('a data folder of a version without a role for the server', () => {
  let veld: RunningVeld;
  afterEach(() => veld.remove());

  async function asOwner<T extends pg.QueryResultRow>(statement: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: embeddedUrl(veld.dataDir) });
    await client.connect();
    try {
      return (await client.query<T>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** The roles that the running server is connected as. */
  const connectedAs = async () =>
    (
      await asOwner<{ name: string }>(
        "select distinct usename as name from pg_stat_activity where datname = 'veld' and pid <> pg_backend_pid() and usename is not null",
      )
    ).map(({ name }) => name);

  const save = async (token: string) => {
    const id = randomUUID();
    const body = { verbatim_name: 'moth', observed_on: '2026-05-17', geoprivacy: 'open' as const, write_id: randomUUID() };
    await call(veld.url, putObservation, { params: { id }, body }, token);
    return id;
  };

  /** Kills the server and leaves the running database as an earlier version did: everything belongs to veld, the only role. */
  async function downgrade(): Promise<void> {
    await veld.kill();
    await asOwner("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'veld_server'");
    await asOwner('drop owned by veld_server');
    await asOwner('drop role veld_server');
  }

  async function stopDatabase(): Promise<void> {
    const pid = Number(readFileSync(join(veld.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGINT');
    while (existsSync(join(veld.dataDir, 'postgres/cluster/postmaster.pid'))) await sleep(50);
  }

  it('is upgraded at the start, keeps its data over two restarts, and serves the commands', async () => {
    veld = await startVeldFrom(inject('template'));
    const { token } = await call(veld.url, register, { body: { name: 'anna', email: 'anna@example.org', password: PASSWORD } });
    const ids = [await save(token)];
    expect(await connectedAs()).toEqual(['veld_server']);
    const listed = async () => (await call(veld.url, listObservations, {}, token)).data.map(({ id }) => id).toSorted();

    await downgrade();
    await stopDatabase();
    await veld.start();
    for (let restart = 0; restart < 2; restart++) {
      expect(await connectedAs()).toEqual(['veld_server']);
      expect(await listed()).toEqual(ids.toSorted());
      ids.push(await save(token));
      await veld.stop();
      await veld.start();
    }
    // A database that still runs is taken over, and upgraded too.
    await downgrade();
    await veld.start();
    expect(await connectedAs()).toEqual(['veld_server']);
    expect(await listed()).toEqual(ids.toSorted());

    const checkPhotos = async () =>
      (
        await run(process.execPath, [join(import.meta.dirname, '../../server/src/photos.ts'), 'check'], {
          env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: veld.dataDir },
        })
      ).stdout;
    const besideTheServer = await checkPhotos();
    expect(besideTheServer).toMatch(/photos/);
    await veld.stop();
    expect(await checkPhotos()).toBe(besideTheServer);
    await veld.start();
    expect(await listed()).toEqual(ids.toSorted());
  });
});
