import type { TaxonGroup } from '@veld/contract';
import { expect, it } from 'vitest';
import { guessGroup, type HigherRank, KINGDOM_OF_GROUP } from './groups.ts';

it.each<[TaxonGroup | undefined, HigherRank, string]>([
  ['bird', 'class', 'Aves'],
  ['mammal', 'class', 'Mammalia'],
  ['amphibian', 'order', 'Anura'],
  ['reptile', 'order', 'Squamata'],
  ['fish', 'class', 'Actinopterygii'],
  ['butterfly', 'order', 'Lepidoptera'],
  ['dragonfly', 'order', 'Odonata'],
  ['insect', 'class', 'Insecta'],
  ['spider', 'class', 'Arachnida'],
  ['mollusc', 'phylum', 'Mollusca'],
  ['plant', 'kingdom', 'Plantae'],
  ['tree', 'family', 'Fagaceae'],
  ['fern', 'class', 'Polypodiopsida'],
  ['moss', 'phylum', 'Bryophyta'],
  ['fungus', 'kingdom', ' fungi '],
  ['lichen', 'class', 'Lecanoromycetes'],
  ['other', 'kingdom', 'Animalia'],
  [undefined, 'class', 'Nova'],
  [undefined, 'family', ''],
])('the group %s has the %s %s', (group, rank, name) => {
  expect(guessGroup({ [rank]: name })?.group).toBe(group);
});

it('the lowest higher taxon that determines a group counts, and outweighs those above it in other rows', () => {
  const oak = { kingdom: 'Plantae', phylum: 'Tracheophyta', class: 'Magnoliopsida', order: 'Fagales', family: 'Fagaceae' };
  expect(guessGroup(oak)).toEqual({ group: 'tree', strength: 5 });
  expect(guessGroup({ ...oak, family: 'Quercuslikeaceae' })).toEqual({ group: 'tree', strength: 4 });
  expect(guessGroup({ ...oak, family: '', order: '' })).toEqual({ group: 'plant', strength: 3 });
  expect(guessGroup({ kingdom: 'Animalia', phylum: 'Mollusca' })).toEqual({ group: 'mollusc', strength: 2 });
  expect(guessGroup({ kingdom: 'Animalia', phylum: 'Chordata' })).toEqual({ group: 'other', strength: 1 });
});

it('taxa with the same name match only within the kingdom of their group', () => {
  const kingdoms = new Map(KINGDOM_OF_GROUP);
  const groupsIn = (kingdom: string) => [...kingdoms].filter(([, one]) => one === kingdom).map(([group]) => group);
  expect(groupsIn('plantae')).toEqual(['plant', 'tree', 'fern', 'moss']);
  expect(groupsIn('fungi')).toEqual(['fungus', 'lichen']);
  expect(groupsIn('animalia')).toHaveLength(10);
  expect(kingdoms.has('other')).toBe(false);
});
