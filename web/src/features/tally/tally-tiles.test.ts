import type { TaxonSummary } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../recording/taxon/suggestions';
import { nextTileIndex, arrangeTiles, type TallyTile } from './tally-tiles';

const taxon = (id: number): TaxonSummary => ({ id, name: `${id}`, scientific_name: '', rank: 'species', group: 'bird', image_url: null });
const suggestion = (id: number): Suggestion => ({ taxon: taxon(id), score: 1, likelihood: null, reason: { kind: 'common' } });
const counts = (...pairs: [number, number][]) => new Map(pairs.map(([id, count]) => [id, { taxon: taxon(id), count }]));
const shown = (tiles: TallyTile[]) => tiles.map((tile) => `${tile.taxon.id}:${tile.count}`);

describe('the tiles of a tally', () => {
  it('show counted species first, then suggestions up to the limit', () => {
    expect(shown(arrangeTiles([], counts([9, 2]), [1, 2, 3].map(suggestion), 3))).toEqual(['9:2', '1:0', '2:0']);
    expect(shown(arrangeTiles([], counts([9, 2], [8, 1]), [suggestion(8), suggestion(9)], 1))).toEqual(['9:2', '8:1']);
  });

  it('do not move when one of them is counted or suggestions change', () => {
    const first = arrangeTiles([], counts(), [1, 2, 3].map(suggestion), 4);
    const tapped = arrangeTiles(first, counts([2, 1]), [1, 2, 3].map(suggestion), 4);
    expect(shown(tapped)).toEqual(['1:0', '2:1', '3:0']);
    const others = arrangeTiles(tapped, counts([2, 1]), [5, 6, 7].map(suggestion), 4);
    expect(shown(others)).toEqual(['1:0', '2:1', '3:0', '5:0']);
  });

  it('put searched species first, and keep a tile whose count went back to 0', () => {
    const first = arrangeTiles([], counts([1, 1]), [suggestion(2)], 4);
    const found = arrangeTiles(first, counts([1, 1], [5, 1]), [suggestion(2)], 4);
    expect(shown(found)).toEqual(['5:1', '1:1', '2:0']);
    expect(shown(arrangeTiles(found, counts([1, 0], [5, 1]), [], 4))).toEqual(['5:1', '1:0', '2:0']);
    expect(shown(arrangeTiles(found, counts(), [], 4))).toEqual(['5:0', '1:0', '2:0']);
  });

  it('are navigated with the arrow keys, within the grid', () => {
    expect(nextTileIndex(0, 'ArrowRight', 2, 5)).toBe(1);
    expect(nextTileIndex(1, 'ArrowDown', 2, 5)).toBe(3);
    expect(nextTileIndex(3, 'ArrowDown', 2, 5)).toBe(3);
    expect(nextTileIndex(0, 'ArrowUp', 2, 5)).toBe(0);
    expect(nextTileIndex(4, 'ArrowLeft', 2, 5)).toBe(3);
    expect(nextTileIndex(2, 'Tab', 2, 5)).toBe(2);
  });
});
