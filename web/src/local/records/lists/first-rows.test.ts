import { expect, it } from 'vitest';
import { openUserDatabase } from '../../db/database';
import { freshPerson } from '../../testing/people';
import { firstRows, keepFirstRows } from './first-rows';

it('keeps the first rows of the last six lists, each once', async () => {
  const database = openUserDatabase(freshPerson('anna').id);
  for (const list of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'g']) await keepFirstRows(database, list, [list]);
  const kept = await Promise.all(['a', 'b', 'c', 'g'].map((list) => firstRows(database, list)));
  expect(kept).toEqual([['a'], undefined, ['c'], ['g']]);
});
