import { randomUUID } from 'node:crypto';
import { listObservations, putObservation } from '@veld/contract';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Person, person } from '../testing/people.ts';
import { type DatabaseProxy, databaseProxy } from '../testing/proxy.ts';
import { draft, insertTaxa, save } from '../testing/records.ts';
import { type TestServer, testServer } from '../testing/server.ts';

/** Time limit for getting a connection or a lock. On a slow machine, connecting takes part of it. */
const MAX_WAIT_MS = 2_000 * inject('machineFactor');
/** How long saves of one user wait for each other, as in observations/routes.ts. */
const QUEUE_WAIT_MS = 5_000;

describe('a database with connection faults', () => {
  let proxy: DatabaseProxy;
  let veld: TestServer;
  let anna: Person;

  beforeEach(async () => {
    veld = await testServer({}, { maxWaitMs: MAX_WAIT_MS, through: async (url) => (proxy = await databaseProxy(url)).url });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
  });
  afterEach(async () => {
    await veld.close();
    await proxy.close();
  });

  const points = async () =>
    (await veld.db.selectFrom('xp_events').select('points').where('user_id', '=', anna.user.id).execute()).reduce(
      (sum, row) => sum + row.points,
      0,
    );

  it('S4: a save retried after a lost commit response is stored once and counts its points once', async () => {
    const id = randomUUID();
    const body = draft();
    proxy.cutNextCommit('observations');
    const lost = await save(veld, anna, id, body);
    expect(proxy.cuts()).toBe(1);
    expect(lost.status).toBe(503);
    expect(Number(lost.headers.get('retry-after'))).toBeLessThanOrEqual(3);
    const again = await save(veld, anna, id, body);
    expect(again.body.data).toMatchObject({ id, version: 1 });
    // 1 for the record, 10 for a new species and 5 for a new cell.
    expect(await points()).toBe(16);
    expect(await veld.db.selectFrom('observations').select('id').execute()).toEqual([{ id }]);
  });

  it('S4: an edit retried after a lost commit response increments the version once', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    const edit = draft({ notes: 'Two of them' });
    proxy.cutNextCommit('observation_writes');
    expect((await save(veld, anna, id, edit, 1)).status).toBe(503);
    expect(proxy.cuts()).toBe(1);
    expect((await save(veld, anna, id, edit, 1)).body.data).toMatchObject({ version: 2, notes: 'Two of them' });
    expect(await points()).toBe(16);
  });

  it('S5: while a table is locked, requests get 503 in time and the health check responds', async () => {
    const other = new pg.Client({ connectionString: veld.databaseUrl });
    await other.connect();
    await other.query('begin; lock table observations in access exclusive mode');
    const began = Date.now();
    const responseTimes: number[] = [];
    const ids = Array.from({ length: 30 }, () => randomUUID());
    const saves = ids.map(async (id) => {
      const response = await save(veld, anna, id, draft());
      responseTimes.push(Date.now() - began);
      return response;
    });
    const health = await veld.fetch('/api/health');
    expect(health.status).toBe(200);
    expect(responseTimes).toEqual([]);
    const responses = await Promise.all(saves);
    // 429 for those that waited for a slot of their person all the time.
    for (const { status } of responses) expect([429, 503]).toContain(status);
    for (const response of responses) expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(3);
    // A request waits in the queue, for a connection and for the lock; the rest allows for a slow machine. In sequence, 30 requests
    // would take a minute.
    expect(Math.max(...responseTimes)).toBeLessThan(QUEUE_WAIT_MS + 2 * MAX_WAIT_MS + 3_000 * inject('machineFactor'));
    await other.query('rollback');
    await other.end();
    expect((await save(veld, anna, ids[0]!, draft())).status).toBe(200);
    expect(await veld.db.selectFrom('observations').select('id').execute()).toEqual([{ id: ids[0] }]);
  });

  it('S5: with a slow database, responses are late but correct and the health check responds at once', async () => {
    proxy.delay(150);
    const id = randomUUID();
    let isSaved = false;
    const saved = save(veld, anna, id, draft()).then((response) => {
      isSaved = true;
      return response;
    });
    expect((await veld.fetch('/api/health')).status).toBe(200);
    expect(isSaved).toBe(false);
    expect([200, 503]).toContain((await saved).status);
    proxy.delay(0);
    await expect
      .poll(async () => (await veld.call(putObservation, { params: { id }, body: { ...draft(), write_id: id } }, anna.token)).status)
      .not.toBe(503);
    const list = await veld.call(listObservations, { query: { user_id: anna.user.id } }, anna.token);
    expect(list.body.data.map((record) => record.id)).toEqual([id]);
  });

  it('S3: after all connections are cut, the server returns 503 briefly and then recovers', async () => {
    await save(veld, anna, randomUUID(), draft());
    const admin = new pg.Client({ connectionString: veld.databaseUrl });
    await admin.connect();
    for (let round = 0; round < 3; round++) {
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await save(veld, anna, randomUUID(), draft())).status));
      for (const status of statuses) expect([200, 503]).toContain(status);
      await expect.poll(async () => (await save(veld, anna, randomUUID(), draft())).status).toBe(200);
    }
    await admin.end();
  });
});
