import { describe, expect, it, vi } from 'vitest';
import type { User } from '@veld/contract';
import { createApi } from '../net/api';
import { createAuth } from './auth';
import { openUserDatabase, VeldDatabase } from '../db/database';
import { newId } from '../db/ids';
import { saveObservation } from '../records/observations';
import { listOutbox } from '../outbox/outbox';
import { OutboxSender } from '../outbox/sender';
import { createRevocations } from './revocations';
import { FakeClock, waitForIdle } from '../testing/fake-clock';
import { observer, person } from '../testing/people';
import { type Answer, type Asked, BAD_GATEWAY, json, LOGIN_PAGE, problem } from '../testing/veld-server';

type Answers = (asked: Asked) => Answer | 'no-connection' | Promise<Answer>;

function tab(options: { database?: VeldDatabase; answers?: Answers; language?: string; user?: User; mark?: string } = {}) {
  const user = options.user ?? person('anna', { id: newId() });
  const database = options.database ?? new VeldDatabase(`veld-${newId()}`);
  const clock = new FakeClock();
  const asked: Asked[] = [];
  const state = { isOnline: true, answers: options.answers ?? ((): Answer => json(user)), login: null as Answer | null };
  const fetched: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'https://veld.test');
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    const one = { method: init.method ?? 'GET', path: url.pathname + url.search, headers: init.headers as Record<string, string>, body };
    asked.push(one);
    let answer: Answer | 'no-connection';
    if (url.pathname === '/api/login')
      answer =
        state.login ?? json({ token: `token-${options.mark ?? ''}${asked.length}`, revoke_key: `revoke-${asked.length}`, data: user });
    else if (url.pathname === '/api/logout' && options.answers === undefined) answer = { status: 204 };
    else answer = await state.answers(one);
    if (answer === 'no-connection') throw new TypeError('Failed to fetch');
    return new Response(answer.body ?? null, { status: answer.status, headers: answer.headers ?? {} });
  };
  const api = createApi({ fetch: fetched, token: () => auth.state().token, language: () => 'en' });
  const revocations = createRevocations({ database, api, clock, random: () => 1 });
  const clearPrivateCaches = vi.fn<() => void>();
  const auth = createAuth({
    database,
    api,
    revocations,
    clock,
    isOnline: () => state.isOnline,
    language: () => options.language ?? 'en',
    appVersion: '1.2.3',
    timezone: () => 'Europe/Amsterdam',
    deviceName: () => 'Firefox, Linux',
    clearPrivateCaches,
  });
  const login = () => auth.login({ email: user.email, password: 'a long password' });
  const asksFor = (method: string, path: string) => asked.filter((one) => one.method === method && one.path.startsWith(path));
  return { user, database, clock, asked, asksFor, state, api, revocations, auth, login, clearPrivateCaches };
}

describe('logging in', () => {
  it('keeps user, token and country over a reload', async () => {
    const anna = tab();
    expect([anna.auth.check(), anna.auth.loggedIn()]).toEqual([false, false]);
    await anna.login();
    await anna.auth.settled();
    expect([anna.auth.check(), anna.auth.loggedIn()]).toEqual([true, true]);
    const reloaded = tab({ database: anna.database });
    expect(reloaded.auth.check()).toBe(false);
    await reloaded.auth.ready();
    expect(reloaded.auth.state()).toMatchObject({ user: { id: anna.user.id }, token: 'token-1', userCountryCode: 'NL', isReady: true });
  });

  it('decision 0023: fetches the user directly afterwards, with app version and time zone', async () => {
    const anna = tab();
    await anna.login();
    expect(anna.asked.map((one) => one.path)).toEqual(['/api/login', '/api/user?appVersion=1.2.3&timezone=Europe%2FAmsterdam']);
    expect(anna.asked[0]?.headers).not.toHaveProperty('authorization');
    expect(anna.asked[0]?.body).toMatchObject({ device_name: 'Firefox, Linux' });
    const device_secret = await anna.database.deviceSecret();
    await anna.auth.logout();
    await anna.login();
    expect(anna.asksFor('POST', '/api/login').map(({ body }) => body)).toEqual([
      expect.objectContaining({ device_secret }),
      expect.objectContaining({ device_secret }),
    ]);
  });

  it('begins a session, or an account, without the token of the session before', async () => {
    const anna = tab();
    await anna.login();
    await anna.login();
    anna.state.answers = (one) =>
      json(one.path === '/api/register' ? { token: 'token-new', revoke_key: 'revoke-new', data: anna.user } : anna.user);
    await anna.auth.register({ name: 'anna', email: anna.user.email, password: 'a long password', country_code: 'NL' });
    const asked = [...anna.asksFor('POST', '/api/login'), ...anna.asksFor('POST', '/api/register')];
    expect(asked).toHaveLength(3);
    for (const { headers } of asked) expect(headers).not.toHaveProperty('authorization');
    expect(anna.auth.state().token).toBe('token-new');
  });

  it('a refused login changes nothing: nobody stays nobody, and anna stays logged in', async () => {
    const device = tab();
    device.state.login = problem(401, 'credentials');
    await expect(device.login()).rejects.toMatchObject({ kind: 'problem', code: 'credentials' });
    expect([device.auth.check(), device.auth.loggedIn()]).toEqual([false, false]);
    expect(await device.database.storedAuth()).toMatchObject({ user: null, token: null });

    device.state.login = null;
    await device.login();
    const before = await device.database.storedAuth();
    device.state.login = problem(401, 'credentials');
    await expect(device.login()).rejects.toMatchObject({ kind: 'problem', code: 'credentials' });
    expect(device.auth.state()).toMatchObject({ user: { id: device.user.id }, token: before.token, needs_login: false });
    expect(await device.database.storedAuth()).toEqual(before);
  });

  it('a change of the account is kept over a reload, and a refused one is not', async () => {
    const anna = tab();
    await anna.login();
    anna.state.answers = () => problem(422, 'validation');
    await expect(anna.auth.patchAccount({ name: 'x' })).rejects.toMatchObject({ code: 'validation' });
    expect(anna.auth.state().user?.name).toBe(anna.user.name);
    anna.state.answers = () => json({ data: { ...anna.user, name: 'Anna Vogel' } });
    await anna.auth.patchAccount({ name: 'Anna Vogel' });
    expect(anna.auth.state().user?.name).toBe('Anna Vogel');
    expect((await anna.database.storedAuth()).user?.name).toBe('Anna Vogel');
  });
});

describe('fetching the user', () => {
  it('is skipped when offline, and when not logged in unless forced', async () => {
    const anna = tab();
    await anna.auth.fetchUser();
    await anna.auth.fetchUser({ force: true });
    expect(anna.asked).toHaveLength(0);
    await anna.login();
    anna.asked.length = 0;
    anna.state.isOnline = false;
    await anna.auth.fetchUser({ force: true });
    expect(anna.asked).toHaveLength(0);
    anna.state.isOnline = true;
    await anna.auth.fetchUser();
    expect(anna.asked).toHaveLength(1);
  });

  it('sends one request for simultaneous calls', async () => {
    const anna = tab();
    await anna.login();
    anna.asked.length = 0;
    await Promise.all([anna.auth.fetchUser(), anna.auth.fetchUser({ force: true }), anna.auth.fetchUser()]);
    expect(anna.asked).toHaveLength(1);
  });

  for (const [name, answer, isCleared] of [
    ['401', problem(401, 'not_logged_in'), true],
    ['500', problem(500, 'internal'), true],
    ['502 of a proxy', BAD_GATEWAY, true],
    ['a login page with 200', LOGIN_PAGE, false],
    ['no network', 'no-connection', false],
  ] as const) {
    it(`decision 0023: forced and answered by ${name}, the token is ${isCleared ? 'cleared' : 'kept'} and the user stays`, async () => {
      const anna = tab();
      await anna.login();
      anna.state.answers = () => answer;
      expect(await anna.auth.fetchUser({ force: true })).toBeNull();
      expect(anna.auth.state().token === null).toBe(isCleared);
      expect(anna.auth.state().needs_login).toBe(isCleared);
      expect(anna.auth.check()).toBe(true);
      expect((await anna.database.storedAuth()).token === null).toBe(isCleared);
    });
  }

  it('clears nothing after a failure if not forced', async () => {
    const anna = tab();
    await anna.login();
    anna.state.answers = () => problem(500, 'internal');
    await anna.auth.fetchUser();
    expect(anna.auth.loggedIn()).toBe(true);
  });

  it('decision 0023: clears the token only if it is still the one sent', async () => {
    const anna = tab();
    await anna.login();
    let answer: (answer: Answer) => void = () => {};
    anna.state.answers = () => new Promise<Answer>((resolve) => (answer = resolve));
    const fetching = anna.auth.fetchUser({ force: true });
    await waitForIdle();
    const other = tab({ database: anna.database, user: anna.user, mark: 'other-' });
    await other.login();
    answer(problem(401, 'not_logged_in'));
    await fetching;
    expect((await anna.database.storedAuth()).token).toBe('token-other-1');
  });

  it('ignores a response that arrives after the logout', async () => {
    const anna = tab();
    await anna.login();
    let answer: (answer: Answer) => void = () => {};
    anna.state.answers = (one) => (one.path === '/api/logout' ? { status: 204 } : new Promise<Answer>((resolve) => (answer = resolve)));
    const fetching = anna.auth.fetchUser();
    await waitForIdle();
    await anna.auth.logout();
    answer(json(anna.user));
    await fetching;
    expect(anna.auth.check()).toBe(false);
    expect((await anna.database.storedAuth()).user).toBeNull();
  });
});

describe('logging out', () => {
  it('C13: forgets at once even if the call fails, and ends the session later with the revoke key', async () => {
    const anna = tab({ answers: (one) => (one.path === '/api/logout' ? 'no-connection' : json(anna.user)) });
    await anna.login();
    const records = openUserDatabase(anna.user.id);
    await saveObservation(records, { taxon_id: 17 }, [], { user: observer(anna.user) });
    const stop = anna.revocations.start();
    await anna.auth.logout();
    expect(anna.auth.state()).toMatchObject({ user: null, token: null, revoke_key: null, userCountryCode: 'NL' });
    expect(anna.clearPrivateCaches).toHaveBeenCalledTimes(1);
    await waitForIdle();
    expect(await anna.database.revocations.count()).toBe(1);
    expect(JSON.stringify(await anna.database.settings.toArray())).not.toContain('token-1');
    // The records stay, unsent ones too.
    expect(await records.observations.count()).toBe(1);
    expect(await listOutbox(records)).toHaveLength(1);

    // The second try waits twice as long.
    const tries = () => anna.asksFor('POST', '/api/logout').map((one) => one.headers.authorization);
    await anna.clock.advance(4999);
    expect(tries()).toHaveLength(1);
    await anna.clock.advance(1);
    expect(tries()).toHaveLength(2);
    await anna.clock.advance(9999);
    expect(tries()).toHaveLength(2);

    // Not while it is stopped.
    stop();
    await anna.clock.advance(60_000);
    expect(tries()).toHaveLength(2);
    anna.state.answers = () => ({ status: 204 });
    const stopAgain = anna.revocations.start();
    await waitForIdle();
    expect(tries()).toEqual(['Bearer revoke-1', 'Bearer revoke-1', 'Bearer revoke-1']);
    expect(await anna.database.revocations.count()).toBe(0);
    stopAgain();
  });

  it('on deletion of the own account, sends the choice for the records with the deletion, until it succeeds', async () => {
    const anna = tab({
      answers: (one) =>
        one.path === '/api/delete-account' ? 'no-connection' : json(one.method === 'PATCH' ? { data: anna.user } : anna.user),
    });
    await anna.login();
    await anna.auth.deleteAccount({ onDelete: 'erase', confirmation: 'c-1' });
    expect(anna.auth.check()).toBe(false);
    await waitForIdle();
    expect(
      anna.asked
        .filter(({ method }) => method !== 'GET')
        .slice(1)
        .map((one) => [one.path, one.body]),
    ).toEqual([['/api/delete-account', { on_delete: 'erase', confirmation: 'c-1' }]]);
    anna.state.answers = () => ({ status: 204 });
    await anna.clock.advance(5000);
    await anna.revocations.send();
    expect(await anna.database.revocations.count()).toBe(0);
    expect(anna.asked.at(-1)?.headers.authorization).toBe('Bearer token-1');
  });

  it('of an admin waits for the server, and leaves the session and the account if it refuses', async () => {
    const anna = tab();
    await anna.login();
    await anna.auth.storeUser({ ...anna.user, roles: ['user', 'admin'] }, 'token-1');
    anna.state.answers = (one) =>
      one.method === 'PATCH' ? json({ data: anna.user }) : problem(422, 'validation', { errors: { successor_id: ['Choose one'] } });
    await expect(anna.auth.deleteAccount({ onDelete: 'erase' })).rejects.toMatchObject({ status: 422 });
    expect(anna.auth.loggedIn()).toBe(true);
    expect(await anna.database.revocations.count()).toBe(0);
    const successorId = newId();
    anna.state.answers = () => ({ status: 204 });
    await anna.auth.deleteAccount({ onDelete: 'erase', successorId });
    expect(anna.asked.slice(-1).map((one) => [one.path, one.body])).toEqual([
      ['/api/delete-account', { on_delete: 'erase', successor_id: successorId }],
    ]);
    expect(anna.auth.check()).toBe(false);
  });

  it('of an admin succeeds when the response to an earlier try was lost', async () => {
    const anna = tab();
    await anna.login();
    await anna.auth.storeUser({ ...anna.user, roles: ['user', 'admin'] }, 'token-1');
    anna.state.answers = () => problem(401, 'not_logged_in');
    await anna.auth.deleteAccount();
    expect(anna.auth.check()).toBe(false);
  });

  it('leaves an admin who deletes another account logged in', async () => {
    const anna = tab();
    await anna.login();
    anna.state.answers = () => ({ status: 204 });
    const other = newId();
    await anna.auth.deleteAccount({ userId: other });
    expect(anna.asked.at(-1)?.body).toEqual({ user_id: other });
    expect(anna.auth.loggedIn()).toBe(true);
    anna.state.answers = () => problem(403, 'forbidden');
    await expect(anna.auth.deleteAccount({ userId: other })).rejects.toMatchObject({ status: 403 });
    expect(anna.auth.loggedIn()).toBe(true);
  });
});

describe('effects of a user', () => {
  it('decision 0023: announce a new country once, and store it only after its effects', async () => {
    const anna = tab();
    const announced: unknown[] = [];
    let finish = () => {};
    anna.auth.on('countryChanged', (country, before) => {
      announced.push([country, before]);
      return new Promise<void>((resolve) => (finish = resolve));
    });
    await anna.login();
    await waitForIdle();
    expect(announced).toEqual([['NL', null]]);
    expect((await anna.database.storedAuth()).userCountryCode).toBeNull();
    finish();
    await anna.auth.settled();
    expect((await anna.database.storedAuth()).userCountryCode).toBe('NL');
    await anna.auth.fetchUser();
    await anna.auth.settled();
    anna.state.answers = () => ({ status: 204 });
    await anna.auth.logout();
    anna.state.answers = () => json(anna.user);
    await anna.login();
    await anna.auth.settled();
    expect(announced).toHaveLength(1);
    anna.state.answers = () => json({ ...anna.user, country_code: 'BE' });
    await anna.auth.fetchUser();
    await waitForIdle();
    expect(announced[1]).toEqual(['BE', 'NL']);
    finish();
    await anna.auth.settled();
  });

  it('announce a preferred language that differs from the one shown', async () => {
    const user = person('anna', { id: newId() });
    user.preferences = { ...user.preferences, language: 'nl' };
    const announced = vi.fn<(language: string) => void>();
    const dutch = tab({ user, language: 'nl' });
    dutch.auth.on('preferredLanguage', announced);
    await dutch.login();
    expect(announced).not.toHaveBeenCalled();
    const english = tab({ user, language: 'en' });
    english.auth.on('preferredLanguage', announced);
    await english.login();
    expect(announced).toHaveBeenCalledWith('nl');
  });

  it('are shared by all tabs', async () => {
    const first = tab();
    const second = tab({ database: new VeldDatabase(first.database.name), user: first.user });
    await second.auth.ready();
    const stop = second.auth.start();
    await first.login();
    await vi.waitFor(() => expect(second.auth.loggedIn()).toBe(true));
    await first.auth.logout();
    await vi.waitFor(() => expect(second.auth.check()).toBe(false));
    stop();
  });
});

describe('own settings', () => {
  it('are shown at once, sent by the outbox, and the newest wins', async () => {
    const anna = tab();
    await anna.login();
    const records = openUserDatabase(anna.user.id);
    await anna.auth.change({ kind: 'preference', key: 'theme', value: 'dark' });
    await anna.auth.change({ kind: 'preference', key: 'units', value: 'imperial' });
    await anna.auth.change({ kind: 'preference', key: 'theme', value: 'contrast' });
    await anna.auth.change({ kind: 'badge', id: 'first-record' });
    await anna.auth.change({ kind: 'xp', total_xp_seen: 999 });
    await anna.auth.change({ kind: 'xp', total_xp_seen: 3 });
    expect(anna.auth.state().user).toMatchObject({
      preferences: { theme: 'contrast', units: 'imperial' },
      badges_seen: ['first-record'],
      total_xp_seen: 40,
    });

    // The server does not know yet: its older answer does not turn the screen back.
    await anna.auth.fetchUser();
    expect(anna.auth.state().user?.preferences.theme).toBe('contrast');
    expect(anna.auth.state().user).toMatchObject({ badges_seen: ['first-record'], total_xp_seen: 40 });

    anna.asked.length = 0;
    let server = anna.user;
    anna.state.answers = (one) => {
      if (one.method === 'PATCH') server = { ...server, preferences: { ...server.preferences, ...(one.body as object) } };
      return json({ data: server });
    };
    const sender = new OutboxSender({
      database: records,
      api: anna.api,
      auth: anna.auth,
      clock: anna.clock,
      locks: undefined,
      log: () => undefined,
    });
    await sender.flush();
    expect(anna.asked.map((one) => one.body)).toEqual([
      { units: 'imperial' },
      { theme: 'contrast' },
      { badge: 'first-record' },
      { total_xp_seen: 40 },
    ]);
    expect(await listOutbox(records)).toHaveLength(0);
    expect(anna.auth.state().user?.preferences).toMatchObject({ theme: 'contrast', units: 'imperial' });
  });
});
