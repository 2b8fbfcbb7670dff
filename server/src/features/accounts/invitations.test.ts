import { randomBytes, randomUUID } from 'node:crypto';
import { checkRegistration, deleteAccount, deleteInvitation, listInvitations, login, putInvitation, register } from '@veld/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { confirmed, PASSWORD } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const DAY_MS = 86_400_000;
const MESSAGES = {
  required: 'You need an invitation link to create an account here.',
  unusable: 'This invitation link no longer works. Ask for a new one.',
};

describe('registration', () => {
  let veld: TestServer;
  let now = new Date();
  let admin = '';
  afterEach(() => veld.close());

  /** A server on which the admin "keeper" has an account. */
  async function start(REGISTRATION: string, settings: Record<string, string> = {}): Promise<void> {
    now = new Date('2026-05-01T10:00:00Z');
    veld = await testServer({ REGISTRATION, ...settings }, { now: () => now });
    admin = (await join('keeper')).body.token;
  }
  const join = (name: string, invite?: string) =>
    veld.call(register, { body: { name, email: `${name}@example.org`, password: PASSWORD, ...(invite === undefined ? {} : { invite }) } });
  const check = async (invite?: string) => (await veld.call(checkRegistration, { body: invite === undefined ? {} : { invite } })).body.data;
  const listed = async () => (await veld.call(listInvitations, {}, admin)).body.data;
  const names = async () => (await veld.db.selectFrom('users').select('name').orderBy('created_at').execute()).map((row) => row.name);

  async function invite(change: { days?: number; max_uses?: number } = {}): Promise<{ id: string; token: string }> {
    const id = randomUUID();
    const token = randomBytes(32).toString('base64url');
    const made = await veld.call(
      putInvitation,
      { params: { id }, body: { token, label: 'Moth night', days: 7, max_uses: 2, ...change } },
      admin,
    );
    expect(made.status).toBe(200);
    return { id, token };
  }

  it('is open to everyone by default, with or without an invitation', async () => {
    await start('');
    expect(await check()).toEqual({ registration: 'open', can_register: true, allows_browsing: false, asks_browsing: false });
    expect((await join('anna')).status).toBe(200);
    const { token } = await invite({ max_uses: 1 });
    expect((await join('bram', token)).status).toBe(200);
    expect((await join('chen', 'x'.repeat(43))).status).toBe(200);
    expect(await listed()).toMatchObject([{ uses: 0 }]);
  });

  it.each(['invite', 'closed'])('admits exactly one of several first users, as admin, with REGISTRATION=%s', async (REGISTRATION) => {
    veld = await testServer({ REGISTRATION });
    expect((await check()).can_register).toBe(true);
    const made = await Promise.all(['anna', 'bram', 'chen', 'dora'].map((name) => join(name)));
    expect(made.map(({ status }) => status).toSorted()).toEqual(REGISTRATION === 'invite' ? [200, 422, 422, 422] : [200, 403, 403, 403]);
    const [first] = made.filter(({ status }) => status === 200);
    expect(first!.body.data.roles).toEqual(['user', 'admin']);
    expect(await names()).toHaveLength(1);
    // Nobody gets in after that account is gone either.
    await veld.call(deleteAccount, {}, await confirmed(veld, first!.body.token));
    expect((await join('emil')).status).toBeGreaterThanOrEqual(400);
    expect((await check()).can_register).toBe(false);
  });

  it('admits nobody with REGISTRATION=closed, not even with an invitation, while existing accounts can log in', async () => {
    await start('closed');
    const { token } = await invite();
    for (const sent of [undefined, token]) {
      const refused = await join('anna', sent);
      expect(refused.status).toBe(403);
      expect(refused.problem).toMatchObject({
        type: '/problems/registration_closed',
        title: 'This server isn’t accepting new accounts',
        detail: 'If you already have an account, log in.',
      });
      expect(await check(sent)).toEqual({ registration: 'closed', can_register: false, allows_browsing: false, asks_browsing: false });
    }
    // Known addresses get the same response, except with their password.
    const guess = { name: 'x', email: 'keeper@example.org', password: 'another quiet heron' };
    expect((await veld.call(register, { body: guess })).problem.type).toBe('/problems/registration_closed');
    expect(await names()).toEqual(['keeper']);
    expect((await veld.call(login, { body: { email: 'keeper@example.org', password: PASSWORD } })).status).toBe(200);
  });

  it('needs the token of an invitation with REGISTRATION=invite', async () => {
    await start('invite');
    const { token } = await invite();
    expect(await check()).toEqual({ registration: 'invite', can_register: false, allows_browsing: false, asks_browsing: false });
    for (const sent of [undefined, '']) expect((await join('anna', sent)).problem.errors).toEqual({ invite: [MESSAGES.required] });
    for (const sent of [randomBytes(32).toString('base64url'), `${token}x`, token.slice(1), 'x', "' or true --"]) {
      const refused = await join('anna', sent);
      expect(refused.status).toBe(422);
      expect(refused.problem.errors).toEqual({ invite: [MESSAGES.unusable] });
      expect((await check(sent)).can_register).toBe(false);
    }
    expect(await names()).toEqual(['keeper']);
    expect(await check(token)).toEqual({ registration: 'invite', can_register: true, allows_browsing: false, asks_browsing: false });
    const made = await join('anna', token);
    expect(made.body.data.roles).toEqual(['user']);
    expect(await listed()).toMatchObject([{ label: 'Moth night', created_by: 'keeper', uses: 1, max_uses: 2, state: 'active' }]);
  });

  it('refuses expired, revoked and used-up invitations', async () => {
    await start('invite');
    const expired = await invite({ days: 1 });
    const revoked = await invite();
    const used = await invite({ max_uses: 1 });
    expect((await join('anna', used.token)).status).toBe(200);
    expect((await veld.call(deleteInvitation, { params: { id: revoked.id } }, admin)).status).toBe(204);
    expect((await veld.call(deleteInvitation, { params: { id: revoked.id } }, admin)).status, 'repeated').toBe(204);
    now = new Date(now.getTime() + DAY_MS - 1);
    expect((await check(expired.token)).can_register).toBe(true);
    now = new Date(now.getTime() + 1);
    for (const { token } of [expired, revoked, used]) {
      expect((await join('bram', token)).problem.errors).toEqual({ invite: [MESSAGES.unusable] });
      expect((await check(token)).can_register).toBe(false);
    }
    const states = Object.fromEntries((await listed()).map(({ id, state }) => [id, state]));
    expect(states).toEqual({ [expired.id]: 'expired', [revoked.id]: 'revoked', [used.id]: 'used_up' });
  });

  it('gives the last use of an invitation to one of several people', async () => {
    await start('invite');
    const { token } = await invite({ max_uses: 2 });
    const made = await Promise.all(['anna', 'bram', 'chen', 'dora', 'emil'].map((name) => join(name, token)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422]);
    expect(await names()).toHaveLength(3);
    expect(await listed()).toMatchObject([{ uses: 2, state: 'used_up' }]);
  });

  it('counts no use for a registration that fails, and one for a registration that is repeated', async () => {
    await start('invite');
    const { token } = await invite({ max_uses: 1 });
    expect(
      (await veld.call(register, { body: { name: 'anna', email: 'anna@example.org', password: 'password1234', invite: token } })).status,
    ).toBe(422);
    expect(await listed()).toMatchObject([{ uses: 0 }]);
    const made = await join('anna', token);
    expect(made.status).toBe(200);
    // Repeated after a lost response.
    expect((await join('anna', token)).body.data.id).toBe(made.body.data.id);
    expect(await listed()).toMatchObject([{ uses: 1 }]);
  });

  it('stores the token of an invitation only as a hash, and repeating the request changes nothing', async () => {
    await start('invite');
    const { id, token } = await invite();
    await join('anna', token);
    const body = { token, label: 'Another', days: 300, max_uses: 900 };
    const again = await veld.call(putInvitation, { params: { id }, body }, admin);
    expect(again.body.data).toMatchObject({ id, label: 'Moth night', max_uses: 2, uses: 1, expires_at: '2026-05-08T10:00:00.000Z' });
    expect(await listed()).toHaveLength(1);
    const stored = JSON.stringify(await veld.db.selectFrom('invitations').selectAll().execute());
    expect(stored).not.toContain(token);
    expect(JSON.stringify(await listed())).not.toContain(token);
  });

  it('limits how long and how often an invitation works', async () => {
    await start('invite');
    const put = (body: object) => veld.call(putInvitation, { params: { id: randomUUID() }, body: body as never }, admin);
    const valid = { token: 'x'.repeat(43), label: 'x', days: 365, max_uses: 1000 };
    for (const change of [
      { days: 0 },
      { days: 366 },
      { max_uses: 0 },
      { max_uses: 1001 },
      { max_uses: 1.5 },
      { token: 'short' },
      { label: 'x'.repeat(81) },
    ])
      expect((await put({ ...valid, ...change })).status, JSON.stringify(change)).toBe(422);
    expect((await put(valid)).status).toBe(200);
  });

  it('limits how many invitations a network can try', async () => {
    await start('invite', { LIMIT_LOGIN_ADDRESS: '3' });
    const status = async (sent?: string) =>
      (await veld.call(checkRegistration, { body: sent === undefined ? {} : { invite: sent } })).status;
    expect([await status('a'), await status('b'), await status('c'), await status('d')]).toEqual([200, 200, 200, 429]);
    expect(await status()).toBe(200);
  });
});
