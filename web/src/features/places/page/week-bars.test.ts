import { describe, expect, it } from 'vitest';
import { chartSpecies, foldMonths } from './week-bars';

const weeks = (counts: Record<number, number>) => Array.from({ length: 48 }, (_, week) => counts[week] ?? 0);
const taxon = { id: 1, name: 'Heron', scientific_name: 'Ardea cinerea', rank: 'species', group: 'bird', image_url: null } as never;

describe('the bars of a species by week', () => {
  it('are its share of the lists of its group, and nothing in a week without lists', () => {
    const lists = [{ group: 'bird' as const, weeks: weeks({ 0: 4, 1: 2 }) }];
    const [heron] = chartSpecies({ lists, species: [{ taxon, counted: 'lists', weeks: weeks({ 0: 1, 1: 2, 5: 1 }) }] });
    expect(heron?.bars.slice(0, 6)).toEqual([0.25, 1, 0, 0, 0, 0]);
    expect(foldMonths(heron!).slice(0, 2)).toEqual([0.5, null]);
  });

  it('are its records against its best week where no list is complete', () => {
    const [heron] = chartSpecies({ lists: [], species: [{ taxon, counted: 'records', weeks: weeks({ 8: 2, 9: 4 }) }] });
    expect(heron?.bars.slice(7, 11)).toEqual([0, 0.5, 1, 0]);
    expect(foldMonths(heron!).slice(0, 4)).toEqual([0, 0, 6, 0]);
  });
});
