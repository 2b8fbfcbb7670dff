import { randomBytes, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listJourneyChanges, listObservationChanges, putEmbed } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { DEMO_PROJECT } from '../../seed/projects.ts';
import { DEMO_PLACE } from '../../seed/saved-places.ts';
import type { Seeded } from '../../seed/world.ts';

/** A screen to capture: its name, a path at which it has content, and the role that sees it. */
export interface Visit {
  name: string;
  path: string;
  as: 'visitor' | 'person' | 'curator' | 'admin';
}

interface Addresses {
  observationId: string;
  speciesId: number;
  /** With records, whether on a journey or not. */
  day: string;
  journey: string;
  embedKey: string;
}

/** Every screen on the server at `url`, which has the demo data, each at a path at which it has content. */
export async function demoVisits(url: string, seeded: Seeded): Promise<Visit[]> {
  const { anna } = seeded.tokens;
  const [newest] = (await call(url, listObservationChanges, { query: { limit: 100 } }, anna)).data.filter(
    (record) => !('deleted' in record) && record.media.length > 0 && record.taxon_id !== null,
  );
  if (!newest || 'deleted' in newest) throw new Error('anna has no record with a photo');
  const embedKey = randomBytes(32).toString('base64url');
  await call(url, putEmbed, { params: { id: randomUUID() }, body: { key: embedKey, label: 'Nature club', origins: [] } }, anna);
  const journey = (await call(url, listJourneyChanges, {}, anna)).data.at(-1);
  if (!journey) throw new Error('anna has no journey');
  const day = newest.observed_on!.slice(0, 10);
  return visitsOf({ observationId: newest.id, speciesId: newest.taxon_id!, day, journey: journey.id, embedKey }, seeded);
}

/** Every screen that the features of the app declare. Throws when a parameter in a path has no value here. */
async function visitsOf(addresses: Addresses, seeded: Seeded): Promise<Visit[]> {
  const screens = await screensOfApp();
  const values: Record<string, string> = {
    ':token': 'the-token-of-a-mail',
    ':session': addresses.day,
    ':slug': 'photos-plants',
    '/profile/:user': `/profile/${seeded.users.bram.id}`,
    '/messages/:person': `/messages/${seeded.users.bram.id}`,
    '/observations/:id': `/observations/${addresses.observationId}`,
    '/species/:id': `/species/${addresses.speciesId}`,
    // The area of seed/saved-places.ts.
    '/settings/locations/:id': '/settings/locations/5a1ad000-0000-4000-8000-000000000002',
    '/settings/:section': '/settings/privacy',
    '/admin/:section': '/admin/users',
    '/projects/:id': `/projects/${DEMO_PROJECT}`,
    '/projects/:id/live': `/projects/${DEMO_PROJECT}/live`,
    '/places/:id': `/places/${DEMO_PLACE}`,
    '/embed': `/embed?key=${addresses.embedKey}`,
  };
  const visits = screens.map(({ name, path, guards }): Visit => {
    const filled = values[path] ?? path.replace(/:\w+/g, (part) => values[part] ?? part);
    if (filled.includes(':')) throw new Error(`Add a value for the path ${path} of ${name} to e2e/screens/visits.ts`);
    return {
      name,
      path: filled,
      as: guards.includes('admin') ? 'admin' : guards.includes('curator') ? 'curator' : guards.includes('auth') ? 'person' : 'visitor',
    };
  });
  const others: Visit[] = [
    { name: 'journey.track', path: `/journey/${addresses.journey}`, as: 'person' },
    { name: 'project.new', path: '/projects/new', as: 'person' },
    { name: 'project.edit', path: `/projects/${DEMO_PROJECT}?edit=1`, as: 'person' },
    { name: 'leaderboards', path: '/community?section=leaderboards&period=all', as: 'person' },
    { name: 'forbidden', path: '/admin/specie-images', as: 'person' },
  ];
  for (const { name, path } of others)
    if (!screens.some((screen) => new RegExp(`^${screen.path.replace(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0]!)))
      throw new Error(`No screen of the app has the path ${path} of ${name}`);
  return [...visits, ...others, { name: 'not-found', path: '/nothing-is-here', as: 'visitor' }];
}

/** Every section of the settings and every part of the administration that has a page, as their lists in the app name them. */
export function sectionVisits(): Visit[] {
  const idsIn = (file: string, id: RegExp) => {
    const ids = [...readFileSync(resolve(import.meta.dirname, '../../web/src/features', file), 'utf8').matchAll(id)].map(([, one]) => one!);
    if (ids.length < 5) throw new Error(`Found only ${ids.length} sections in ${file}`);
    return ids;
  };
  return [
    ...idsIn('settings/sections/section-list.ts', /^ +id: '([\w-]+)',$/gm).map((id): Visit => ({
      name: `settings: ${id}`,
      path: `/settings/${id}`,
      as: 'person',
    })),
    ...idsIn('admin/sections.ts', /\bid: '([\w-]+)',/g).map((id): Visit => ({ name: `admin: ${id}`, path: `/admin/${id}`, as: 'admin' })),
  ];
}

/** The app's screens. Features import them lazily, so no browser code runs here. */
async function screensOfApp(): Promise<readonly { name: string; path: string; guards: readonly string[] }[]> {
  const source = resolve(import.meta.dirname, '../../web/src');
  const load = (file: string) => import(pathToFileURL(resolve(source, file)).href);
  const features = await Promise.all(globSync('{app,features/*}/feature.ts', { cwd: source }).map(load));
  const { composeScreens } = await load('ui/feature.ts');
  return composeScreens(features.map(({ feature }) => feature));
}
