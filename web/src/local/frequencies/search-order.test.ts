import { frequencyCell } from '@veld/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../db/database';
import * as search from '../taxonomy/search';
import { storeFrequencies } from '../testing/frequencies';
import { freshPerson } from '../testing/people';
import { orderSearch } from './search-order';

afterEach(() => vi.restoreAllMocks());

it('gives the search what is likely now, once, and nothing in another season without data', async () => {
  const told = vi.spyOn(search, 'setLikely').mockResolvedValue();
  const anna = freshPerson('anna', { country_code: 'NL' });
  const database = openUserDatabase(anna.id);
  const cell = frequencyCell(52.09, 5.12);
  const count = (taxon_id: number, lists: number) => ({ taxon_id, cell, slot: 42, records: lists, lists, people: 1 });
  await storeFrequencies(database, 'NL', [count(0, 40), count(7, 14), count(9, 30)]);
  const november = new Date('2026-11-24T12:00:00Z');
  await orderSearch(database, 'NL', november);
  await orderSearch(database, 'NL', november);
  expect(told.mock.calls).toEqual([[[9, 7]]]);
  await orderSearch(database, 'NL', new Date('2026-05-24T12:00:00Z'));
  expect(told.mock.calls.at(-1)).toEqual([[]]);
});
