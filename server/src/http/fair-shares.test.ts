import { randomUUID } from 'node:crypto';
import { getFeed, patchPreferences, putIdentification } from '@veld/contract';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { type Person, person } from '../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../testing/records.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { WRITES_AT_ONCE } from './write-limit.ts';

describe('fair shares', () => {
  let veld: TestServer;
  let release = () => Promise.resolve();
  afterEach(async () => {
    await release();
    await veld.close();
  });

  /** Locks the writes of a person, so that whatever changes their records waits for `release`. */
  async function lockWritesOf({ user }: Person): Promise<void> {
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const transaction = veld.db.transaction().execute(async (tx) => {
      await sql`select 1 from owner_counters where user_id = ${user.id} for update`.execute(tx);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    release = async () => {
      released.resolve();
      await transaction;
    };
  }

  const within = <T>(ms: number, promise: Promise<T>) =>
    Promise.race([promise, new Promise<'late'>((done) => setTimeout(() => done('late'), ms * inject('machineFactor')))]);

  async function recordsOf(anna: Person, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids) expect((await save(veld, anna, id, draft())).status).toBe(200);
    return ids;
  }
  const identify = (who: Person, id: string) =>
    veld.call(
      putIdentification,
      { params: { id, identification: randomUUID() }, body: { taxon_id: TAXA.heron.id, disagrees: false, comment: '' } },
      who.token,
    );

  it('leave connections for reading, however many writes of however many people wait for a lock', async () => {
    veld = await testServer();
    await insertTaxa(veld);
    const [anna, emil] = [await person(veld, 'anna'), await person(veld, 'emil')];
    const others = await Promise.all(['bram', 'chen', 'dora'].map((name) => person(veld, name)));
    const records = await recordsOf(anna, 9);
    await lockWritesOf(anna);
    const writes = others.flatMap((who, at) => records.slice(3 * at, 3 * at + 3).map((id) => identify(who, id)));
    // Those that read before they write have come to the lock.
    await waitFor(async () => (await waitingForLocks()) >= 3);
    const read = await within(5_000, veld.call(getFeed, {}, emil.token));
    await release();
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 200));
    expect(read).toMatchObject({ status: 200 });
  });

  it('are four writes of a person at once: others wait briefly, then get 429, and other people’s are not affected', async () => {
    veld = await testServer({}, { maxWaitMs: 2_000 });
    await insertTaxa(veld);
    const [anna, bram, chen] = await Promise.all(['anna', 'bram', 'chen'].map((name) => person(veld, name)));
    const records = await recordsOf(anna!, 12);
    await lockWritesOf(anna!);
    const answers = Promise.all(records.map((id) => identify(bram!, id)));
    await waitFor(async () => (await waitingForLocks()) >= 3);
    expect(await waitingForLocks()).toBeLessThanOrEqual(WRITES_AT_ONCE);
    const other = await within(1_500, veld.call(patchPreferences, { body: { theme: 'dark' } }, chen!.token));
    const refused = (await answers).filter(({ status }) => status === 429);
    await release();
    expect(other).toMatchObject({ status: 200 });
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, problem } of refused) {
      expect(headers.get('retry-after')).toBe('2');
      expect(problem.type).toBe('/problems/too_many_requests');
    }
    // Those that waited in vain take no slot.
    expect((await identify(bram!, records[0]!)).status).toBe(200);
  });

  async function waitingForLocks(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = ${veld.database} and wait_event_type = 'Lock'
    `.execute(veld.db);
    return rows[0]!.n;
  }

  async function waitFor(isMet: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + 20_000 * inject('machineFactor'); !(await isMet()) && Date.now() < end;)
      await new Promise((done) => setTimeout(done, 20));
  }
});
