import { confirmEmail, login, patchAccount, register, requestPassword, resetPassword, putObservation } from '@veld/contract';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { captureLog } from '../../testing/log.ts';
import { PASSWORD, person } from '../../testing/people.ts';
import { draft } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { attemptCounter, removeOldAttempts } from './attempts.ts';

/** The default limits (decision 0020). */
const DEFAULTS = { LIMIT_LOGIN_ACCOUNT: '', LIMIT_LOGIN_ADDRESS: '', LIMIT_REGISTER: '', LIMIT_RESET: '' };

describe('rate limits', () => {
  let veld: TestServer;
  afterEach(() => veld.close());

  const logIn = (email: string, headers: Record<string, string> = {}) =>
    veld.call(login, { body: { email, password: 'wrong' } }, undefined, headers);

  it('allow 10 logins per 15 minutes and account, whatever the spelling and the forwarding headers', async () => {
    veld = await testServer(DEFAULTS);
    await person(veld, 'anna');
    const spellings = ['anna@example.org', 'ANNA@example.org', ' anna@Example.org', 'anna@example.org.', 'anna@example.org.. '];
    for (let count = 0; count < 10; count++) {
      const headers = { 'x-forwarded-for': `10.0.0.${count}`, forwarded: `for=10.0.0.${count}`, 'x-real-ip': `10.0.0.${count}` };
      expect((await logIn(spellings[count % spellings.length]!, headers)).status).toBe(401);
    }
    const refused = await veld.call(login, { body: { email: 'Anna@example.org', password: PASSWORD } });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect(refused.problem).toMatchObject({ type: '/problems/too_many_requests', title: 'Too many attempts' });
    // Other addresses are not affected, and an unknown one has the same limit.
    expect((await logIn('bram@example.org')).status).toBe(401);
    for (let count = 0; count < 9; count++) await logIn('bram@example.org');
    expect((await logIn('bram@example.org')).status).toBe(429);
  });

  it('refuse a network before they look up the account', async () => {
    veld = await testServer({ LIMIT_LOGIN_ADDRESS: '1' });
    expect((await logIn('anna@example.org')).status).toBe(401);
    await sql`alter table closed_accounts rename to unreadable`.execute(veld.db);
    expect((await logIn('anna@example.org')).status).toBe(429);
  });

  it('cannot be bypassed with another spelling of the path', async () => {
    veld = await testServer({ LIMIT_LOGIN_ACCOUNT: '1' });
    const post = async (path: string) =>
      (
        await veld.fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'anna@example.org', password: 'wrong' }),
        })
      ).status;
    expect(await post('/api/login')).toBe(401);
    for (const path of [
      '/api/login',
      '/api/login?x=1',
      '/api/l%6fgin',
      '/api/login;x',
      '/api/login/',
      '/api%2flogin',
      '/API/login',
      '//api/login',
    ])
      expect([404, 429], path).toContain(await post(path));
  });

  it('allow 50 logins per 15 minutes and network address', async () => {
    veld = await testServer(DEFAULTS);
    const statuses: number[] = [];
    for (let count = 0; count < 51; count++)
      statuses.push((await logIn(`nobody${count}@example.org`, { 'x-forwarded-for': `10.0.1.${count}` })).status);
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true);
    expect(statuses[50]).toBe(429);
  });

  it('allow 20 registrations per hour', async () => {
    veld = await testServer(DEFAULTS);
    const join = (count: number) =>
      veld.call(register, { body: { name: `x${count}`, email: `x${count}@example.org`, password: PASSWORD } }, undefined, {
        'x-forwarded-for': `10.0.2.${count}`,
      });
    for (let count = 0; count < 20; count++) expect((await join(count)).status).toBe(200);
    const refused = await join(20);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  it('allow 5 password mails per hour', async () => {
    veld = await testServer(DEFAULTS);
    for (let count = 0; count < 5; count++)
      expect((await veld.call(requestPassword, { body: { email: 'anna@example.org' } })).status).toBe(202);
    expect((await veld.call(requestPassword, { body: { email: 'bram@example.org' } })).status).toBe(429);
  });

  it('allow 5 password mails per hour and account, even from many addresses', async () => {
    veld = await testServer({ ...DEFAULTS, TRUST_PROXY: '1' });
    const requestMail = (count: number) =>
      veld.call(requestPassword, { body: { email: count % 2 ? 'anna@example.org' : 'ANNA@EXAMPLE.ORG.' } }, undefined, {
        'x-forwarded-for': `10.0.3.${count}`,
      });
    for (let count = 0; count < 5; count++) expect((await requestMail(count)).status).toBe(202);
    expect((await requestMail(6)).status).toBe(429);
  });

  it('are shared by all servers on the database, are kept over a restart, and store no address', async () => {
    veld = await testServer({ LIMIT_LOGIN_ACCOUNT: '4' });
    const other = await testServer({ LIMIT_LOGIN_ACCOUNT: '4' }, { on: veld.databaseUrl, dataDir: veld.dataDir });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) {
      const server = count % 2 ? other : veld;
      statuses.push((await server.call(login, { body: { email: 'anna@example.org', password: 'wrong' } })).status);
    }
    await other.close();
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    const next = await testServer({ LIMIT_LOGIN_ACCOUNT: '4' }, { on: veld.databaseUrl, dataDir: veld.dataDir });
    expect((await next.call(login, { body: { email: 'anna@example.org', password: 'wrong' } })).status).toBe(429);
    await next.close();
    const { rows } = await sql<{ text: string }>`select string_agg(a::text, ' ') as text from attempts a`.execute(veld.db);
    expect(rows[0]!.text).not.toMatch(/anna|127\.0\.0\.1/);
  });

  it('count attempts at the same time, and begin again after their time', async () => {
    let now = Date.parse('2026-06-01T10:00:00Z');
    veld = await testServer({}, { now: () => new Date(now) });
    const count = attemptCounter(veld.context, 'test', 60_000);
    const counts = await Promise.all(Array.from({ length: 20 }, () => count('anna')));
    expect(counts.map((counted) => counted.count).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    now += 45_000;
    expect(await count('anna')).toEqual({ count: 21, secondsLeft: 15 });
    now += 15_000;
    expect(await count('anna')).toEqual({ count: 1, secondsLeft: 60 });
    await removeOldAttempts(veld.db, new Date(now + 60_001));
    expect(await veld.db.selectFrom('attempts').select('count').execute()).toEqual([]);
  });

  it('use the address added by the proxy, not the addresses sent by the client', async () => {
    veld = await testServer({ LIMIT_LOGIN_ADDRESS: '3', TRUST_PROXY: '1' });
    for (let count = 0; count < 3; count++)
      expect((await logIn(`a${count}@example.org`, { 'x-forwarded-for': `10.9.9.${count}, 192.0.2.7` })).status).toBe(401);
    expect((await logIn('b@example.org', { 'x-forwarded-for': '10.9.9.99, 192.0.2.7' })).status).toBe(429);
    expect((await logIn('c@example.org', { 'x-forwarded-for': '10.9.9.99, 192.0.2.8' })).status).toBe(401);
    // All addresses in a /64 network of IPv6 count as one.
    for (let count = 0; count < 3; count++)
      expect((await logIn(`d${count}@example.org`, { 'x-forwarded-for': `2001:db8:1:2::${count}` })).status).toBe(401);
    expect((await logIn('e@example.org', { 'x-forwarded-for': '2001:db8:1:2:ffff::1' })).status).toBe(429);
  });

  it('count links that confirm an address apart from those that reset a password', async () => {
    veld = await testServer({ ...DEFAULTS, LIMIT_LOGIN_ADDRESS: '3' });
    const confirm = () => veld.call(confirmEmail, { body: { token: 'x'.repeat(43) } });
    const reset = () => veld.call(resetPassword, { body: { token: 'x'.repeat(43), password: PASSWORD } });
    for (let count = 0; count < 3; count++) expect((await confirm()).status).toBe(422);
    expect((await confirm()).status).toBe(429);
    for (let count = 0; count < 3; count++) expect((await reset()).status).toBe(422);
    expect((await reset()).status).toBe(429);
  });

  it('apply to confirming the current password too', async () => {
    veld = await testServer({ LIMIT_LOGIN_ACCOUNT: '3' });
    const anna = await person(veld, 'anna');
    const guess = () => veld.call(patchAccount, { body: { email: 'thief@example.org', current_password: 'a guess' } }, anna.token);
    for (let count = 0; count < 3; count++) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
  });
});

describe('the log', () => {
  it('contains no token, password, mail address, name or coordinate, even after errors', async () => {
    const veld = await testServer({ LOG_LEVEL: 'debug', NODE_ENV: 'production' });
    try {
      const lines = captureLog(veld);
      const canary = 'hidden-Pass phrase 77';
      const { body } = await veld.call(register, { body: { name: 'Canary Person', email: 'canary.mail@example.org', password: canary } });
      await veld.call(login, { body: { email: 'canary.mail@example.org', password: `${canary} wrong` } });
      await veld.call(register, { body: { name: 'Canary Person', email: 'canary.mail@example.org', password: canary } });
      await veld.call(requestPassword, { body: { email: 'canary.mail@example.org' } });
      await veld.server.context.jobs.drain();
      await veld.call(resetPassword, { body: { token: 'canary-token', email: 'canary.mail@example.org', password: canary } });
      await veld.fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"email":"canary.mail@example.org","password":"${canary}`,
      });
      await veld.fetch(`/api/user?token=${body.token}`, { headers: { authorization: `Bearer ${body.token}` } });
      const record = draft({ latitude: 52.7777123, longitude: 5.8888456, taxon_id: 899_999 });
      await veld.call(putObservation, { params: { id: '4b0ad0ea-6a0f-4a3c-b32f-0fb2f1a4c8a1' }, body: record }, body.token);
      // An internal error whose message contains values of the row.
      await veld.db.schema.alterTable('sessions').renameTo('sessions_gone').execute();
      expect((await veld.call(login, { body: { email: 'canary.mail@example.org', password: canary } })).status).toBe(500);
      const log = lines.join('\n');
      expect(log).toContain('"route":"/api/login"');
      expect(log).toContain('fault');
      const mail = await veld.db
        .selectFrom('mails')
        .select('body')
        .where('subject', '=', 'Reset your Veld password')
        .executeTakeFirstOrThrow();
      const link = /reset\/(\S+)/.exec(mail.body)![1]!;
      for (const secret of [
        body.token,
        body.revoke_key,
        canary,
        'canary.mail',
        'canary-token',
        '52.7777',
        '5.8888',
        'Canary Person',
        link,
      ]) {
        expect(log, secret).not.toContain(secret);
      }
    } finally {
      await veld.close();
    }
  });
});
