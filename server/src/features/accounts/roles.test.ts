import { randomUUID } from 'node:crypto';
import { deleteAccount, getUser, listUsers, login, patchUser, register } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confirmed, PASSWORD, person, type Person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('administrators', () => {
  let veld: TestServer;
  let now = new Date('2026-05-01T10:00:00Z');
  beforeEach(async () => {
    now = new Date('2026-05-01T10:00:00Z');
    veld = await testServer({}, { now: () => now });
  });
  afterEach(() => veld.close());

  const join = async (name: string) =>
    (await veld.call(register, { body: { name, email: `${name}@example.org`, password: PASSWORD } })).body;
  const logIn = async (name: string) => (await veld.call(login, { body: { email: `${name}@example.org`, password: PASSWORD } })).body;
  const rolesOf = async (id: string) =>
    (await veld.db.selectFrom('users').select('roles').where('id', '=', id).executeTakeFirstOrThrow()).roles;
  const leave = async ({ token }: { token: string }, body: { user_id?: string; successor_id?: string } = {}) =>
    veld.call(deleteAccount, { body }, await confirmed(veld, token));
  const change = (id: string, body: object, { token }: { token: string }) => veld.call(patchUser, { params: { id }, body }, token);
  /** An admin "keeper" and some users. */
  async function people<N extends string>(...names: N[]): Promise<Record<N | 'keeper', Person>> {
    const made = {} as Record<N | 'keeper', Person>;
    for (const name of names) made[name] = await person(veld, name);
    const { token, revoke_key, data } = await logIn('keeper');
    made.keeper = { token, revokeKey: revoke_key, user: data };
    return made;
  }

  it('are never made by registering after the first account ever, even when every account is gone', async () => {
    const anna = await join('anna');
    expect(anna.data.roles).toEqual(['user', 'admin']);
    expect((await leave(anna)).status, 'nobody else could take over').toBe(204);
    expect((await join('bram')).data.roles).toEqual(['user']);
    now = new Date(now.getTime() + 15 * 86_400_000);
    await veld.context.jobs.send('accounts-daily', {});
    await veld.context.jobs.drain();
    expect(await veld.db.selectFrom('users').select('erased_at').where('id', '=', anna.data.id).execute()).toEqual([{ erased_at: now }]);
    expect((await join('chen')).data.roles).toEqual(['user']);
    expect((await join('anna')).data.roles).toEqual(['user']);
  });

  it('lose the role at once when their account is closed, and do not get it back by reopening it', async () => {
    const { keeper, bram } = await people('bram');
    expect((await leave(keeper, { successor_id: bram.user.id })).status).toBe(204);
    expect(await rolesOf(keeper.user.id)).toEqual(['user']);
    expect(JSON.stringify(await veld.db.selectFrom('closed_accounts').select('kept').execute())).not.toContain('admin');
    const back = await logIn('keeper');
    expect(back).toMatchObject({ reopened: true, data: { name: 'keeper', roles: ['user'] } });
    expect((await change(bram.user.id, { roles: [] }, back)).status).toBe(403);
  });

  it('cannot delete their account as the last one without naming a successor', async () => {
    const { keeper, bram } = await people('bram');
    const refused = await leave(keeper);
    expect(refused.status).toBe(422);
    expect(refused.problem.errors).toEqual({ successor_id: ['You are the last administrator. Choose who takes over.'] });
    expect((await veld.call(getUser, {}, keeper.token)).body.roles).toEqual(['user', 'admin']);
    expect((await leave(keeper, { successor_id: bram.user.id })).status).toBe(204);
    expect((await veld.call(getUser, {}, bram.token)).body.roles).toEqual(['user', 'admin']);
  });

  it('can name as successor only somebody else with an open account', async () => {
    const { keeper, bram, chen } = await people('bram', 'chen');
    await leave(bram);
    for (const successor_id of [keeper.user.id, bram.user.id, randomUUID()]) {
      const refused = await leave(keeper, { successor_id });
      expect(refused.problem.errors).toEqual({ successor_id: ['Choose someone else who has an account.'] });
      expect((await change(keeper.user.id, { roles: [], successor_id }, keeper)).problem.errors).toHaveProperty('successor_id');
    }
    expect(await rolesOf(keeper.user.id)).toEqual(['user', 'admin']);
    expect(await rolesOf(chen.user.id)).toEqual(['user']);
  });

  it('give up the role with a successor', async () => {
    const { keeper, bram } = await people('bram');
    await change(bram.user.id, { roles: ['curator'] }, keeper);
    expect((await change(keeper.user.id, { roles: ['curator'] }, keeper)).problem.errors).toHaveProperty('roles');
    expect((await change(keeper.user.id, { roles: ['curator'], successor_id: bram.user.id }, keeper)).status).toBe(204);
    expect(await rolesOf(keeper.user.id)).toEqual(['user', 'curator']);
    expect(await rolesOf(bram.user.id)).toEqual(['user', 'curator', 'admin']);
  });

  it('need no successor while another admin remains', async () => {
    const { keeper, bram, chen } = await people('bram', 'chen');
    await change(bram.user.id, { roles: ['admin'] }, keeper);
    expect((await leave(keeper)).status).toBe(204);
    expect((await leave(bram)).status).toBe(422);
    expect((await leave(chen)).status).toBe(204);
  });

  it('are not appointed by users who leave', async () => {
    const { bram, chen } = await people('bram', 'chen');
    expect((await leave(bram, { successor_id: chen.user.id })).status).toBe(403);
    expect(await rolesOf(chen.user.id)).toEqual(['user']);
    expect((await veld.call(getUser, {}, bram.token)).status).toBe(200);
  });

  it('remain when all of them leave at the same time', async () => {
    const { keeper, bram, chen } = await people('bram', 'chen');
    for (const { user } of [bram, chen]) await change(user.id, { roles: ['admin'] }, keeper);
    const left = await Promise.all([leave(keeper), leave(bram), change(chen.user.id, { roles: [] }, chen)]);
    expect(left.map((response) => response.status).toSorted()).toEqual([204, 204, 422]);
    const admins = await veld.db.selectFrom('users').select('roles').where('deleted_at', 'is', null).execute();
    expect(admins.filter(({ roles }) => roles.includes('admin'))).toHaveLength(1);
  });

  it('remain when the successor leaves at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await person(veld, `one${round}`, { roles: ['admin'] });
      await veld.db
        .updateTable('users')
        .set({ roles: ['user'] })
        .where('id', '!=', one.user.id)
        .execute();
      const two = await person(veld, `two${round}`);
      await Promise.all([leave(one, { successor_id: two.user.id }), leave(two)]);
      const open = await veld.db.selectFrom('users').select('roles').where('deleted_at', 'is', null).execute();
      expect(
        open.filter(({ roles }) => roles.includes('admin')),
        `round ${round}`,
      ).toHaveLength(1);
    }
  });

  it('list the open accounts by name, without their email addresses', async () => {
    const { keeper, chen } = await people('Bram', 'chen', 'dora');
    await leave(chen);
    const list = async (name?: string) => (await veld.call(listUsers, { query: name === undefined ? {} : { name } }, keeper.token)).body;
    const all = await list();
    expect(all.data.map(({ name, roles }) => [name, ...roles])).toEqual([
      ['Bram', 'user'],
      ['dora', 'user'],
      ['keeper', 'user', 'admin'],
    ]);
    expect(all.totals).toEqual({ users: 3, admins: 1 });
    expect(JSON.stringify(all)).not.toContain('@');
    expect((await list('BR')).data.map(({ name }) => name)).toEqual(['Bram']);
    expect((await list('%')).data).toEqual([]);
  });
});
