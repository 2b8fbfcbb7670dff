import { randomUUID } from 'node:crypto';
import {
  checkRegistration,
  getFeed,
  getProject,
  getProjectMap,
  listProjectPeople,
  listProjectRecords,
  listProjects,
  listProjectSpecies,
  putProject,
} from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { projectBody } from '../../testing/projects.ts';
import { draft, insertTaxa, passDay, save } from '../../testing/records.ts';
import { testServer } from '../../testing/server.ts';

describe('visitors without an account', () => {
  it('see the latest public records and open projects where the instance lets them, and nothing that needs a person', async () => {
    const veld = await testServer({ ALLOW_BROWSING: '1' });
    await insertTaxa(veld);
    const anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    const ids: string[] = [];
    for (let count = 0; count < 21; count++) {
      ids.unshift(randomUUID());
      await save(veld, anna, ids[0]!, draft());
    }
    const hidden = randomUUID();
    await save(veld, anna, hidden, draft({ geoprivacy: 'private', latitude: 50.85, longitude: 4.35 }));
    const [open, closed] = [randomUUID(), randomUUID()];
    await veld.call(putProject, { params: { id: open }, body: projectBody() }, anna.token);
    await veld.call(putProject, { params: { id: closed }, body: projectBody({ joining: 'link' }) }, anna.token);

    expect((await veld.call(checkRegistration, { body: {} })).body.data.allows_browsing).toBe(true);
    const feed = await veld.call(getFeed, {});
    expect(feed.body.data.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(feed.headers.get('cache-control')).toBe('public, max-age=60');
    expect(feed.headers.get('vary')).toMatch(/authorization, accept-language/);
    await passDay(veld);
    expect((await veld.call(getFeed, { query: { country: 'BE' } })).body.data, 'a private place').toEqual([]);
    const more = [
      { cursor: feed.body.next_cursor! },
      { following: '1' as const },
      { limit: 21 },
      { place_id: randomUUID() },
      { latitude: 52, longitude: 5, radius_km: 5 },
    ];
    for (const query of more) expect((await veld.call(getFeed, { query })).status, JSON.stringify(query)).toBe(401);

    expect((await veld.call(listProjects, {})).body.data.map(({ id }) => id)).toEqual([open]);
    expect((await veld.call(listProjects, { query: { mine: '1' } })).status).toBe(401);
    const one = { params: { id: open } };
    expect((await veld.call(getProject, one)).body.data).toMatchObject({ id: open, own: null, is_joined: false, invite: null });
    for (const route of [listProjectSpecies, getProjectMap]) expect((await veld.call(route, one)).status).toBe(200);
    for (const route of [listProjectRecords, listProjectPeople]) expect((await veld.call(route, one)).status).toBe(401);
    expect((await veld.call(getProject, { params: { id: closed } })).status).toBe(404);
    expect((await veld.call(getFeed, {}, anna.token)).headers.get('cache-control')).not.toContain('public');
    await veld.close();
  });

  it('are limited by network address', async () => {
    const settings = { ALLOW_BROWSING: '1', LIMIT_BROWSING: '2', TRUST_PROXY: '1' };
    const veld = await testServer(settings, { now: () => new Date('2026-06-02T10:30:00Z') });
    const from = async (address: string) => (await veld.call(getFeed, {}, undefined, { 'x-forwarded-for': address })).status;
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]).toEqual([200, 200, 429]);
    expect(await from('192.0.2.2')).toBe(200);
    await veld.close();
  });

  it('are sent to the login where the instance does not let them look around', async () => {
    const veld = await testServer();
    expect((await veld.call(checkRegistration, { body: {} })).body.data.allows_browsing).toBe(false);
    for (const route of [getFeed, listProjects]) expect((await veld.call(route, {})).status).toBe(401);
    await veld.close();
  });
});
