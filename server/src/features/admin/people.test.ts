import { randomUUID } from 'node:crypto';
import {
  type CallInput,
  deleteAccount,
  deleteInvitation,
  endUserSessions,
  getAdminUser,
  getUser,
  listAdminActs,
  listAdminUsers,
  listImageNeeds,
  login,
  patchUser,
  putInvitation,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, makePhoto, save, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('the accounts for admins', () => {
  let veld: TestServer;
  let admin: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    admin = await person(veld, 'anna', { roles: ['admin'], country_code: 'NL' });
    bram = await person(veld, 'bram', { country_code: 'BE' });
    await person(veld, 'chen', { isPro: true });
  });
  afterAll(() => veld.close());

  const list = async (query: CallInput<typeof listAdminUsers>['query'] = {}) =>
    (await veld.call(listAdminUsers, { query }, admin.token)).body;
  const names = async (query: Parameters<typeof list>[0]) => (await list(query)).data.map(({ name }) => name);
  const acts = async (query = {}) =>
    (await veld.call(listAdminActs, { query }, admin.token)).body.data.map(({ action, actor, subject_name, details }) => ({
      action,
      actor: actor?.name,
      subject_name,
      details,
    }));

  it('are found by name, address, role and country, without those that are closed', async () => {
    expect(await names({ search: 'ANN' })).toEqual(['anna']);
    expect(await names({ search: 'bram@' })).toEqual(['bram']);
    expect(await names({ search: '%' })).toEqual([]);
    expect((await names({ role: 'admin' })).toSorted()).toEqual(['anna', 'keeper']);
    expect(await names({ role: 'pro' })).toEqual(['chen']);
    expect(await names({ country: 'BE' })).toEqual(['bram']);
    expect((await list({ role: 'pro' })).total).toBe(1);
    const gone = await person(veld, 'dora');
    await veld.call(deleteAccount, { body: { user_id: gone.user.id } }, admin.token);
    expect(await names({ search: 'dora' })).toEqual([]);
  });

  it('come page by page, each once, also when they were made at the same moment', async () => {
    const at = new Date('2026-01-01T00:00:00Z');
    const made = Array.from({ length: 7 }, (_, number) => ({
      id: randomUUID(),
      name: `same ${number % 2}`,
      email: `same${number}@example.org`,
      password_hash: '',
      created_at: at,
    }));
    await veld.db
      .insertInto('users')
      .values(made.map((row) => ({ ...row, country_code: null, preferences: '{}' })))
      .execute();
    for (const sort of ['created_at', 'name'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const all = (await list({ sort, order, limit: 100 })).data.map(({ id }) => id);
        const paged: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page = await list({ sort, order, limit: 2, ...(cursor ? { cursor } : {}) });
          paged.push(...page.data.map(({ id }) => id));
          cursor = page.next_cursor;
          expect(page.total).toBe(all.length);
        }
        expect(paged, `${sort} ${order}`).toEqual(all);
        expect(new Set(all).size).toBe(all.length);
      }
    const { next_cursor } = await list({ sort: 'name', limit: 2 });
    const other = await veld.call(listAdminUsers, { query: { sort: 'created_at', cursor: next_cursor! } }, admin.token);
    expect(other.status, 'the cursor of another order').toBe(422);
    await veld.db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        made.map(({ id }) => id),
      )
      .execute();
  });

  it('show what is stored, and the devices that are logged in', async () => {
    await save(veld, bram, randomUUID(), draft());
    const photo = await makePhoto();
    await upload(veld, bram, photo);
    const { data } = (await veld.call(getAdminUser, { params: { id: bram.user.id } }, admin.token)).body;
    expect(data).toMatchObject({ name: 'bram', email: 'bram@example.org', records: 1, photos: 1, photo_bytes: photo.bytes.length });
    expect(data.sessions.map(({ device_name }) => device_name)).toEqual(["bram's phone"]);
    expect(JSON.stringify(data)).not.toContain('hash');
  });

  it('get a role that works at once, and lose it again; the log has both, and nothing that changed nothing', async () => {
    const asBram = async () => (await veld.call(listImageNeeds, {}, bram.token)).status;
    expect(await asBram()).toBe(403);
    const change = (roles: ('user' | 'curator')[]) => veld.call(patchUser, { params: { id: bram.user.id }, body: { roles } }, admin.token);
    await change(['user', 'curator']);
    expect(await asBram()).toBe(200);
    await change(['curator', 'user']);
    await change(['user']);
    expect(await asBram()).toBe(403);
    expect(await acts({ user_id: bram.user.id })).toEqual([
      { action: 'change_roles', actor: 'anna', subject_name: 'bram', details: { before: ['user', 'curator'], after: ['user'] } },
      { action: 'change_roles', actor: 'anna', subject_name: 'bram', details: { before: ['user'], after: ['user', 'curator'] } },
    ]);
  });

  it('can be logged out everywhere; the admin’s own session stays', async () => {
    const again = await veld.call(login, { body: { email: 'anna@example.org', password: PASSWORD, device_name: 'tablet' } });
    await veld.call(endUserSessions, { params: { id: bram.user.id } }, admin.token);
    expect((await veld.call(getUser, {}, bram.token)).status).toBe(401);
    await veld.call(endUserSessions, { params: { id: admin.user.id } }, admin.token);
    expect((await veld.call(getUser, {}, again.body.token)).status).toBe(401);
    expect((await veld.call(getUser, {}, admin.token)).status).toBe(200);
    expect(await acts({ action: 'end_sessions' })).toMatchObject([{ subject_name: 'anna' }, { subject_name: 'bram' }]);
  });

  it('are closed with a reason, which the log and the mail to the person have', async () => {
    const emil = await person(veld, 'emil');
    await veld.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', emil.user.id).execute();
    const body = { user_id: emil.user.id, reason: ' Advertising in comments ' };
    expect((await veld.call(deleteAccount, { body }, admin.token)).status).toBe(204);
    expect((await veld.call(getUser, {}, emil.token)).status).toBe(401);
    expect(await acts({ user_id: emil.user.id })).toEqual([
      { action: 'close_account', actor: 'anna', subject_name: null, details: { reason: 'Advertising in comments' } },
    ]);
    const mails = await veld.db.selectFrom('mails').select('body').where('recipient', '=', 'emil@example.org').execute();
    expect(mails.map(({ body: text }) => text).join()).toContain('The reason they gave: Advertising in comments');
    expect((await veld.call(deleteAccount, { body }, admin.token)).status, 'again').toBe(404);
  });

  it('have a log page by page, in which repeated requests are once', async () => {
    const id = randomUUID();
    const invitation = { params: { id }, body: { token: 'x'.repeat(43), label: 'Moth night', days: 7, max_uses: 2 } };
    for (let time = 0; time < 2; time++) await veld.call(putInvitation, invitation, admin.token);
    for (let time = 0; time < 2; time++) await veld.call(deleteInvitation, { params: { id } }, admin.token);
    expect(await acts({ action: 'create_invitation' })).toEqual([
      { action: 'create_invitation', actor: 'anna', subject_name: 'Moth night', details: {} },
    ]);
    expect(await acts({ action: 'revoke_invitation' })).toHaveLength(1);
    const all = (await veld.call(listAdminActs, { query: { limit: 100 } }, admin.token)).body.data;
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: { data: { id: string }[]; next_cursor: string | null } } = await veld.call(
        listAdminActs,
        { query: { limit: 3, ...(cursor ? { cursor } : {}) } },
        admin.token,
      );
      paged.push(...body.data.map((one) => one.id));
      cursor = body.next_cursor;
    }
    expect(paged).toEqual(all.map((one) => one.id));
    expect(all.length).toBeGreaterThan(6);
  });

  it('never lose the last admin', async () => {
    const keeper = (await list({ search: 'keeper' })).data[0]!;
    await veld.call(patchUser, { params: { id: keeper.id }, body: { roles: ['user'] } }, admin.token);
    const own = await veld.call(patchUser, { params: { id: admin.user.id }, body: { roles: ['user'] } }, admin.token);
    expect(own.status).toBe(422);
    expect(await names({ role: 'admin' })).toEqual(['anna']);
  });
});
