import { expect, it } from 'vitest';
import { openUserDatabase } from '../../db/database';
import { freshPerson } from '../../testing/people';
import { firstRows, keepFirstRows } from './first-rows';

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
