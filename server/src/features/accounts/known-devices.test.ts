import { randomUUID } from 'node:crypto';
import { confirmPassword, login, logout, register } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a device on which somebody has logged in before', () => {
  let veld: TestServer;
  beforeEach(async () => {
    veld = await testServer({ LIMIT_LOGIN_ACCOUNT: '' });
  });
  afterEach(() => veld.close());

  const device = randomUUID();
  const logIn = (device_secret?: string, password = PASSWORD, email = 'anna@example.org') =>
    veld.call(login, { body: { email, password, device_secret } });
  const join = async (device_secret?: string) =>
    (await veld.call(register, { body: { name: 'anna', email: 'anna@example.org', password: PASSWORD, device_secret } })).body;
  const subjects = async () => {
    await veld.context.jobs.drain();
    const mails = await veld.db.selectFrom('mails').select(['subject', 'recipient']).orderBy('created_at').orderBy('id').execute();
    return mails.filter((mail) => mail.recipient === 'anna@example.org').map((mail) => mail.subject);
  };

  it('is not locked out by failed logins elsewhere, also after a logout', async () => {
    const anna = await join(device);
    await veld.call(logout, {}, anna.token);
    for (let count = 0; count < 10; count++) expect((await logIn(undefined, 'a wrong guess')).status).toBe(401);
    expect((await logIn()).status).toBe(429);
    expect((await logIn(randomUUID())).status, 'an unknown device').toBe(429);
    expect((await logIn(device)).status).toBe(200);
  });

  it('has a limit of its own, and is not known to other people', async () => {
    await join(device);
    await person(veld, 'bram');
    for (let count = 0; count < 10; count++) expect((await logIn(device, 'a wrong guess')).status).toBe(401);
    expect((await logIn(device)).status).toBe(429);
    expect((await logIn()).status, 'other devices').toBe(200);
    for (let count = 0; count < 10; count++) await logIn(undefined, 'a wrong guess', 'bram@example.org');
    expect((await logIn(device, PASSWORD, 'bram@example.org')).status).toBe(429);
  });

  it('gets no mail at the next login; a new device does', async () => {
    await join(device);
    await logIn(device);
    expect(await subjects()).toEqual([]);
    await logIn(randomUUID());
    expect(await subjects()).toEqual(['New login to your Veld account']);
    await logIn();
    expect(await subjects()).toEqual(['New login to your Veld account', 'New login to your Veld account']);
    expect(JSON.stringify(await veld.db.selectFrom('sessions').selectAll().execute())).not.toContain(device);
  });

  it('ten failed logins within a day are reported by one mail', async () => {
    await join(device);
    for (let count = 0; count < 9; count++) await logIn(device, 'a wrong guess');
    expect(await subjects()).toEqual([]);
    await logIn(undefined, 'a wrong guess');
    expect(await subjects()).toEqual(['Failed logins to your Veld account']);
    for (let count = 0; count < 5; count++) await logIn(undefined, 'a wrong guess');
    expect(await subjects()).toEqual(['Failed logins to your Veld account']);
    for (let count = 0; count < 10; count++) expect((await logIn(undefined, 'a wrong guess', 'nobody@example.org')).status).toBe(401);
    await veld.context.jobs.drain();
    expect(await veld.db.selectFrom('mails').select('id').where('recipient', '!=', 'anna@example.org').execute()).toEqual([]);
  });
});

describe('the current password', () => {
  it('can be checked by its user, as often as at a login', async () => {
    const veld = await testServer({ LIMIT_LOGIN_ACCOUNT: '3' });
    try {
      const anna = await person(veld, 'anna');
      const check = (current_password: string, token = anna.token) => veld.call(confirmPassword, { body: { current_password } }, token);
      expect((await check(PASSWORD)).status).toBe(204);
      expect((await check('a wrong guess')).problem.errors).toEqual({ current_password: ['This isn’t your current password.'] });
      expect((await check('a wrong guess')).status).toBe(422);
      expect((await check(PASSWORD)).status).toBe(429);
    } finally {
      await veld.close();
    }
  });
});
