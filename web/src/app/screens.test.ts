import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOT_FOUND, SCREENS } from './screens';

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
  '/settings/:section',
  '/admin',
  '/admin/:section',
  '/admin/taxonomy',
];

describe('the routes', () => {
  it('are the main ones with their names and paths, followed by the additional ones', () => {
    const main = SCREENS.filter((screen) => MAIN.some(([name]) => name === screen.name));
    expect(main.map((screen) => [screen.name, screen.path])).toEqual(MAIN);
    for (const screen of SCREENS.slice(MAIN.length)) expect(ADDED).toContain(screen.path);
    expect(NOT_FOUND.path).toBe('*');
  });

  it('have their specified layout and guards', () => {
    const of = (name: string) => SCREENS.find((screen) => screen.name === name)!;
    expect([of('welcome').layout, of('welcome').guards]).toEqual(['guest', ['guest']]);
    expect([of('password.reset').layout, of('password.reset').guards]).toEqual(['guest', []]);
    expect([of('dashboard').layout, of('dashboard').guards]).toEqual(['admin', ['auth']]);
    expect([of('admin.specie_images').layout, of('admin.specie_images').guards]).toEqual(['admin', ['auth', 'curator']]);
    expect([of('app_update').layout, of('app_update').guards]).toEqual(['empty', []]);
    expect([of('embed').layout, of('embed').guards]).toEqual(['embed', ['embed-key']]);
  });

  it('have a title among the common texts', () => {
    const words = JSON.parse(readFileSync(resolve(import.meta.dirname, '../i18n/en/common.json'), 'utf8')) as {
      screens: Record<string, string>;
    };
    for (const screen of [...SCREENS, NOT_FOUND]) expect(words.screens[screen.title ?? ''], screen.name).toBeTruthy();
  });
});
