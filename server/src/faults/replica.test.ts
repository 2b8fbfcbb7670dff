import { randomUUID } from 'node:crypto';
import { listComments, listObservations, POSITION_HEADER } from '@veld/contract';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { prepareDatabase } from '../prepare.ts';
import { canReplicate, type Node, startPrimary, startStandby, waitForReplay } from '../testing/cluster.ts';
import { type Person, person } from '../testing/people.ts';
import { draft, insertTaxa, save } from '../testing/records.ts';
import { type TestServer, testServer } from '../testing/server.ts';

const until = (holds: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 60_000 * inject('machineFactor'), interval: 50 });

describe.runIf(canReplicate)('lists that are read from a standby', () => {
  let primary: Node;
  let standby: Node;
  /** Allows it to be a minute behind. */
  let patient: TestServer;
  /** Allows it to be half a second behind. */
  let strict: TestServer;
  let anna: Person;
  let bram: Person;

  beforeAll(async () => {
    primary = await startPrimary();
    await prepareDatabase(primary.appUrl, { hasServerRole: false });
    standby = await startStandby(primary);
    const settings = { DATABASE_READ_URL: standby.appUrl };
    patient = await testServer({ ...settings, READ_MAX_LAG: '60' }, { on: primary.appUrl });
    strict = await testServer({ ...settings, READ_MAX_LAG: '0.5' }, { on: primary.appUrl, dataDir: patient.dataDir });
    await insertTaxa(patient);
    anna = await person(patient, 'anna');
    bram = await person(patient, 'bram');
    await waitForReplay(primary, standby);
    await readsFromStandby();
  });
  afterEach(async () => {
    await standby.query('select pg_wal_replay_resume()');
    await waitForReplay(primary, standby);
  });
  afterAll(async () => {
    await strict?.close();
    await patient?.close();
    await Promise.all([primary?.stop(), standby?.stop()]);
  });

  const idsIn = async (veld: TestServer, by: Person, position: string | null = null) => {
    const headers: Record<string, string> = position === null ? {} : { [POSITION_HEADER]: position };
    const { body } = await veld.call(listObservations, { query: { user_id: anna.user.id, limit: 50 } }, by.token, headers);
    return body.data.map(({ id }) => id);
  };
  const publish = async (veld: TestServer, more = {}) => {
    const id = randomUUID();
    const { headers, status } = await save(veld, anna, id, draft(more));
    expect(status).toBe(200);
    return { id, position: headers.get(POSITION_HEADER)! };
  };
  const pauseReplay = async () => {
    await standby.query('select pg_wal_replay_pause()');
    await until(
      async () => (await standby.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state'))[0]!.state === 'paused',
    );
  };
  /** Waits until the patient server reads from the standby: it does not see what was written while that replays nothing. */
  async function readsFromStandby(): Promise<void> {
    await pauseReplay();
    const { id } = await publish(patient);
    await until(async () => !(await idsIn(patient, bram)).includes(id));
    await standby.query('select pg_wal_replay_resume()');
    await until(async () => (await idsIn(patient, bram)).includes(id));
  }

  it('S22: have what the caller wrote, by the position that the write was answered with, and stay at the standby for others', async () => {
    await pauseReplay();
    const { id, position } = await publish(patient);
    expect(position).toMatch(/^[\da-f]{8}\.[\dA-F]{8}\.[\da-f]+$/);
    expect(await idsIn(patient, anna, position)).toContain(id);
    expect(await idsIn(patient, bram)).not.toContain(id);
  });

  it('S22: a record that the standby does not have yet is found with its comments', async () => {
    await pauseReplay();
    const { id } = await publish(patient);
    expect((await patient.call(listComments, { params: { id }, query: {} }, anna.token)).status).toBe(200);
    expect((await patient.call(listComments, { params: { id: randomUUID() }, query: {} }, anna.token)).status).toBe(404);
  });

  it('S22: a record that was hidden is shown from no standby that is further behind than READ_MAX_LAG', async () => {
    const { id } = await publish(strict);
    await waitForReplay(primary, standby);
    await pauseReplay();
    expect((await save(strict, anna, id, draft({ geoprivacy: 'private' }), 1)).status).toBe(200);
    expect(await idsIn(patient, bram)).toContain(id);
    await until(async () => !(await idsIn(strict, bram)).includes(id));
    // It still lacks that: this is the primary's answer.
    expect(await idsIn(patient, bram)).toContain(id);
    for (let read = 0; read < 5; read++) expect(await idsIn(strict, bram)).not.toContain(id);
  });

  it('S22: a position of another log is answered by the primary, with one of this log', async () => {
    await pauseReplay();
    const { id, position } = await publish(patient);
    for (const foreign of ['00000000.00000001.ff', position.replace(/\.0*1\./, '.00000009.'), 'none of these']) {
      const headers = { [POSITION_HEADER]: foreign };
      const answer = await patient.call(listObservations, { query: { user_id: anna.user.id, limit: 50 } }, anna.token, headers);
      expect(answer.body.data.map((record) => record.id)).toContain(id);
      expect(answer.headers.get(POSITION_HEADER)!.split('.').slice(0, 2)).toEqual(position.split('.').slice(0, 2));
    }
  });

  it('S22: are complete while the standby is down, and come from it again once it is back', async () => {
    const { id } = await publish(patient);
    await waitForReplay(primary, standby);
    await standby.kill();
    for (let read = 0; read < 5; read++) for (const veld of [patient, strict]) expect(await idsIn(veld, bram)).toContain(id);
    const { id: next } = await publish(patient);
    expect(await idsIn(patient, bram)).toContain(next);
    expect(await standby.start()).toBeNull();
    await waitForReplay(primary, standby);
    await readsFromStandby();
  });

  it('S22: a standby that does not follow this primary is not read', async () => {
    const other = await startStandby(primary);
    const veld = await testServer(
      { DATABASE_READ_URL: other.appUrl, READ_MAX_LAG: '60' },
      { on: primary.appUrl, dataDir: patient.dataDir },
    );
    try {
      await other.query('select pg_promote()');
      const { id } = await publish(veld);
      await until(async () => (await idsIn(veld, bram)).includes(id));
      for (let read = 0; read < 5; read++) expect(await idsIn(veld, bram)).toContain(id);
    } finally {
      await veld.close();
      await other.stop();
    }
  });
});
