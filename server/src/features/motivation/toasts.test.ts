import {
  deleteToast,
  getUser,
  listAdminActs,
  listAllToasts,
  listNotifications,
  listToasts,
  putToast,
  toastSeen,
  type ToastDraft,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { announceToasts } from './toasts.ts';

const NOW = new Date('2026-05-17T10:30:00Z');

describe('messages of the administrators', () => {
  let veld: TestServer;
  let admin: Person;
  let anna: Person;
  let bram: Person;
  let now = NOW;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    admin = await person(veld, 'emil', { roles: ['admin'] });
    anna = await person(veld, 'anna', { country_code: 'NL' });
    bram = await person(veld, 'bram', { country_code: 'BE', isPro: true });
  });
  afterAll(() => veld.close());

  const write = (id: string, change: Partial<ToastDraft> = {}, who = admin) =>
    veld.call(putToast, { params: { id }, body: { level: 'info', text: { en: 'Hello', nl: 'Hallo' }, ...change } }, who.token);
  const shown = async (who: Person, language = 'en') =>
    (await veld.call(listToasts, {}, who.token, { 'accept-language': language })).body.data.map(({ id, text }) => [id, text]);
  const remove = (id: string) => veld.call(deleteToast, { params: { id } }, admin.token);

  it('are for everybody, in their language or in English, until they have seen them', async () => {
    expect((await write('spring', { link: '/identify' })).status).toBe(204);
    expect(await shown(anna, 'nl')).toEqual([['spring', 'Hallo']]);
    expect(await shown(bram, 'pl')).toEqual([['spring', 'Hello']]);
    const { toasts_seen } = (await veld.call(toastSeen, { body: { toast: 'spring' } }, anna.token)).body.data;
    expect(toasts_seen).toEqual(['spring']);
    expect(await shown(anna)).toEqual([]);
    // A changed one is not shown again.
    await write('spring', { text: { en: 'Hello again' } });
    expect([await shown(anna), await shown(bram)]).toEqual([[], [['spring', 'Hello again']]]);
    await remove('spring');
    expect((await remove('spring')).status).toBe(204);
    expect(await shown(bram)).toEqual([]);
  });

  it('are for an audience, a country and a time', async () => {
    await write('pro', { audience: 'pro' });
    await write('admins', { audience: 'admin' });
    await write('belgium', { country_code: 'BE' });
    await write('over', { ends_at: '2026-05-17T10:30:00Z' });
    await write('later', { starts_at: '2026-05-17T10:31:00Z' });
    await write('now', { starts_at: '2026-05-17T12:30:00+02:00', ends_at: '2026-05-18T00:00:00Z' });
    const ids = async (who: Person) => (await shown(who)).map(([id]) => id).toSorted();
    expect([await ids(anna), await ids(bram), await ids(admin)]).toEqual([['now'], ['belgium', 'now', 'pro'], ['admins', 'now']]);
  });

  it('are written by admins only, with an English text and a safe link', async () => {
    expect((await write('mine', {}, anna)).status).toBe(403);
    expect((await write('bad', { text: { nl: 'Hallo' } })).problem.errors).toHaveProperty('text');
    for (const link of ['javascript:alert(1)', '//evil.example', 'http://example.org', 'feed'])
      expect((await write('bad', { link })).problem.errors).toHaveProperty('link');
    expect((await write('bad', { text: { en: 'x'.repeat(301) } })).status).toBe(422);
    expect((await veld.call(getUser, {}, anna.token)).body.toasts_seen).toEqual(['spring']);
  });

  it('are notifications too, from their start until their end, in the language of whoever reads them', async () => {
    const told = async (who: Person, language = 'en') => {
      for (let again = 0; again < 2; again++) await announceToasts(veld.context);
      const { data } = (await veld.call(listNotifications, { query: { kind: 'announcement' } }, who.token, { 'accept-language': language }))
        .body;
      return data.map(({ name, path, reason }) => [name, path, reason]);
    };
    const text = { en: 'Moths', nl: 'Nachtvlinders' };
    await write('moths', {
      text,
      starts_at: '2026-05-17T11:00:00Z',
      ends_at: '2026-05-18T00:00:00Z',
      country_code: 'NL',
      link: '/projects',
    });
    expect((await told(anna)).map(([name]) => name)).not.toContain('Moths');
    now = new Date('2026-05-17T11:00:00Z');
    const entry = ['/projects', 'everyone'];
    expect(await told(anna, 'nl')).toEqual(expect.arrayContaining([['Nachtvlinders', ...entry]]));
    expect(await told(anna, 'pl'), 'without a Polish text').toEqual(expect.arrayContaining([['Moths', ...entry]]));
    expect(await told(bram), 'of another country').not.toContainEqual(['Moths', ...entry]);
    await write('moths', { text: { en: 'Moths tonight' }, ends_at: '2026-05-18T00:00:00Z', country_code: 'NL', link: '/projects' });
    expect(await told(anna), 'once, with its text of now').toEqual(expect.arrayContaining([['Moths tonight', ...entry]]));
    now = new Date('2026-05-18T00:00:00Z');
    expect(await told(anna), 'after its end').not.toContainEqual(['Moths tonight', ...entry]);
    now = NOW;
  });

  it('are all listed for admins, and what these do is in the log', async () => {
    await write('listed', { text: { en: 'Hello', nl: 'Hallo' }, audience: 'pro' });
    expect((await veld.call(listAllToasts, {}, anna.token)).status).toBe(403);
    const { data } = (await veld.call(listAllToasts, {}, admin.token)).body;
    expect(data.find(({ id }) => id === 'listed')).toMatchObject({ text: { en: 'Hello', nl: 'Hallo' }, audience: 'pro', ends_at: null });
    await remove('listed');
    await remove('listed');
    const acts = (await veld.call(listAdminActs, {}, admin.token)).body.data.filter(({ subject_id }) => subject_id === 'listed');
    expect(acts.map(({ action }) => action)).toEqual(['delete_announcement', 'put_announcement']);
  });
});
