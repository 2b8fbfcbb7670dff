import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN, NOT_FOUND, SCREENS } from './screens';

/** The main routes and their paths. */
const MAIN: readonly [string, string][] = [
  ['welcome', '/welcome'],
  ['login', '/login'],
  ['register', '/register'],
  ['password.request', '/password/reset'],
  ['password.reset', '/password/reset/:token'],
  ['dashboard', '/'],
  ['map', '/map'],
  ['feed', '/feed'],
  ['discover', '/discover'],
  ['my_journeys', '/my-journeys'],
  ['journey', '/journey/:session'],
  ['knowledge', '/knowledge'],
  ['my_species', '/my-species'],
  ['community', '/community'],
  ['community.user', '/profile/:user'],
  ['profile', '/profile'],
  ['settings.profile', '/settings/profile'],
  ['settings.my_locations', '/settings/my-locations'],
  ['feedback', '/feedback'],
  ['admin.specie_images', '/admin/specie-images'],
  ['app_update', '/app-update'],
  ['embed', '/embed'],
];
/** The closed list of added paths (decision 0023). */
const ADDED = [
  '/observe',
  '/observe/photos',
  '/my-journeys/new',
  '/observe/tally',
  '/observations/:id',
  '/outbox',
  '/storage',
  '/notifications',
  '/tile-requests',
  '/tables',
  '/species/:id',
  '/statistics',
  '/identify',
  '/projects',
  '/projects/:id',
  '/settings/:section',
  '/settings/locations/:id',
  '/admin',
  '/admin/:section',
  '/admin/taxonomy',
  '/admin/invitations',
  '/admin/reports',
  '/knowledge/articles/:slug',
  '/knowledge/articles/:slug/edit',
];
/** Layout and guards where they are not `admin` and `auth`. */
const ACCESS: Record<string, [string, string[]]> = {
  welcome: ['guest', ['guest']],
  login: ['guest', ['guest']],
  register: ['guest', ['guest']],
  'password.request': ['guest', ['guest']],
  'password.reset': ['guest', []],
  'admin.specie_images': ['admin', ['auth', 'curator']],
  app_update: ['empty', []],
  embed: ['embed', ['embed-key']],
  'admin.taxonomy': ['admin', ['auth', 'admin']],
  'admin.invitations': ['admin', ['auth', 'admin']],
  'admin.reports': ['admin', ['auth', 'admin']],
  admin: ['admin', ['auth', 'admin']],
  'admin.section': ['admin', ['auth', 'admin']],
  'article.edit': ['admin', ['auth', 'curator']],
  'not-found': ['empty', []],
};
const ALL = [...SCREENS, NOT_FOUND, FORBIDDEN];

describe('the routes', () => {
  it('are the main ones with their names and paths, followed by the additional ones', () => {
    expect(SCREENS.slice(0, MAIN.length).map(({ name, path }) => [name, path])).toEqual(MAIN);
    const added = SCREENS.slice(MAIN.length).map(({ path }) => path);
    expect(added.toSorted()).toEqual(ADDED.toSorted());
    expect(NOT_FOUND.path).toBe('*');
  });

  it('have their specified layout and guards', () => {
    const specified = ALL.map(({ name }) => [name, ...(ACCESS[name] ?? ['admin', ['auth']])]);
    expect(ALL.map(({ name, layout, guards }) => [name, layout, guards])).toEqual(specified);
    expect(ALL.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(ACCESS)));
  });

  it('have a title of their own among the common texts', () => {
    const words = JSON.parse(readFileSync(resolve(import.meta.dirname, '../i18n/en/common.json'), 'utf8')) as {
      screens: Record<string, string>;
    };
    for (const screen of ALL) expect(words.screens[screen.title ?? ''], screen.name).toBeTruthy();
    expect(new Set(ALL.map(({ title }) => title)).size).toBe(ALL.length);
  });
});
