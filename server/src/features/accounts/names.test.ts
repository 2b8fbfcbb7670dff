import { randomUUID } from 'node:crypto';
import { deleteAccount, login, patchAccount, register } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmed, PASSWORD, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { ensureNameKeys, nameKeys } from './names.ts';

const SIMILAR = 'This name looks too much like another name on this server. Change it, for example by adding an initial.';

const looksLike = (one: string, other: string) => nameKeys(one)[1] === nameKeys(other)[1];
const isSame = (one: string, other: string) => nameKeys(one)[0] === nameKeys(other)[0];

describe('two names', () => {
  it.each([
    ['Anna Jansen', 'Αnna Jansen'],
    ['Anna Vogel', 'Anna VogeI'],
    ['Bill', 'BiII'],
    ['Ian', 'lan'],
    ['Otto', '0tto'],
    ['Carla', 'Car1a'],
    ['Peter Cox', 'Реtеr Сох'],
    ['Coco', 'сосо'],
    ['Ada', 'Αdа'],
    ['Anna', 'Ａｎｎａ'],
    ['Anna', '𝐀𝐧𝐧𝐚'],
    ['Anna', 'An\u200Bna'],
    ['Bram', 'Brarn'],
    ['Jiří', 'Jıří'],
    ['Anna O’Neill', "Anna O'Neill"],
    ['Jan-Willem', 'Jan\u2010Willem'],
    ['Ольга', 'Oльгa'],
    ['Νίκος', 'Nίκοϲ'],
  ])('look alike: %s and %s', (one, other) => {
    expect(looksLike(one, other)).toBe(true);
    expect(isSame(one, other)).toBe(false);
  });

  it.each([
    ['Ella', 'Eila'],
    ['Ian', 'Lan'],
    ['Müller', 'Muller'],
    ['Łukasz', 'Lukasz'],
    ['Anna', 'Ana'],
    ['Jan de Wit', 'Jan Dewit'],
    ['Søren', 'Soren'],
    ['Ольга', 'Олена'],
  ])('do not look alike: %s and %s', (one, other) => {
    expect(looksLike(one, other)).toBe(false);
    expect(isSame(one, other)).toBe(false);
  });

  it.each([
    ['Anna Jansen', 'anna  JANSEN'],
    ['Zoë', 'Zoe\u0308'],
    ['IRIS', 'iris'],
  ])('are the same: %s and %s', (one, other) => expect(isSame(one, other)).toBe(true));
});

describe('the name of an account', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
    await person(veld, 'first');
  });
  afterAll(() => veld.close());

  const registerAs = (name: string, email = `${randomUUID()}@example.org`) =>
    veld.call(register, { body: { name, email, password: PASSWORD } });
  const named = (name: string) => veld.db.selectFrom('users').select('id').where('name', '=', name).execute();

  it('cannot look like that of another open account, but can be the same', async () => {
    expect((await registerAs('Ian Vogel')).status).toBe(200);
    const { problem } = await registerAs('lan Vogel');
    expect(problem).toMatchObject({ status: 422, errors: { name: [SIMILAR] } });
    expect(await named('lan Vogel')).toEqual([]);
    expect((await registerAs('Ian  vogel ')).body.data.name).toBe('Ian vogel');
    expect((await registerAs('Ian Vogel')).status).toBe(200);
    expect((await registerAs('Lan Vogel')).status).toBe(200);
  });

  it.each(['curator', 'admin'] as const)('cannot be that of somebody with the role %s, however it is written', async (role) => {
    const name = `Wilma ${role} Otten`;
    const staff = (await registerAs(name)).body.data;
    await veld.db
      .updateTable('users')
      .set({ roles: ['user', role] })
      .where('id', '=', staff.id)
      .execute();
    for (const written of [name, name.toUpperCase(), name.replace('l', 'I'), `Wilma ${role} 0tten`, name.replaceAll(' ', '\u3000')])
      expect((await registerAs(written)).status, written).toBe(422);
    expect((await registerAs(`Wilma ${role} B. Otten`)).status).toBe(200);
  });

  it('cannot be changed to one that looks like another, and keeps the old name then', async () => {
    const anna = (await registerAs('Anna Lotus')).body;
    const eva = (await registerAs('Eva Lark')).body;
    const change = (name: string) => veld.call(patchAccount, { body: { name, country_code: 'NL' } }, eva.token);
    expect((await change('Anna L0tus')).problem.errors).toEqual({ name: [SIMILAR] });
    expect((await change('Аnna Lotus')).problem.errors).toEqual({ name: ['Use only one alphabet in each word.'] });
    expect((await change('Eva\u034F Lark')).problem.errors).toEqual({ name: ['A name can’t contain these characters.'] });
    expect(await veld.db.selectFrom('users').select(['name', 'country_code']).where('id', '=', eva.data.id).executeTakeFirst()).toEqual({
      name: 'Eva Lark',
      country_code: null,
    });
    // Her own name can change in look.
    expect((await change('Eva Iark')).body.data.name).toBe('Eva Iark');
    expect((await change('Eva lark')).body.data.name).toBe('Eva lark');
    expect((await veld.call(patchAccount, { body: { name: 'Anna Lotus' } }, anna.token)).status).toBe(200);
  });

  it('is free to look like that of a closed account, which keeps its name when it is reopened', async () => {
    const gina = (await registerAs('Gina Ibis')).body;
    await veld.call(deleteAccount, { body: {} }, await confirmed(veld, gina.token));
    const { id } = gina.data;
    expect((await veld.db.selectFrom('users').select('name_keys').where('id', '=', id).executeTakeFirstOrThrow()).name_keys).toEqual([]);
    expect((await registerAs('Gina lbis')).status).toBe(200);
    const back = await veld.call(login, { body: { email: gina.data.email, password: PASSWORD } });
    expect(back.body.data.name).toBe('Gina Ibis');
    expect((await registerAs('Glna Ibis')).status).toBe(200);
    expect((await registerAs('G1na Ibis')).status).toBe(422);
  });

  it('stays as it is if it is older than the rules', async () => {
    const old = (await registerAs('Old Name')).body;
    await veld.db.updateTable('users').set({ name: 'Οld Nаme', name_keys: [] }).where('id', '=', old.data.id).execute();
    const body = { name: 'Οld Nаme', country_code: 'BE' };
    expect((await veld.call(patchAccount, { body }, old.token)).body.data).toMatchObject(body);
  });

  it('gets its keys at the first start after the update', async () => {
    const olga = (await registerAs('Olga Tern')).body;
    await veld.db.updateTable('users').set({ name_keys: [] }).execute();
    expect((await registerAs('0lga Tern')).status).toBe(200);
    await veld.db.updateTable('users').set({ name: '0lga Plover' }).where('name', '=', '0lga Tern').execute();
    await veld.db.deleteFrom('server_state').where('key', '=', 'name_keys').execute();
    await ensureNameKeys(veld.context.db);
    expect((await registerAs('0lga Tern')).status).toBe(422);
    expect((await registerAs('Olga Plover')).status).toBe(422);
    const stored = await veld.db.selectFrom('users').select('name_keys').where('id', '=', olga.data.id).executeTakeFirstOrThrow();
    expect(stored.name_keys).toEqual(nameKeys('Olga Tern'));
  });

  it('belongs to one of two people who register similar names at the same time', async () => {
    const replies = await Promise.all(['Mila Ivory', 'Mila lvory', 'Mi1a Ivory', 'Mila 1vory'].map((name) => registerAs(name)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  });

  it('is refused alike for known and unknown addresses', async () => {
    await registerAs('Nora Quail', 'nora@example.org');
    const attempt = async (email: string) => {
      const body = { name: 'N0ra Quail', email, password: 'six snipe in the sedge' };
      const { status, problem } = await veld.call(register, { body });
      return { status, problem };
    };
    expect(await attempt('nora@example.org')).toEqual(await attempt('nobody@example.org'));
    expect((await attempt('nora@example.org')).status).toBe(422);
    // With the right password it is a login, and the name does not count.
    const repeated = await veld.call(register, { body: { name: 'N0ra Quail', email: 'nora@example.org', password: PASSWORD } });
    expect(repeated.body.data.name).toBe('Nora Quail');
  });

  it('can be tried ten times in a quarter of an hour', async () => {
    const strict = await testServer({ LIMIT_LOGIN_ACCOUNT: '10' });
    const { token } = await person(strict, 'tess');
    const statuses = [];
    for (let count = 0; count < 11; count++)
      statuses.push((await strict.call(patchAccount, { body: { name: `tess ${count}` } }, token)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await strict.close();
  });
});
