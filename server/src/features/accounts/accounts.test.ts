import { randomUUID } from 'node:crypto';
import { getUser, listObservationChanges, listSessions, deleteSession, login, logout, patchUser, register } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { setUnsent } from './sessions.ts';
import { logInto } from './logging-in.ts';

describe('accounts', () => {
  let veld: TestServer;
  let now = new Date('2026-05-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
  });
  afterAll(() => veld.close());

  it('makes exactly one of several simultaneous first users admin (decision 0020)', async () => {
    const fresh = await testServer();
    try {
      const made = await Promise.all(
        ['anna', 'bram', 'chen', 'dora', 'emil'].map((name) =>
          fresh.call(register, { body: { name, email: `${name}@example.org`, password: PASSWORD } }),
        ),
      );
      const roles = made.map((response) => response.body.data.roles.join(' ')).toSorted();
      expect(roles).toEqual(['user', 'user', 'user', 'user', 'user admin']);
    } finally {
      await fresh.close();
    }
  });

  it('registers a user, who can log in with any spelling of the address', async () => {
    const { body, status, headers } = await veld.call(register, {
      body: {
        name: '  Anna Ø. ',
        email: 'Anna.Berg@Example.org',
        password: PASSWORD,
        country_code: 'NO',
        language: 'de',
        community_opt_in: true,
        device_name: 'phone',
      },
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(body.revoke_key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(body.data).toMatchObject({
      name: 'Anna Ø.',
      email: 'Anna.Berg@Example.org',
      country_code: 'NO',
      is_pro: false,
      total_xp: 0,
      badges: [],
      taxonomy_debug: false,
      preferences: { language: 'de', community_opt_in: true, units: 'metric', on_delete: 'anonymise', recording: { ask_place: true } },
    });
    // UUID version 7 (decision 0015).
    expect(body.data.id[14]).toBe('7');
    for (const email of ['anna.berg@example.org', ' ANNA.BERG@EXAMPLE.ORG ', 'anna.berg@example.org.']) {
      expect((await veld.call(login, { body: { email, password: PASSWORD } })).status, email).toBe(200);
    }
  });

  it.each([
    ['short', { password: 'eleven char' }, 'password', 'Use at least 12 characters.'],
    ['common', { password: 'PassWord1234' }, 'password', 'This password is too common. Choose another one.'],
    [
      'with the name',
      { name: 'Anna de Wit', password: 'annadewit in the reeds' },
      'password',
      'A password can’t contain your name or email. Choose another one.',
    ],
    ['too long', { password: 'x'.repeat(257) }, 'password', 'Use at most 256 characters.'],
    ['invalid address', { email: 'nowhere' }, 'email', 'Enter a valid email address.'],
    ['line break in the name', { name: 'a\r\nBcc: all@example.org' }, 'name', 'A name can’t contain these characters.'],
    ['invalid country', { country_code: 'Norway' }, 'country_code', 'Enter a valid country code.'],
  ])('rejects a registration with 422: %s', async (_what, part, field, message) => {
    const response = await veld.call(register, { body: { name: 'x', email: 'x@example.org', password: PASSWORD, ...part } });
    expect(response.status).toBe(422);
    expect(response.problem.errors).toEqual({ [field]: [message] });
    expect(await veld.db.selectFrom('users').select('id').where('email_key', '=', 'x@example.org').execute()).toEqual([]);
  });

  it('gives the same response in the same time for an unknown address and a wrong password', async () => {
    await person(veld, 'dora');
    const time = async (email: string) => {
      const start = process.cpuUsage();
      const response = await veld.call(login, { body: { email, password: 'not the password at all' } });
      const { user, system } = process.cpuUsage(start);
      return { status: response.status, body: response.problem, cpuTime: user + system };
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 12; round++) {
      const a = await time('dora@example.org');
      const b = await time(`nobody${round}@example.org`);
      expect(a.status).toBe(401);
      expect(b.body).toEqual(a.body);
      known.push(a.cpuTime);
      unknown.push(b.cpuTime);
    }
    // CPU time, which does not depend on other processes.
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[6]!;
    // Without the dummy hash, an unknown address would take a tenth of the time.
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.5);
    expect(median(unknown)).toBeLessThan(median(known) * 2);
  });

  it('starts no session if the account is erased while its password is checked', async () => {
    const claim = { id: randomUUID(), password_hash: 'of an account that was just erased' };
    const device = { device_name: 'phone', device_secret: 's'.repeat(43), language: 'en' as const };
    expect(await logInto(veld.context, { names: [], newDevice: () => Promise.resolve() }, claim, device, [claim])).toBeUndefined();
  });

  it('stores tokens and passwords only as hashes', async () => {
    const eva = await person(veld, 'eva');
    const rows = JSON.stringify([
      await veld.db.selectFrom('sessions').selectAll().execute(),
      await veld.db.selectFrom('users').selectAll().execute(),
    ]);
    expect(rows).not.toContain(eva.token);
    expect(rows).not.toContain(eva.revokeKey);
    expect(rows).not.toContain(PASSWORD);
  });

  it('logs out with the token or the revoke key and always returns 204; the revoke key allows nothing else', async () => {
    const finn = await person(veld, 'finn');
    expect((await veld.call(getUser, {}, finn.revokeKey)).status).toBe(401);
    expect((await veld.call(logout, {}, finn.revokeKey)).status).toBe(204);
    expect((await veld.call(getUser, {}, finn.token)).status).toBe(401);
    expect((await veld.call(logout, {}, finn.revokeKey)).status).toBe(204);
    const again = await veld.call(login, { body: { email: 'finn@example.org', password: PASSWORD } });
    expect((await veld.call(logout, {}, again.body.token)).status).toBe(204);
    expect((await veld.call(getUser, {}, again.body.token)).status).toBe(401);
    const tries: RequestInit[] = [
      {},
      { headers: { authorization: 'Bearer nonsense' } },
      { headers: { authorization: 'Basic eA==', 'content-type': 'application/json' } },
      { headers: { 'content-type': 'application/json' }, body: '{broken' },
      { headers: { 'content-type': 'text/plain' }, body: 'bye' },
    ];
    for (const init of tries) {
      expect((await veld.fetch('/api/logout', { method: 'POST', ...init })).status).toBe(204);
    }
  });

  it('lists the sessions of a user and ends any of them, but not those of others', async () => {
    const gina = await person(veld, 'gina');
    const hugo = await person(veld, 'hugo');
    const tablet = (await veld.call(login, { body: { email: 'gina@example.org', password: PASSWORD, device_name: 'tablet' } })).body;
    const { data } = (await veld.call(listSessions, {}, gina.token)).body;
    expect(data.map((session) => [session.device_name, session.is_current]).toSorted()).toEqual([
      ["gina's phone", true],
      ['tablet', false],
    ]);
    const id = data.find((session) => session.device_name === 'tablet')!.id;
    expect((await veld.call(deleteSession, { params: { id } }, hugo.token)).status).toBe(404);
    expect((await veld.call(getUser, {}, tablet.token)).status).toBe(200);
    expect((await veld.call(deleteSession, { params: { id } }, gina.token)).status).toBe(204);
    expect((await veld.call(getUser, {}, tablet.token)).status).toBe(401);
    expect((await veld.call(deleteSession, { params: { id } }, gina.token)).status).toBe(404);
  });

  it('ends a session 400 days after its last use, which is stored at most once an hour', async () => {
    const ivo = await person(veld, 'ivo');
    const seen = async () =>
      (await veld.db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', ivo.user.id).executeTakeFirstOrThrow())
        .last_seen_at;
    const began = now;
    const days = (count: number) => new Date(began.getTime() + count * 86_400_000);
    now = new Date(began.getTime() + 3_000_000);
    await veld.call(getUser, {}, ivo.token);
    expect(await seen()).toEqual(began);
    now = days(399);
    expect((await veld.call(getUser, {}, ivo.token)).status).toBe(200);
    expect(await seen()).toEqual(now);
    now = days(798);
    expect((await veld.call(getUser, {}, ivo.token)).status).toBe(200);
    now = days(1199);
    expect((await veld.call(getUser, {}, ivo.token)).status).toBe(401);
    now = began;
  });

  it('accepts a token only in a well-formed Authorization header', async () => {
    const jan = await person(veld, 'jan');
    const status = async (authorization: string, path = '/api/user') => (await veld.fetch(path, { headers: { authorization } })).status;
    expect(await status(`bearer ${jan.token}`)).toBe(200);
    expect(await status(`Bearer ${jan.token}x`)).toBe(401);
    expect(await status(`Bearer ${jan.token.toUpperCase()}`)).toBe(401);
    expect(await status(jan.token)).toBe(401);
    expect(await status('Bearer', `/api/user?token=${jan.token}&access_token=${jan.token}`)).toBe(401);
    expect(await status(`Bearer ${'x'.repeat(10_000)}`)).toBe(401);
  });

  it('lets an admin change roles and the pro status with immediate effect, but not remove the last admin', async () => {
    const fresh = await testServer();
    try {
      const kim = await person(fresh, 'kim');
      const keeper = (await fresh.call(login, { body: { email: 'keeper@example.org', password: PASSWORD } })).body;
      const change = (id: string, body: object, token = keeper.token) => fresh.call(patchUser, { params: { id }, body }, token);
      expect((await change(kim.user.id, { is_pro: true, roles: ['curator'] }, kim.token)).status).toBe(403);
      expect((await change(kim.user.id, { is_pro: true, roles: ['curator'] })).status).toBe(204);
      expect((await fresh.call(getUser, {}, kim.token)).body).toMatchObject({ is_pro: true, roles: ['user', 'curator'] });
      const last = await change(keeper.data.id, { roles: [] });
      expect(last.problem.errors).toEqual({ roles: ['The last administrator can’t be removed.'] });
      expect((await change(kim.user.id, { roles: ['admin'] })).status).toBe(204);
      expect((await change(keeper.data.id, { roles: [] })).status).toBe(204);
      expect((await change(kim.user.id, { roles: [] })).status).toBe(403);
      expect((await change(keeper.data.id, { email: 'x@example.org' }, kim.token)).status).toBe(422);
      expect((await change('00000000-0000-4000-8000-000000000000', { is_pro: true }, kim.token)).status).toBe(404);
    } finally {
      await fresh.close();
    }
  });

  it('returns the last reported number of unsent items at login, per device and user', async () => {
    const anna = await person(veld, 'anna.device');
    const bram = await person(veld, 'bram.device');
    const device_id = randomUUID();
    const enter = async (who: string, device?: string) =>
      (await veld.call(login, { body: { email: `${who}@example.org`, password: PASSWORD, device_id: device } })).body.device_unsent;
    expect(await enter('anna.device', device_id)).toBeUndefined();
    const report = async (unsent: string) => (await veld.call(listObservationChanges, { query: { device_id, unsent } }, anna.token)).status;
    expect(await report('3')).toBe(200);
    expect(await enter('anna.device', device_id)).toBe(3);
    expect(await enter('anna.device', randomUUID())).toBeUndefined();
    expect(await enter('anna.device')).toBeUndefined();
    expect(await enter('bram.device', device_id), 'the same device, another person').toBeUndefined();
    expect([await report('-1'), await report('1.5'), await report('x')]).toEqual([422, 422, 422]);
    expect(await report('0')).toBe(200);
    expect(await enter('anna.device', device_id)).toBe(0);
    // The number of devices is limited.
    for (let count = 0; count < 120; count++) await setUnsent(veld.db, bram.user.id, randomUUID(), count, new Date());
    expect(await veld.db.selectFrom('devices').select('id').where('user_id', '=', bram.user.id).execute()).toHaveLength(100);
  });
});
