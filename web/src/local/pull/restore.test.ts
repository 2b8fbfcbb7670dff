import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getObservation, type LoggedIn, register } from '@veld/contract';
import { createStore } from 'zustand/vanilla';
import { afterAll, expect, it } from 'vitest';
import { createApi } from '../net/api';
import type { AuthState } from '../session/auth-state';
import { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { deleteObservation, ownObservation, saveObservation, readSyncState } from '../records/observations';
import { createPull } from './pull';
import { OutboxSender } from '../outbox/sender';
import { NO_AUTH } from '../db/rows';
import { FakeClock } from '../testing/fake-clock';
import { tabLocks } from '../testing/app';
import { observer } from '../testing/people';

const folder = mkdtempSync(join(tmpdir(), 'veld-restore-'));
// The database's own account must reach it where the tests are run by root.
chmodSync(folder, 0o755);
const data = join(folder, 'data');
/** With owners and rights, as a backup is made. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);
let stopServer = async () => {};
afterAll(async () => {
  await stopServer();
  rmSync(folder, { recursive: true, force: true });
});

/** The real server with its own database, as somebody starts it; resolves with its address. */
async function startServer(): Promise<string> {
  const child = spawn(process.execPath, [resolve('server/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: data,
      PORT: '0',
      VELD_SAYS: '1',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  stopServer = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((found, fail) => {
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (address) found(address);
    });
    void ended.then(() => fail(new Error(`The server ended: ${said}`)));
  });
}

/** The page's `fetch` obeys the rules of an origin; this one only speaks HTTP. */
const plainFetch = ((address: string, init: RequestInit = {}) =>
  new Promise<Response>((done, fail) => {
    const asked = request(address, { method: init.method ?? 'GET', headers: init.headers as Record<string, string> }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
        done(new Response(body === '' ? null : body, { status: answer.statusCode ?? 0, headers }));
      });
    });
    asked.on('error', fail);
    asked.end(init.body as string | undefined);
  })) as typeof fetch;

function phone(baseUrl: string, { data: user, token }: LoggedIn) {
  const database = new UserDatabase(user.id);
  const store = createStore<AuthState>(() => ({ ...NO_AUTH, user, token, isReady: true }));
  const auth = {
    store,
    state: () => store.getState(),
    dropToken: () => Promise.resolve(),
    storeUser: () => Promise.resolve(),
    fetchUser: () => Promise.resolve(null),
  };
  const api = createApi({ baseUrl, fetch: plainFetch, token: () => token, language: () => 'en' });
  const parts = {
    database,
    api,
    auth,
    clock: new FakeClock(Date.now()),
    locks: tabLocks(),
    events: new EventTarget(),
    log: () => undefined,
  };
  const sender = new OutboxSender(parts);
  const pull = createPull(parts);
  return { database, user: observer(user), api, token, sender, pull };
}

it('S13: resubmits once what a restored server lost', async () => {
  let address = await startServer();
  const api = createApi({ baseUrl: address, fetch: plainFetch, token: () => null, language: () => 'en' });
  const anna = await api.call(register, {
    body: { name: 'anna', email: 'anna@example.org', password: 'heron over the quiet fen', country_code: 'NL' },
  });
  let device = phone(address, anna);
  const save = (notes: string, id = newId()) =>
    saveObservation(device.database, { verbatim_name: 'small brown bird', notes }, [], { id, user: device.user });
  const sync = async () => {
    await device.sender.flush();
    await device.pull.run();
    await device.sender.flush();
    await device.pull.run();
  };
  const old = await save('before the backup');
  const unwanted = await save('to be deleted');
  const changed = await save('first words');
  await sync();

  // The backup: the server stopped, its folder copied whole.
  await stopServer();
  copy(data, join(folder, 'backup'));
  address = await startServer();
  device = phone(address, anna);
  const lost = await save('after the backup');
  await save('second words', changed);
  await deleteObservation(device.database, unwanted);
  await sync();
  for (const id of [lost, changed]) expect(await readSyncState(device.database, id)).toBe('stored');

  await stopServer();
  rmSync(data, { recursive: true });
  copy(join(folder, 'backup'), data);
  writeFileSync(join(data, 'restored'), '');
  address = await startServer();
  device = phone(address, anna);
  const atServer = async (id: string) =>
    device.api.call(getObservation, { params: { id } }).then(
      (answer) => (answer.data as { notes: string | null }).notes,
      (error: { status: number }) => error.status,
    );
  expect([await atServer(lost), await atServer(changed), await atServer(unwanted)]).toEqual([404, 'first words', 'to be deleted']);

  await sync();
  expect(await atServer(old)).toBe('before the backup');
  expect(await atServer(lost)).toBe('after the backup');
  expect(await atServer(changed)).toBe('second words');
  expect(await atServer(unwanted)).toBe(404);
  expect(await ownObservation(device.database, lost)).toMatchObject({ notes: 'after the backup', version: 1 });
  expect(await ownObservation(device.database, unwanted)).toBeUndefined();
  expect(await device.database.outbox.count()).toBe(0);
  // Once: nothing is offered a second time.
  await sync();
  expect(await ownObservation(device.database, lost)).toMatchObject({ version: 1 });
  expect(await ownObservation(device.database, changed)).toMatchObject({ notes: 'second words', version: 2 });
}, 180_000);
