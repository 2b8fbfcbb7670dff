import { randomUUID } from 'node:crypto';
import { getReady } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDatabase } from '../prepare.ts';
import { type Balancer, canReplicate, type Node, startBalancer, startPrimary, startStandby, waitForReplay } from '../testing/cluster.ts';
import { type Person, person } from '../testing/people.ts';
import { draft, insertTaxa, save } from '../testing/records.ts';
import { type TestServer, testServer } from '../testing/server.ts';

describe.runIf(canReplicate)('a database that takes no writes', () => {
  let primary: Node;
  let standby: Node;
  let balancer: Balancer;
  let veld: TestServer;
  let anna: Person;

  beforeAll(async () => {
    primary = await startPrimary();
    await prepareDatabase(primary.appUrl, { hasServerRole: false });
    balancer = await startBalancer(primary);
    veld = await testServer({}, { on: balancer.url });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    standby = await startStandby(primary);
    await waitForReplay(primary, standby);
  });
  afterAll(async () => {
    await veld?.close();
    await balancer?.close();
    await Promise.all([primary?.stop(), standby?.stop()]);
  });

  const expectLater = async () => {
    const ready = await veld.call(getReady);
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2']);
    const refused = await save(veld, anna, randomUUID(), draft());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(refused.problem).toMatchObject({ type: '/problems/unavailable' });
  };

  it('S21: is 503 with Retry-After for writes and for the readiness while it is a standby, and works again once that is the primary', async () => {
    balancer.pointAt(standby);
    await expect.poll(async () => (await veld.call(getReady)).headers.get('retry-after')).toBe('2');
    await expectLater();
    // Reading goes on.
    expect((await veld.fetch('/api/observations', { headers: { authorization: `Bearer ${anna.token}` } })).status).toBe(200);
    balancer.pointAt(primary);
    await expect.poll(async () => (await save(veld, anna, randomUUID(), draft())).status).toBe(200);
    expect((await veld.call(getReady)).status).toBe(200);
  });

  it('S21: leaves a connection that leads to a standby, where the balancer keeps it open', async () => {
    balancer.pointAt(standby);
    await expect.poll(async () => (await save(veld, anna, randomUUID(), draft())).problem.type).toBe('/problems/unavailable');
    await expectLater();
    balancer.pointAt(primary, { keepsOpen: true });
    await expect.poll(async () => (await save(veld, anna, randomUUID(), draft())).status).toBe(200);
  });

  it('S21: is the same where the operator has forbidden writes', async () => {
    await primary.query('alter database veld set default_transaction_read_only = on');
    balancer.pointAt(primary);
    await expect.poll(async () => (await veld.call(getReady)).headers.get('retry-after')).toBe('2');
    await expectLater();
    await primary.query('alter database veld reset default_transaction_read_only');
    balancer.pointAt(primary);
    await expect.poll(async () => (await veld.call(getReady)).status).toBe(200);
  });
});
