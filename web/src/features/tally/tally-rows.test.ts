import type { TaxonGroup, TaxonSummary } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { emptyTally, listRows, type Tally, withNewTap, withSplitRow } from '../../local/records/tally';
import type { Suggestion } from '../recording/taxon/suggestions';
import { arrangeList, nextRowIndex, orderRows, type TallyList } from './tally-rows';

const taxon = (id: number, name = `${id}`, group: TaxonGroup = 'bird', scientific_name = name): TaxonSummary => ({
  id,
  name,
  scientific_name,
  rank: 'species',
  group,
  image_url: null,
});
const suggest = (...ids: number[]) =>
  ids.map((id): Suggestion => ({ taxon: taxon(id), score: 1, likelihood: null, reason: { kind: 'common' } }));
const tallyOf = (...ids: number[]): Tally =>
  ids.reduce((tally, id) => withNewTap(tally, taxon(id), { now: 0 }), emptyTally({ now: 0, time_zone: null, source: 'none' }));
const rowsOf = (...ids: number[]) => listRows(tallyOf(...ids));
const shown = ({ counted, likely }: TallyList) => [
  counted.map(({ taxon: { id }, value }) => `${id}:${value?.count ?? 0}`).join(' '),
  likely.map(({ suggestion, row }) => `${suggestion.taxon.id}:${row?.value?.count ?? 0}`).join(' '),
];

describe('the rows of a tally', () => {
  it('are the counted ones as added, and below them the likely ones that are not counted, up to the limit', () => {
    expect(shown(arrangeList(null, rowsOf(9, 2, 9), suggest(1, 2, 3, 4), 2))).toEqual(['9:2 2:1', '1:0 3:0']);
  });

  it('do not move when a likely one is counted or other ones become likely', () => {
    const first = arrangeList(null, rowsOf(9), suggest(1, 2, 3), 3);
    const tapped = arrangeList(first, rowsOf(9, 2), suggest(1, 2, 3), 3);
    expect(shown(tapped)).toEqual(['9:1', '1:0 2:1 3:0']);
    expect(shown(arrangeList(tapped, rowsOf(9, 2), suggest(5, 6), 4))).toEqual(['9:1', '1:0 2:1 3:0 5:0']);
    // The next visit, or a search, has those that were counted above.
    expect(shown(arrangeList(null, rowsOf(9, 2), suggest(1, 3), 3))).toEqual(['9:1 2:1', '1:0 3:0']);
  });

  it('have a further row of a species among the counted ones, also while its first is still among the likely', () => {
    const first = arrangeList(null, [], suggest(1, 2), 2);
    const split = withSplitRow(tallyOf(2), taxon(2), { now: 0, entryId: 'x', variant: 'male' });
    expect(shown(arrangeList(first, listRows(split), suggest(1, 2), 2))).toEqual(['2:0', '1:0 2:1']);
  });

  it('are ordered as added, by name in the language, or by group, family and scientific name', () => {
    const rows = [
      taxon(1, 'Ärmling', 'bird', 'Zosterops'),
      taxon(2, 'Zilpzalp', 'bird', 'Phylloscopus collybita'),
      taxon(3, 'Admiral', 'butterfly', 'Vanessa atalanta'),
      taxon(4, 'Fitis', 'bird', 'Phylloscopus trochilus'),
    ].map((one) => listRows(withNewTap(tallyOf(), one, { now: 0 }))[0]!);
    const families = new Map([
      [2, 'Phylloscopidae'],
      [4, 'Phylloscopidae'],
    ]);
    const ids = (order: 'added' | 'name' | 'taxonomic') => orderRows(rows, order, 'de', families).map((row) => row.taxon.id);
    expect(ids('added')).toEqual([1, 2, 3, 4]);
    expect(ids('name')).toEqual([3, 1, 4, 2]);
    expect(ids('taxonomic')).toEqual([2, 4, 1, 3]);
  });

  it('are navigated with the arrow keys, within the list', () => {
    expect(nextRowIndex(0, 'ArrowRight', 2, 5)).toBe(1);
    expect(nextRowIndex(1, 'ArrowDown', 2, 5)).toBe(3);
    expect(nextRowIndex(3, 'ArrowDown', 2, 5)).toBe(3);
    expect(nextRowIndex(0, 'ArrowUp', 1, 5)).toBe(0);
    expect(nextRowIndex(4, 'ArrowLeft', 2, 5)).toBe(3);
    expect(nextRowIndex(2, 'Tab', 1, 5)).toBe(2);
  });
});
