import { badgeSeen, getUser, login, patchAccount, patchPreferences, toastSeen, wizardSeen, xpSeen } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, person, type Person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('the user of a session', () => {
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna');
  });
  afterAll(() => veld.close());

  const row = (id = anna.user.id) => veld.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('is returned without an envelope, and its app version and time zone are stored', async () => {
    const { body } = await veld.call(getUser, { query: { appVersion: '1.2.3', timezone: 'Africa/Johannesburg' } }, anna.token);
    expect(body).toMatchObject({ id: anna.user.id, name: 'anna', email: 'anna@example.org', roles: ['user'] });
    expect(await row()).toMatchObject({ app_version: '1.2.3', time_zone: 'Africa/Johannesburg' });
    for (const timezone of ['Mars/Olympus', '+02:00', '']) {
      expect((await veld.call(getUser, { query: { timezone } }, anna.token)).status).toBe(200);
      expect((await row()).time_zone, timezone).toBe('Africa/Johannesburg');
    }
  });

  it('has taxonomy_debug only if configured', async () => {
    const chosen = await testServer({ TAXONOMY_DEBUG_USER_ID: '01900000-0000-7000-8000-000000000001' });
    try {
      const chen = await person(chosen, 'chen');
      expect(chen.user.taxonomy_debug).toBe(false);
      await chosen.db
        .insertInto('users')
        .values({
          ...(await chosen.db.selectFrom('users').selectAll().where('id', '=', chen.user.id).executeTakeFirstOrThrow()),
          id: '01900000-0000-7000-8000-000000000001',
          email_key: 'debug@example.org',
          preferences: '{}',
          preferences_changed_at: '{}',
        })
        .execute();
      const { body } = await chosen.call(login, { body: { email: 'debug@example.org', password: PASSWORD } });
      expect(body.data.taxonomy_debug).toBe(true);
    } finally {
      await chosen.close();
    }
  });

  it('keeps the experience shown between its previous value and the total', async () => {
    await veld.db.updateTable('users').set({ total_xp: 100 }).where('id', '=', anna.user.id).execute();
    const see = async (total_xp_seen: number) => (await veld.call(xpSeen, { body: { total_xp_seen } }, anna.token)).body.data.total_xp_seen;
    expect(await see(40)).toBe(40);
    expect(await see(10)).toBe(40);
    expect(await see(Number.MAX_SAFE_INTEGER)).toBe(100);
    expect((await veld.call(xpSeen, { body: { total_xp_seen: -1 } }, anna.token)).status).toBe(422);
  });

  it('stores seen badges, messages and wizards once, even with simultaneous requests', async () => {
    await Promise.all([1, 2, 3, 4].map(() => veld.call(badgeSeen, { body: { badge: 'first_record' } }, anna.token)));
    await veld.call(badgeSeen, { body: { badge: 'species_10' } }, anna.token);
    await veld.db.insertInto('toasts').values({ id: 'spring', level: 'info', texts: '{"en":"Hello"}', audience: 'everyone' }).execute();
    await veld.call(toastSeen, { body: { toast: 'spring' } }, anna.token);
    const { body } = await veld.call(wizardSeen, { body: { wizard: 'gps' } }, anna.token);
    expect(body.data).toMatchObject({
      badges_seen: ['first_record', 'species_10'],
      toasts_seen: ['spring'],
      wizards_seen: ['gps'],
    });
    expect((await veld.call(badgeSeen, { body: { badge: 'Not A Mark' } }, anna.token)).status).toBe(422);
  });

  it('stores only badges, messages and wizards that there are', async () => {
    const ben = await person(veld, 'ben');
    const refused = [
      await veld.call(badgeSeen, { body: { badge: 'first_yeti' } }, ben.token),
      await veld.call(toastSeen, { body: { toast: 'never-sent' } }, ben.token),
      await veld.call(wizardSeen, { body: { wizard: 'observe.1' } }, ben.token),
    ];
    expect(refused.map(({ status, problem }) => [status, Object.keys(problem.errors ?? {})])).toEqual([
      [422, ['badge']],
      [422, ['toast']],
      [422, ['wizard']],
    ]);
    expect((await veld.call(getUser, {}, ben.token)).body).toMatchObject({ badges_seen: [], toasts_seen: [], wizards_seen: [] });
  });

  it('has a key for signing exports that is the same on every device of the person, and not that of anybody else', async () => {
    const key = (await veld.call(getUser, {}, anna.token)).body.export_key;
    expect(key).toMatch(/^[\w-]{43}$/);
    const again = await veld.call(login, { body: { email: anna.user.email, password: PASSWORD } });
    expect(again.body.data.export_key).toBe(key);
    const eva = await person(veld, 'eva');
    expect((await veld.call(getUser, {}, eva.token)).body.export_key).not.toBe(key);
  });

  it('accepts exactly one known preference', async () => {
    const set = (body: Record<string, unknown>) => veld.call(patchPreferences, { body }, anna.token);
    expect((await set({ language: 'pl' })).body.data.preferences.language).toBe('pl');
    expect((await set({ language: null })).body.data.preferences).toMatchObject({ language: null, theme: 'auto' });
    expect((await set({ name_languages: ['nl', 'de'] })).body.data.preferences.name_languages).toEqual(['nl', 'de']);
    expect((await set({ sync: { photos_on_wifi_only: true } })).body.data.preferences.sync).toEqual({ photos_on_wifi_only: true });
    const wrong: [Record<string, unknown>, string][] = [
      [{}, 'body'],
      [{ theme: 'dark', units: 'metric' }, 'body'],
      [{ is_pro: true }, 'is_pro'],
      [{ toString: 1 }, 'toString'],
      [{ theme: 'pink' }, 'theme'],
      [{ name_languages: ['nl', 'de', 'fr'] }, 'name_languages'],
      [{ sync: { photos_on_wifi_only: 'yes' } }, 'sync.photos_on_wifi_only'],
    ];
    for (const [body, field] of wrong) {
      const response = await set(body);
      expect(response.status, JSON.stringify(body)).toBe(422);
      expect(Object.keys(response.problem.errors!), JSON.stringify(body)).toEqual([field]);
    }
    expect((await row()).is_pro).toBe(false);
  });

  it('keeps all of several preferences set at the same time', async () => {
    await Promise.all([
      veld.call(patchPreferences, { body: { theme: 'dark' } }, anna.token),
      veld.call(patchPreferences, { body: { units: 'imperial' } }, anna.token),
      veld.call(patchPreferences, { body: { geoprivacy: 'obscured' } }, anna.token),
    ]);
    expect((await veld.call(getUser, {}, anna.token)).body.preferences).toMatchObject({
      theme: 'dark',
      units: 'imperial',
      geoprivacy: 'obscured',
    });
  });

  it('keeps the last choice of two devices, in whatever order they send it', async () => {
    const eva = await person(veld, 'eva');
    const set = async (theme: string, changed_at?: string) =>
      (await veld.call(patchPreferences, { body: { theme }, query: { changed_at } }, eva.token)).body.data.preferences.theme;
    expect(await set('dark', '2026-03-02T10:00:00Z')).toBe('dark');
    expect(await set('light', '2026-03-02T09:00:00Z'), 'chosen before').toBe('dark');
    expect(await set('contrast', '2026-03-02T11:00:00+02:00'), 'the same moment in another zone').toBe('dark');
    expect(await set('dark', '2026-03-02T10:00:00Z'), 'repeated').toBe('dark');
    // A clock that is ahead wins over nothing that is chosen later.
    expect(await set('contrast', '2200-01-01T00:00:00Z')).toBe('contrast');
    expect(await set('light')).toBe('light');
    const other = await veld.call(
      patchPreferences,
      { body: { units: 'imperial' }, query: { changed_at: '2026-03-01T00:00:00Z' } },
      eva.token,
    );
    expect(other.body.data.preferences, 'each preference has its own time').toMatchObject({ units: 'imperial', theme: 'light' });
    expect((await veld.call(patchPreferences, { body: { theme: 'dark' }, query: { changed_at: 'yesterday' } }, eva.token)).status).toBe(
      422,
    );
  });

  it('ignores stored preferences that are no longer valid', async () => {
    const bram = await person(veld, 'bram');
    await veld.db
      .updateTable('users')
      .set({ preferences: JSON.stringify({ theme: 'pink', units: 'imperial', gone: 1 }) })
      .where('id', '=', bram.user.id)
      .execute();
    expect((await veld.call(getUser, {}, bram.token)).body.preferences).toMatchObject({ theme: 'auto', units: 'imperial' });
  });

  it('can change name and country, and email and password with the current password', async () => {
    const chen = await person(veld, 'chen');
    const change = (body: object, token = chen.token) => veld.call(patchAccount, { body }, token);
    expect((await change({ name: 'Chen Li', country_code: 'ZA' })).body.data).toMatchObject({ name: 'Chen Li', country_code: 'ZA' });
    expect((await change({ country_code: null })).body.data.country_code).toBeNull();
    expect((await change({ roles: ['admin'] })).status).toBe(422);
    expect((await change({ email: 'new@example.org' })).problem.errors).toEqual({ current_password: ['This field is required.'] });
    expect((await change({ email: 'new@example.org', current_password: 'wrong' })).problem.errors).toEqual({
      current_password: ['This isn’t your current password.'],
    });
    const before = (await veld.call(login, { body: { email: 'chen@example.org', password: PASSWORD } })).body.token;
    expect((await change({ email: 'new@example.org', current_password: PASSWORD })).body.data.email).toBe('new@example.org');
    expect((await veld.call(getUser, {}, before)).status, 'a new address ends other sessions').toBe(401);
    expect((await veld.call(getUser, {}, chen.token)).status).toBe(200);
    const other = (await veld.call(login, { body: { email: 'new@example.org', password: PASSWORD } })).body.token;
    const next = 'two egrets on the levee';
    expect((await change({ password: 'qwertyuiop12', current_password: PASSWORD })).problem.errors).toHaveProperty('password');
    expect((await change({ password: 'Chen Li and a heron', current_password: PASSWORD })).problem.errors).toEqual({
      password: ['A password can’t contain your name or email. Choose another one.'],
    });
    expect((await change({ password: next, current_password: PASSWORD })).status).toBe(200);
    // This session stays valid, the others end.
    expect((await veld.call(getUser, {}, chen.token)).status).toBe(200);
    expect((await veld.call(getUser, {}, other)).status).toBe(401);
    expect((await veld.call(login, { body: { email: 'new@example.org', password: PASSWORD } })).status).toBe(401);
    expect((await veld.call(login, { body: { email: 'new@example.org', password: next } })).status).toBe(200);
  });
});
