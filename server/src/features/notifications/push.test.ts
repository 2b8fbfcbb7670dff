import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { deletePush, getPush, login, logout, patchPreferences, putComment, putPush, putReaction, REACTION_EMOJI } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FetchRefused, type GuardedFetch, guardedFetcher } from '../../http/guarded-fetch.ts';
import { PASSWORD, person, type Person } from '../../testing/people.ts';
import { PushDevice } from '../../testing/push-device.ts';
import { draft, insertTaxa, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { findSummaries } from '../taxa/lineages.ts';
import type { FindTaxa } from './present.ts';
import { sendPushes, listWaiting } from './push.ts';

const ORIGIN = 'https://push.example.org';

describe('push messages', () => {
  let veld: TestServer;
  let now = new Date('2026-05-17T10:00:00Z');
  let anna: Person;
  let ben: Person;
  let record: string;
  /** Answers as a push service does, and keeps what it received. */
  let service: Server;
  let received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  let status: number;
  /** As the server's own, but the push service has a public name and is on this machine. */
  let fetch: GuardedFetch;
  beforeAll(async () => {
    service = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
        response.statusCode = status;
        response.end();
      });
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    const local = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const guarded = guardedFetcher({ userAgent: 'Veld/test', hasAnyPort: true });
    fetch = (address, options) => guarded(address.replace(ORIGIN, local), { ...options, trustedOrigin: local });
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    ben = await person(veld, 'ben');
  });
  afterAll(async () => {
    await veld.close();
    service.closeAllConnections();
    service.close();
  });
  beforeEach(async () => {
    now = new Date('2026-05-17T10:00:00Z');
    received = [];
    status = 201;
    await veld.db.deleteFrom('notifications').execute();
    await veld.db.deleteFrom('push_subscriptions').execute();
    await veld.db.updateTable('users').set({ preferences_changed_at: '{}' }).execute();
    await prefer({ has_push: true, time_zone: 'Europe/Amsterdam' });
    record = randomUUID();
    await save(veld, anna, record, draft({ geoprivacy: 'obscured' }));
  });

  const prefer = (notifications: object) => veld.call(patchPreferences, { body: { notifications } }, anna.token);
  const comment = (who = ben) => {
    const body = { text: 'Near the weir at 52.09083', write_id: randomUUID(), written_at: now.toISOString(), is_edit: false };
    return veld.call(putComment, { params: { id: record, comment: randomUUID() }, body }, who.token);
  };
  const subscribe = async (device: PushDevice, token = anna.token) =>
    (await veld.call(putPush, { body: device.subscription }, token)).status;
  const send = (by = fetch) => sendPushes(veld.context, findSummaries, by);
  const left = async () => (await veld.db.selectFrom('push_subscriptions').select('endpoint').execute()).map(({ endpoint }) => endpoint);

  it('are encrypted for the device, signed by the server, and sent once', async () => {
    const device = new PushDevice(`${ORIGIN}/send/1`);
    expect([await subscribe(device), await subscribe(device)]).toEqual([204, 204]);
    await comment();
    await send();
    await send();
    expect(received.map(({ path }) => path)).toEqual(['/send/1']);
    const [{ headers, body }] = received as [(typeof received)[number]];
    const path = `/observations/${record}#comments`;
    const payload = device.decrypt(headers, body);
    expect(payload).toEqual({ title: 'Example kingfisher', body: 'ben commented', path, tag: expect.any(String) as string });
    expect(JSON.stringify(payload), 'a place').not.toMatch(/52\.|weir/);
    const { data } = (await veld.call(getPush, {}, anna.token)).body;
    expect(data.is_subscribed).toBe(true);
    expect(isSigned(headers.authorization!, data.public_key)).toBe(true);
    expect(() => new PushDevice(ORIGIN).decrypt(headers, body), 'by another device').toThrow('authenticate data');
  });

  it('wait for the end of the quiet hours, and are not sent if they were read meanwhile', async () => {
    const device = new PushDevice(`${ORIGIN}/send/1`);
    await subscribe(device);
    now = new Date('2026-05-17T21:30:00Z');
    await comment();
    await send();
    now = new Date('2026-05-18T04:59:00Z');
    await send();
    expect(received).toHaveLength(0);
    now = new Date('2026-05-18T05:00:00Z');
    await send();
    expect(received).toHaveLength(1);
    now = new Date('2026-05-18T21:30:00Z');
    await comment();
    await veld.db.updateTable('notifications').set({ read_at: now }).execute();
    now = new Date('2026-05-19T10:00:00Z');
    await send();
    expect(received).toHaveLength(1);
  });

  it('are sent only of kinds that are on, and only to people who want them', async () => {
    await subscribe(new PushDevice(`${ORIGIN}/send/1`));
    await prefer({ has_push: true, push: { comment: false } });
    await comment();
    await send();
    await prefer({ has_push: false });
    await comment();
    await send();
    await prefer({ has_push: true });
    await send();
    expect(received, 'later').toHaveLength(0);
  });

  it('reach others while a push service does not answer, which gets one message only', async () => {
    const slow = Promise.withResolvers<never>();
    const asked: string[] = [];
    const partly: GuardedFetch = (address, options) => {
      asked.push(address);
      return address.endsWith('/slow') ? slow.promise : fetch(address, options);
    };
    await subscribe(new PushDevice(`${ORIGIN}/send/slow`));
    const { body } = await veld.call(login, { body: { email: 'anna@example.org', password: PASSWORD } });
    const device = new PushDevice(`${ORIGIN}/send/1`);
    await subscribe(device, body.token);
    await comment();
    await veld.call(
      putReaction,
      { params: { id: record }, body: { emoji: REACTION_EMOJI.heart, write_id: randomUUID(), chosen_at: now.toISOString() } },
      ben.token,
    );
    await prefer({ has_push: true, push: { reaction: true } });
    const sending = send(partly);
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0));
    slow.reject(new FetchRefused('unreachable'));
    await sending;
    expect(asked.filter((address) => address.endsWith('/slow'))).toHaveLength(1);
    expect(await left()).toHaveLength(2);
    await veld.call(logout, {}, body.token);
  });

  it('are sent to others although one person’s cannot be made', async () => {
    await subscribe(new PushDevice(`${ORIGIN}/send/anna`));
    await subscribe(new PushDevice(`${ORIGIN}/send/ben`), ben.token);
    await veld.call(patchPreferences, { body: { language: 'de' } }, anna.token);
    await veld.call(patchPreferences, { body: { notifications: { has_push: true, time_zone: 'Europe/Amsterdam' } } }, ben.token);
    await veld.db
      .insertInto('notifications')
      .values(
        [anna, ben].map(({ user }) => ({
          user_id: user.id,
          entry_id: randomUUID(),
          cause_id: 'x',
          kind: 'moderation' as const,
          reason: 'own_content' as const,
          needs_push: true,
        })),
      )
      .execute();
    const failing: FindTaxa = async (_db, _ids, language) => {
      if (language === 'de') throw new Error('no German names today');
      // Later than the fault.
      await new Promise((done) => setTimeout(done, 100));
      return new Map();
    };
    await expect(sendPushes(veld.context, failing, fetch)).rejects.toThrow('1 of 2');
    expect(received.map(({ path }) => path)).toEqual(['/send/ben']);
    await veld.call(patchPreferences, { body: { language: 'en' } }, anna.token);
    await veld.call(patchPreferences, { body: { notifications: { has_push: false } } }, ben.token);
  });

  it('begin with those who have waited longest, and go on after those in their quiet hours', async () => {
    const people = [ben.user.id, anna.user.id, (await person(veld, 'chen')).user.id];
    for (const [index, user_id] of people.entries())
      await veld.db
        .insertInto('notifications')
        .values({ user_id, entry_id: randomUUID(), cause_id: String(index), kind: 'quality', reason: 'own_record', needs_push: true })
        .execute();
    const [first, ...others] = await listWaiting(veld.db, 0, 1);
    expect([first!.user_id, others]).toEqual([people[0], []]);
    expect((await listWaiting(veld.db, first!.first, 9)).map(({ user_id }) => user_id)).toEqual(people.slice(1));
  });

  it('are no longer sent to a device that the push service does not know', async () => {
    for (const gone of [404, 410]) {
      await subscribe(new PushDevice(`${ORIGIN}/send/${gone}`));
      status = gone;
      await comment();
      await send();
      expect(await left()).toEqual([]);
    }
    status = 503;
    await subscribe(new PushDevice(`${ORIGIN}/send/503`));
    await comment();
    await send();
    expect(await left(), 'that has trouble').toHaveLength(1);
  });

  it('end with the session, and do not reach the next person on a device', async () => {
    const device = new PushDevice(`${ORIGIN}/send/1`);
    const { body } = await veld.call(login, { body: { email: 'anna@example.org', password: PASSWORD } });
    await subscribe(device, body.token);
    expect(await left()).toEqual([device.endpoint]);
    await veld.call(logout, {}, body.token);
    expect(await left()).toEqual([]);
    await subscribe(device);
    await subscribe(device, ben.token);
    expect(await veld.db.selectFrom('push_subscriptions').select('user_id').execute()).toEqual([{ user_id: ben.user.id }]);
    expect((await veld.call(getPush, {}, anna.token)).body.data.is_subscribed).toBe(false);
    const stop = () => veld.call(deletePush, {}, ben.token).then((answer) => answer.status);
    expect([await stop(), await stop()]).toEqual([204, 204]);
    expect(await left()).toEqual([]);
  });

  it('never reach an address that is not on the public internet', async () => {
    const { port } = service.address() as AddressInfo;
    const lookup = ((_host: string, _options: unknown, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as LookupFunction;
    const guarded = guardedFetcher({ userAgent: 'Veld/test', hasAnyPort: true, lookup });
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, '10.0.0.1', `push.example.org:${port}`]) {
      expect(await subscribe(new PushDevice(`https://${host}/send`))).toBe(204);
      await comment();
      await send(guarded);
      expect(await left(), host).toEqual([]);
    }
    expect(received).toEqual([]);
  });

  it('need an address with https and usable keys', async () => {
    const { subscription } = new PushDevice(`${ORIGIN}/send/1`);
    for (const change of [{ endpoint: 'http://push.example.org/send' }, { endpoint: 'javascript:0' }, { keys: { p256dh: 'A', auth: 'B' } }])
      expect((await veld.call(putPush, { body: { ...subscription, ...change } }, anna.token)).status).toBe(422);
    expect(await left()).toEqual([]);
  });
});

/** Whether a request is signed with the private key of a public one (RFC 8292). */
function isSigned(authorization: string, publicKey: string): boolean {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization)!;
  const [header, claims, signature] = token!.split('.') as [string, string, string];
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  const signed = Buffer.from(`${header}.${claims}`);
  const isRight = verify('sha256', signed, { key: verifier, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  return isRight && key === publicKey && aud === ORIGIN;
}
