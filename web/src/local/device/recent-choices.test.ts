import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../testing/people';
import { addRecentChoice, MAX_RECENT, type RecentChoice, recentChoices, removeRecentChoice } from './recent-choices';

const screen = (to: string): RecentChoice => ({ kind: 'screen', to, title: to, more: null, taxon: null });

describe('recent choices of the search', () => {
  it('are the last ten, the last first, and none twice', async () => {
    const database = freshDatabase();
    const addresses = Array.from({ length: MAX_RECENT + 2 }, (_, at) => `/screen-${at}`);
    for (const to of addresses) await addRecentChoice(database, screen(to));
    await addRecentChoice(database, screen('/screen-5'));
    const stored = (await recentChoices.read(database)).map(({ to }) => to);
    expect(stored).toHaveLength(10);
    expect(stored.slice(0, 3)).toEqual(['/screen-5', '/screen-11', '/screen-10']);
    expect(stored.at(-1)).toBe('/screen-2');
  });

  it('can be removed one by one', async () => {
    const database = freshDatabase();
    for (const to of ['/map', '/feed']) await addRecentChoice(database, screen(to));
    await removeRecentChoice(database, '/feed');
    expect(await recentChoices.read(database)).toEqual([screen('/map')]);
  });

  it('lead to no other website, whatever is stored', async () => {
    const database = freshDatabase();
    const value = [screen('https://example.org/'), screen('//example.org/'), { to: '/map' }, screen('/map')];
    await database.settings.put({ key: 'recent_choices', value });
    expect(await recentChoices.read(database)).toEqual([screen('/map')]);
  });
});
