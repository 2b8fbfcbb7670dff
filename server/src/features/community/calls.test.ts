import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmed, type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const NOBODY = '00000000-0000-4000-8000-00000000000f';

type Who = 'visitor' | 'anna' | 'leaver' | 'admin';
interface Call {
  method?: string;
  path: string;
  /** `:ben` and `:anna` stand for ids in path and body. */
  body?: object;
  who?: Who;
}
type Case = [name: string, call: Call, status: number];

const post = (path: string, body?: object, who?: Who): Call => ({ method: 'POST', path, ...(body && { body }), ...(who && { who }) });
const patch = (body: object, who?: Who): Call => ({ method: 'PATCH', path: '/api/settings/preferences', body, ...(who && { who }) });
const seen = (name: string, good: object, bad: object): Case[] => [
  [`a seen ${name}`, post(`/api/user/${name}-seen`, good), 200],
  [`the same ${name} again`, post(`/api/user/${name}-seen`, good), 200],
  [`a seen ${name} that is none`, post(`/api/user/${name}-seen`, bad), 422],
  [`a seen ${name} of a visitor`, post(`/api/user/${name}-seen`, good, 'visitor'), 401],
];

/** The calls of the specification (section 7) about people and the app: success, bad input, missing permission, and nothing there. */
const CASES: Case[] = [
  ['the version', post('/api/check-version', { version: '0.1.0' }, 'visitor'), 200],
  ['a version that is none', post('/api/check-version', { version: 1 }, 'visitor'), 422],
  ['no version', post('/api/check-version', {}, 'visitor'), 422],

  ['the user', { path: '/api/user?appVersion=0.1.0&timezone=Europe/Amsterdam' }, 200],
  ['the user with an endless version', { path: `/api/user?appVersion=${'1'.repeat(41)}` }, 422],
  ['the user of a visitor', { path: '/api/user', who: 'visitor' }, 401],

  ...seen('xp', { total_xp_seen: 0 }, { total_xp_seen: -1 }),
  ...seen('badge', { badge: 'first_record' }, { badge: '' }),
  ...seen('toast', { toast: 'hello' }, { toast: 5 }),
  ...seen('wizard', { wizard: 'welcome' }, {}),

  ['a preference', patch({ theme: 'dark' }), 200],
  ['two preferences', patch({ theme: 'dark', units: 'metric' }), 422],
  ['an unknown preference', patch({ colour: 'red' }), 422],
  ['a preference with a value that is none', patch({ theme: 'sepia' }), 422],
  ['a preference of a visitor', patch({ theme: 'dark' }, 'visitor'), 401],

  ['people of a country', { path: '/api/community/users?country=NL' }, 200],
  ['people of the world', { path: '/api/community/users' }, 200],
  ['people of an unknown country', { path: '/api/community/users?country=nowhere' }, 422],
  ['people at an unknown place', { path: `/api/community/users?place_id=${NOBODY}` }, 404],
  ['people for a visitor', { path: '/api/community/users?country=NL', who: 'visitor' }, 401],

  ['a profile', { path: '/api/community/profile/:ben' }, 200],
  ['the profile of nobody', { path: `/api/community/profile/${NOBODY}` }, 404],
  ['a profile without an id', { path: '/api/community/profile/ben' }, 404],
  ['a profile for a visitor', { path: '/api/community/profile/:ben', who: 'visitor' }, 401],

  ['statistics', { path: '/api/community/statistics/:ben/this_year/worldwide' }, 200],
  ['statistics of a period that is none', { path: '/api/community/statistics/:ben/once/worldwide' }, 404],
  ['statistics of an unknown country', { path: '/api/community/statistics/:ben/all/nowhere' }, 404],
  ['statistics of nobody', { path: `/api/community/statistics/${NOBODY}/all/NL` }, 404],
  ['statistics for a visitor', { path: '/api/community/statistics/:ben/all/NL', who: 'visitor' }, 401],

  ['a seen figure', post('/api/community/statistics/seen/:anna/all', { statistic: 'species' }), 200],
  ['a seen figure that is none', post('/api/community/statistics/seen/:anna/all', { statistic: 'luck' }), 422],
  ['a seen figure of a period that is none', post('/api/community/statistics/seen/:anna/once', { statistic: 'species' }), 404],
  ['a seen figure of somebody else', post('/api/community/statistics/seen/:ben/all', { statistic: 'species' }), 404],
  ['a seen figure of a visitor', post('/api/community/statistics/seen/:anna/all', { statistic: 'species' }, 'visitor'), 401],

  ['deleting the account of a visitor', post('/api/delete-account', undefined, 'visitor'), 401],
  ['deleting another account', post('/api/delete-account', { user_id: ':ben' }), 403],
  ['deleting the account of nobody', post('/api/delete-account', { user_id: NOBODY }, 'admin'), 404],
  ['deleting an account without an id', post('/api/delete-account', { user_id: 'ben' }, 'admin'), 422],
  ['deleting another account as an admin', post('/api/delete-account', { user_id: ':chen' }, 'admin'), 204],
  ['deleting the own account without the password', post('/api/delete-account'), 422],
  ['deleting the own account', post('/api/delete-account', undefined, 'leaver'), 204],
  ['logging out', post('/api/logout', undefined, 'anna'), 204],
  ['the user after that', { path: '/api/user' }, 401],
  ['logging out again', post('/api/logout', undefined, 'anna'), 204],
];

describe('the calls about people', () => {
  let veld: TestServer;
  const people = new Map<string, Person>();
  beforeAll(async () => {
    veld = await testServer();
    for (const name of ['anna', 'ben', 'chen', 'leaver'])
      people.set(name, await person(veld, name, { country_code: 'NL', community_opt_in: true }));
    // An account is deleted only after its password was confirmed.
    await confirmed(veld, people.get('leaver')!.token);
    people.set('admin', await person(veld, 'dora', { roles: ['admin'] }));
    await veld.db.insertInto('toasts').values({ id: 'hello', level: 'info', texts: '{"en":"Hello"}', audience: 'everyone' }).execute();
  });
  afterAll(() => veld.close());

  const withIds = (text: string) => text.replaceAll(/:(anna|ben|chen)/g, (_, name: string) => people.get(name)!.user.id);

  it.each(CASES)('%s', async (_, { method = 'GET', path, body, who = 'anna' }, status) => {
    const headers = {
      ...(who === 'visitor' ? {} : { authorization: `Bearer ${people.get(who)!.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const answer = await veld.fetch(withIds(path), { method, headers, ...(body && { body: withIds(JSON.stringify(body)) }) });
    expect(answer.status).toBe(status);
    if (status < 400) return;
    // Every error is a problem that says what is wrong.
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await answer.json()).toMatchObject({ status, title: expect.stringMatching(/./) as string });
  });
});
