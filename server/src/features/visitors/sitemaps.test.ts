import { randomUUID } from 'node:crypto';
import { checkRegistration, getVisitorSettings, listAdminActs, putVisitorSettings } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { recordPage } from './record-page.ts';
import { findStarts } from './sitemaps.ts';

const HOME = 'https://veld.example.org';

describe('what search engines and visitors may see of a new server', () => {
  let veld: TestServer;
  let admin: Person;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer({ ALLOW_BROWSING: '', PUBLIC_URL: HOME });
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { community_opt_in: true });
    admin = await person(veld, 'emil', { roles: ['admin'] });
  });
  afterAll(() => veld.close());

  const read = async (path: string) => {
    const response = await veld.fetch(path);
    return response.ok ? response.text() : response.status;
  };
  const choose = (allows_browsing: boolean, allows_indexing: boolean, who = admin) =>
    veld.call(putVisitorSettings, { body: { allows_browsing, allows_indexing } }, who.token);

  it('is open without search engines, until an administrator chooses, which only administrators can', async () => {
    expect((await veld.call(checkRegistration, { body: {} })).body.data).toMatchObject({ allows_browsing: true, asks_browsing: true });
    expect(await read('/robots.txt')).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
    expect([await read('/sitemap.xml'), await read('/sitemap-observations-1.xml')]).toEqual([404, 404]);
    expect((await choose(false, false, anna)).status).toBe(403);
    expect((await choose(false, false)).status).toBe(204);
    expect((await choose(false, false)).status).toBe(204);
    expect((await veld.call(getVisitorSettings, {}, admin.token)).body.data).toEqual({
      allows_browsing: false,
      allows_indexing: false,
      is_chosen: true,
      is_fixed: false,
    });
    expect((await veld.call(checkRegistration, { body: {} })).body.data).toMatchObject({ allows_browsing: false, asks_browsing: false });
    expect(await read('/robots.txt')).toBe('User-agent: *\nDisallow: /\n');
    const acts = (await veld.call(listAdminActs, { query: { action: 'change_browsing' } }, admin.token)).body.data;
    expect(acts.map(({ details }) => details)).toEqual([{ browsing: false, indexing: false }]);
  });

  it('lists public records, the hidden ones from the next day and without a date, and no private ones', async () => {
    const [open, obscured, secret, hidden] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await save(veld, anna, open, draft());
    await save(veld, anna, obscured, draft({ geoprivacy: 'obscured', taxon_id: TAXA.heron.id }));
    await save(veld, anna, secret, draft({ geoprivacy: 'private', taxon_id: TAXA.moss.id }));
    await save(veld, anna, hidden, draft());
    await veld.db.updateTable('observations').set({ hidden_by_moderator_at: new Date() }).where('id', '=', hidden).execute();
    await choose(true, true);
    expect(await read('/robots.txt')).toContain(`Sitemap: ${HOME}/sitemap.xml`);
    expect(await read('/sitemap.xml')).toContain(`<loc>${HOME}/sitemap-observations-1.xml</loc>`);
    const entry = /<url><loc>https:\/\/veld.example.org\/observations\/([\w-]+)<\/loc>(.*)<\/url>/g;
    const listed = async () =>
      [...String(await read('/sitemap-observations-1.xml')).matchAll(entry)].map(([, id, day]) => [id, day !== '']);
    expect(await listed()).toEqual([[open, true]]);
    expect(await read('/sitemap-species-1.xml')).not.toContain(`/species/${TAXA.heron.id}<`);
    await passDay(veld);
    expect((await listed()).toSorted()).toEqual(
      [
        [open, true],
        [obscured, false],
      ].toSorted(),
    );
    const species = await read('/sitemap-species-1.xml');
    for (const [taxon, isListed] of [
      [TAXA.kingfisher, true],
      [TAXA.heron, true],
      [TAXA.moss, false],
    ] as const)
      expect(String(species).includes(`/species/${taxon.id}<`), taxon.scientific_name).toBe(isListed);
    expect(await read('/sitemap-people-1.xml')).not.toContain(anna.user.id);
    expect(await read('/sitemap-nothing-1.xml')).toBe(404);
  });

  it('divides what is too long for one file, so that each record is in one of them', async () => {
    for (let count = 0; count < 5; count++) await save(veld, anna, randomUUID(), draft());
    const all = [...String(await read('/sitemap-observations-1.xml')).matchAll(/observations\/([\w-]+)</g)].map(([, id]) => id);
    await findStarts(veld.context, [recordPage], 3);
    const files = [...String(await read('/sitemap.xml')).matchAll(/\/sitemap-observations-\d+\.xml/g)].map(([path]) => path);
    expect(files).toHaveLength(1 + Math.floor(all.length / 3));
    const parts = await Promise.all(
      files.map(async (path) => [...String(await read(path)).matchAll(/observations\/([\w-]+)</g)].map(([, id]) => id)),
    );
    expect(parts.flat()).toEqual(all);
    expect(parts[0]).toHaveLength(3);
    expect(await read(`/sitemap-observations-${files.length + 1}.xml`)).toBe(404);
  });
});
