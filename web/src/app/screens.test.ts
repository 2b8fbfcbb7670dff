import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import outbox from 'virtual:veld-outbox';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../local/outbox/operations';
import { FORBIDDEN, NOT_FOUND } from './feature';
import { FEATURES, SCREENS } from './screens';

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
/** Their layout and guards where they are not `admin` and `auth`. */
const ACCESS: Record<string, [string, string[]]> = {
  welcome: ['guest', ['guest']],
  login: ['guest', ['guest']],
  register: ['guest', ['guest']],
  'password.request': ['guest', ['guest']],
  'password.reset': ['guest', []],
  'admin.specie_images': ['admin', ['auth', 'curator']],
  app_update: ['empty', []],
  embed: ['embed', ['embed-key']],
};
const MAIN_NAMES = new Set(MAIN.map(([name]) => name));
const ALL = [...SCREENS, NOT_FOUND, FORBIDDEN];

describe('the screens that features declare (decision 0023)', () => {
  const main = SCREENS.filter(({ name }) => MAIN_NAMES.has(name));

  it('include the main ones with their names and paths', () => {
    expect(main.map(({ name, path }) => [name, path]).toSorted()).toEqual(MAIN.toSorted());
  });

  it('have their specified layout and guards', () => {
    for (const { name, layout, guards } of main) expect([layout, guards], name).toEqual(ACCESS[name] ?? ['admin', ['auth']]);
    expect([...MAIN_NAMES]).toEqual(expect.arrayContaining(Object.keys(ACCESS)));
  });

  it('have names and addresses of their own', () => {
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
    expect(new Set(ALL.map(({ path }) => path)).size).toBe(ALL.length);
    expect(NOT_FOUND.path).toBe('*');
  });

  it('that were added need an account, and below /admin a role', () => {
    for (const { name, path, layout, guards } of SCREENS.filter((screen) => !MAIN_NAMES.has(screen.name))) {
      // The screen of a projector has no navigation.
      expect([layout, guards[0]], name).toEqual([name === 'project_live' ? 'empty' : 'admin', 'auth']);
      if (/^\/admin(?=\/|$)/.test(path)) expect(guards, name).toContain('admin');
    }
  });

  it('have other screens for visitors only where they exist', () => {
    const names = FEATURES.flatMap(({ visitors = {} }) => Object.keys(visitors));
    expect(
      SCREENS.filter(({ visitor }) => visitor)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted());
  });

  it('have a title of their own among the common texts', () => {
    const words = JSON.parse(readFileSync(resolve(import.meta.dirname, '../i18n/en/common.json'), 'utf8')) as {
      screens: Record<string, string>;
    };
    for (const screen of ALL) expect(words.screens[screen.title], screen.name).toBeTruthy();
    expect(new Set(ALL.map(({ title }) => title)).size).toBe(ALL.length);
  });
});

describe('what else features declare', () => {
  it('gives every operation that can wait in the outbox an icon, by one feature', () => {
    const labels = outbox.flatMap((icons) => Object.keys(icons));
    expect(labels.toSorted()).toEqual([...new Set(OPERATIONS.map(({ label }) => label))].toSorted());
  });

  it('gives every entry of the navigation a place of its own, and its screen an address without parameters', () => {
    const entries = SCREENS.filter(({ navigation }) => navigation);
    expect(new Set(entries.map(({ navigation }) => `${navigation?.in} ${navigation?.at}`)).size).toBe(entries.length);
    for (const { path } of entries) expect(path).not.toContain(':');
    expect(entries.filter(({ navigation }) => navigation?.in === 'bar')).toHaveLength(3);
  });

  it('leads other addresses of a screen to one with the same parameters', () => {
    const others = SCREENS.flatMap(({ path, otherPaths = [] }) => otherPaths.map((other) => [other, path] as const));
    expect(others.length).toBeGreaterThan(0);
    const parameters = (path: string) => path.match(/:\w+/g);
    for (const [other, path] of others) expect(parameters(other), other).toEqual(parameters(path));
    const paths = new Set(SCREENS.map(({ path }) => path));
    expect(others.filter(([other]) => paths.has(other))).toEqual([]);
  });
});
