import { describe, expect, it } from 'vitest';
import { localTaxon } from '../../species/testing/rows';
import type { Taxon } from '../../../shared/taxa/data';
import { levelBelow, stepsAbove, type TreeLevel } from './Tree';

const higher = (id: number, rank: string, name: string, parent_id: number | null) =>
  localTaxon(id, { rank, name, scientific_name: name, parent_id });
const AVES = higher(100, 'class', 'Aves', null);
const PASSERIFORMES = higher(101, 'order', 'Passeriformes', 100);
const PASSERES = higher(102, 'suborder', 'Passeres', 101);
const PARIDAE = higher(103, 'family', 'Paridae', 102);
const PARUS = higher(104, 'genus', 'Parus', 103);
const MAMMALIA = higher(110, 'class', 'Mammalia', null);
const HIGHER = new Map([AVES, PASSERIFORMES, PASSERES, PARIDAE, PARUS, MAMMALIA].map((taxon) => [taxon.id, taxon]));

const GREAT_TIT = localTaxon(1, { parent_id: 104 });
const OTHER_TIT = localTaxon(2, { parent_id: 103, image_url: '/two' });
const BADGER = localTaxon(3, { parent_id: 110 });
const LONELY = localTaxon(4, { parent_id: 999 });
const SPECIES = [GREAT_TIT, OTHER_TIT, BADGER, LONELY];

const below = (at: number | null, list: readonly Taxon[] = SPECIES) => shown(levelBelow(at, list, HIGHER, new Set([2, 3])));
const shown = ({ nodes, species }: TreeLevel) => [
  ...nodes.map((node) => `${node.taxon.name} ${node.seen}/${node.species} ${node.picture ?? '-'}`),
  ...species.map(({ id }) => id),
];

describe('the tree', () => {
  it('goes from class to order, family, genus and species, without the ranks between', () => {
    expect(below(null)).toEqual(['Aves 1/2 /two', 'Mammalia 1/1 -', 4]);
    expect(below(AVES.id)).toEqual(['Passeriformes 1/2 /two']);
    expect(below(PASSERIFORMES.id)).toEqual(['Paridae 1/2 /two']);
    expect(below(PASSERES.id)).toEqual(['Paridae 1/2 /two']);
    expect(below(PARIDAE.id)).toEqual(['Parus 0/1 -', 2]);
    expect(below(PARUS.id)).toEqual([1]);
  });

  it('has only taxa with species of the list', () => {
    expect(below(null, [BADGER])).toEqual(['Mammalia 1/1 -']);
    expect(below(AVES.id, [BADGER])).toEqual([]);
    expect(below(777)).toEqual([]);
  });

  it('ends when the data have a cycle', () => {
    const loop = new Map([
      [1000, higher(1000, 'class', 'Ouroboros', 1001)],
      [1001, higher(1001, 'phylum', 'Tail', 1000)],
    ]);
    const { nodes } = levelBelow(null, [localTaxon(5, { parent_id: 1000 })], loop, new Set());
    expect(nodes.map(({ taxon }) => taxon.name)).toEqual(['Ouroboros']);
  });

  it('names the steps to a taxon, the highest first', () => {
    expect(stepsAbove([PARIDAE, PASSERES, PASSERIFORMES, AVES]).map(({ name }) => name)).toEqual(['Aves', 'Passeriformes', 'Paridae']);
  });
});
