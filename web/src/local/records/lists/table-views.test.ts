import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../db/database';
import { freshDatabase, freshPerson } from '../../testing/people';
import { deleteTableView, saveTableView, tableViews, firstRows, keepFirstRows } from './table-views';

const state = { columns: ['name'], sort: [], filters: {}, search: '' };

describe('saved views of a table', () => {
  it('are kept by table, and one saved again under its name is replaced', async () => {
    const database = freshDatabase();
    await saveTableView(database, { id: 'a', table: 'records', name: 'Birds', state });
    await saveTableView(database, { id: 'b', table: 'people', name: 'Birds', state });
    await saveTableView(database, { id: 'c', table: 'records', name: 'Birds', state: { ...state, search: 'owl' } });
    expect((await tableViews(database, 'records')).map(({ id }) => id)).toEqual(['c']);
    expect((await tableViews(database, 'people')).map(({ id }) => id)).toEqual(['b']);
    await deleteTableView(database, 'c');
    expect(await tableViews(database, 'records')).toEqual([]);
  });

  it('leave out what a newer version stored differently', async () => {
    const database = freshDatabase();
    await saveTableView(database, { id: 'a', table: 'records', name: 'Birds', state });
    await database.settings.update('table_views', {
      value: [
        { id: 'z', table: 'records' },
        { id: 'a', table: 'records', name: 'Birds', state },
      ],
    });
    expect((await tableViews(database, 'records')).map(({ id }) => id)).toEqual(['a']);
  });
});

it('keeps the first rows of the last six lists, each once', async () => {
  const database = openUserDatabase(freshPerson('anna').id);
  const keep = async (...lists: string[]) => {
    for (const list of lists) await keepFirstRows(database, list, [list]);
  };
  await keep('a', 'b', 'c', 'd', 'e', 'f', 'f', 'f');
  expect(await firstRows(database, 'a')).toEqual(['a']);
  await keep('g');
  const kept = await Promise.all(['a', 'b', 'f', 'g'].map((list) => firstRows(database, list)));
  expect(kept).toEqual([undefined, ['b'], ['f'], ['g']]);
});
