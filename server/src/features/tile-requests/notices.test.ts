import { randomUUID } from 'node:crypto';
import {
  cancelTileRequest,
  deleteTileRequest,
  listNotifications,
  type Notification,
  patchPreferences,
  putPush,
  putTileRequest,
  retryTileRequest,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { PushDevice } from '../../testing/push-device.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { sendDigests } from '../notifications/digest.ts';
import { describeEntry } from '../notifications/describe-entry.ts';
import { sendPushes } from '../notifications/push.ts';
import { findSummaries } from '../taxa/lineages.ts';
import { cleanUp } from './cleanup.ts';
import { workOff } from './build/queue.ts';

const AREA = { kind: 'circle', latitude: 52.1, longitude: 5.1, radius_km: 5 } as const;
const DAY_MS = 86_400_000;

describe('the notification of an offline map', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let admin: Person;
  let now = new Date('2026-06-01T10:00:00Z');
  const later = (ms: number) => (now = new Date(now.getTime() + ms));
  beforeAll(async () => {
    veld = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9', LIMIT_TILE_REQUESTS: '50', LIMIT_OFFLINE_MB: '1' }, { now: () => now });
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
    admin = await person(veld, 'dora', { roles: ['admin'] });
  });
  afterAll(() => veld.close());

  async function ask(who: Person, name: string, area: object = AREA): Promise<string> {
    const id = randomUUID();
    const body = { name, area: area as typeof AREA, min_zoom: 0, max_zoom: 6, layers: ['base' as const], source_id: null };
    await veld.call(putTileRequest, { params: { id }, body }, who.token);
    return id;
  }
  const list = async (who: Person) => (await veld.call(listNotifications, {}, who.token)).body.data;
  const short = (entries: readonly Notification[]) => entries.map(({ name, offline_map: map }) => [name, map!.moment]);

  it('is one entry for each map, with what was last: ready, about to be deleted, and nothing once it is', async () => {
    const marsh = await ask(anna, 'Marsh');
    later(1000);
    await ask(anna, 'Fen');
    await workOff(veld.context);
    const entries = await list(anna);
    expect(short(entries)).toEqual([
      ['Fen', 'ready'],
      ['Marsh', 'ready'],
    ]);
    expect(entries[0]).toMatchObject({ kind: 'offline_map', path: '/tile-requests', is_read: false, created_at: now.toISOString() });
    expect(await list(bram)).toEqual([]);

    later(22 * DAY_MS);
    await cleanUp(veld.context);
    expect(short(await list(anna))).toContainEqual(['Marsh', 'ready']);
    later(DAY_MS);
    for (let time = 0; time < 2; time++) await cleanUp(veld.context);
    const [soon] = await list(anna);
    expect(short(await list(anna)).toSorted()).toEqual([
      ['Fen', 'expires'],
      ['Marsh', 'expires'],
    ]);
    expect(soon!.offline_map!.until).toBe('2026-07-01T10:00:01.000Z');
    const events = await veld.db.selectFrom('notifications').select('cause_id').where('user_id', '=', anna.user.id).execute();
    expect(events, 'the daily job told it once').toHaveLength(4);

    later(7 * DAY_MS);
    await cleanUp(veld.context);
    expect(await list(anna)).toEqual([]);
    await veld.call(retryTileRequest, { params: { id: marsh } }, anna.token);
    await workOff(veld.context);
    expect(short(await list(anna))).toEqual([['Marsh', 'ready']]);
    await veld.call(deleteTileRequest, { params: { id: marsh } }, anna.token);
    expect(await list(anna)).toEqual([]);
  });

  it('says that one could not be built, also because an admin stopped it', async () => {
    await ask(bram, 'Russia', { kind: 'country', country_code: 'RU' });
    await workOff(veld.context);
    later(1000);
    const stopped = await ask(bram, 'Stopped');
    await veld.call(cancelTileRequest, { params: { id: stopped } }, admin.token);
    expect(short(await list(bram))).toEqual([
      ['Stopped', 'failed'],
      ['Russia', 'failed'],
    ]);
    later(1000);
    await veld.call(retryTileRequest, { params: { id: stopped } }, bram.token);
    await workOff(veld.context);
    expect(short(await list(bram))).toEqual([
      ['Stopped', 'ready'],
      ['Russia', 'failed'],
    ]);
  });

  it('is a push message, without a place, and nothing once the map is deleted', async () => {
    const eva = await person(veld, 'eva');
    await veld.call(patchPreferences, { body: { language: 'nl' } }, eva.token);
    const notifications = { has_push: true, quiet_from: 0, quiet_to: 0 };
    const answer = await veld.call(patchPreferences, { body: { notifications } }, eva.token);
    expect(answer.status).toBe(200);
    const device = new PushDevice('https://push.example.org/send/eva');
    await veld.call(putPush, { body: device.subscription }, eva.token);
    const received: unknown[] = [];
    const send = () =>
      sendPushes(veld.context, findSummaries, async (_address, { post }) => {
        received.push(device.decrypt(post!.headers, Buffer.from(post!.body)));
        return { status: 201, type: '', bytes: Buffer.alloc(0) };
      });
    await ask(eva, 'Veen');
    await workOff(veld.context);
    await send();
    await send();
    expect(received).toEqual([
      { title: 'Veld', body: 'De offlinekaart Veen is klaar', path: '/tile-requests', tag: expect.any(String) as string },
    ]);

    const russia = await ask(eva, 'Rusland', { kind: 'country', country_code: 'RU' });
    await workOff(veld.context);
    await veld.call(deleteTileRequest, { params: { id: russia } }, eva.token);
    await send();
    expect(received, 'of a map that is gone').toHaveLength(1);
  });

  it('is in the daily mail, in the language of the person, unless it is switched off', async () => {
    const chen = await person(veld, 'chen');
    await veld.db.updateTable('users').set({ email_confirmed_at: now }).execute();
    const prefer = (notifications: object) => veld.call(patchPreferences, { body: { notifications } }, chen.token);
    await veld.call(patchPreferences, { body: { language: 'de' } }, chen.token);
    await prefer({ has_digest: true, time_zone: 'UTC', digest_hour: 0 });
    await ask(chen, 'Moor');
    await workOff(veld.context);
    const mails = async () => {
      await sendDigests(veld.context, async () => new Map());
      const sent = await veld.db.selectFrom('mails').select('body').where('recipient', '=', 'chen@example.org').execute();
      return sent.filter(({ body }) => body.includes('•'));
    };
    const [mail] = await mails();
    expect(mail!.body).toContain('• Die Offline-Karte Moor ist fertig');
    expect(mail!.body).toContain('/tile-requests');
    expect(mail!.body, 'a place').not.toMatch(/52[.,]1|5[.,]1\b/);

    later(23 * DAY_MS);
    await cleanUp(veld.context);
    const [entry] = await list(chen);
    const words = describeEntry(entry!, 'nl');
    expect(words.path).toBe('/tile-requests');
    expect(words.text).toMatch(/^De offlinekaart Moor kun je nog downloaden tot en met \d+ \w+ 2026$/);
    await prefer({ app: { offline_map: false } });
    expect(await list(chen)).toEqual([]);
  });
});
