import type { User } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { SCREENS } from '../../app/screens';
import common from '../../i18n/en/common.json';
import { anna } from '../../local/testing/people';
import { findScreens, listOpenScreens, suggestScreens } from './found-screens';

const titles: Readonly<Record<string, string>> = common.screens;
const titleIn = (title: string) => titles[title] ?? '';
const withRoles = (...roles: User['roles']) => listOpenScreens(SCREENS, { roles });
const find = (text: string, screens = withRoles('user')) => findScreens(text, screens, titleIn).map(({ to }) => to);

describe('the screens that a search offers', () => {
  it('are those that somebody with the roles of the person can open', () => {
    const paths = (...roles: User['roles']) => withRoles(...roles).map(({ path }) => path);
    expect(paths('user')).toContain('/my-species');
    for (const path of ['/admin', '/admin/specie-images', '/login', '/welcome', '/embed', '/app-update', '/species/:id'])
      expect(paths('user'), path).not.toContain(path);
    expect(paths('user', 'curator')).toContain('/admin/specie-images');
    expect(paths('user', 'curator')).not.toContain('/admin');
    expect(paths('user', 'admin')).toEqual(expect.arrayContaining(['/admin', '/admin/specie-images']));
  });

  it('have words that begin as those of the text, in any order', () => {
    expect(find('species')).toContain('/my-species');
    expect(find('spec my')).toEqual(['/my-species']);
    expect(find('pecies')).toEqual([]);
    expect(find('my zzz')).toEqual([]);
    expect(find(' , ')).toEqual([]);
    expect(find('admin')).toEqual([]);
  });

  it('are the first of the navigation while nothing is typed, without the one that is open', () => {
    const suggested = suggestScreens(withRoles(...anna.roles), '/map', 4).map(({ path }) => path);
    expect(suggested.slice(0, 2)).toEqual(['/', '/my-records']);
    expect(suggested).toHaveLength(4);
  });
});
