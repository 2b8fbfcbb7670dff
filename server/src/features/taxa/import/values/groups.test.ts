import type { TaxonGroup } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { guessGroup, type HigherRank, KINGDOM_OF_GROUP, NO_DEFAULTS, withDefaults } from './groups.ts';

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

describe('the group of a row', () => {
  it.each([
    // Flora of Canada (VASCAN): one class for all land plants.
    [{ class: 'Equisetopsida', order: 'Poales', family: 'Poaceae' }, 'plant'],
    [{ class: 'Equisetopsida', order: 'Polypodiales', family: 'Dryopteridaceae' }, 'fern'],
    [{ class: 'Equisetopsida', order: 'Lycopodiales', family: 'Lycopodiaceae' }, 'fern'],
    [{ class: 'Equisetopsida', order: 'Pinales', family: 'Pinaceae' }, 'tree'],
    [{ higherClassification: 'Equisetopsida;Magnoliidae;Lilianae;Poales;Poaceae;Poa' }, 'plant'],
    [{ kingdom: 'Plantae', higherClassification: 'Equisetopsida|Polypodiidae|Aspleniaceae' }, 'fern'],
    [{ kingdom: 'Plantae', phylum: 'Charophyta', family: 'Characeae' }, 'plant'],
    [{ phylum: 'Streptophyta' }, 'plant'],
    [{ class: 'Ulvophyceae' }, 'plant'],
    [{ kingdom: 'Chromista', class: 'Phaeophyceae' }, 'other'],
    [{ class: 'Agaricomycetes' }, 'fungus'],
    [{ phylum: 'Mucoromycota' }, 'fungus'],
    [{ phylum: 'Ascomycota', class: 'Lecanoromycetes' }, 'lichen'],
    [{ class: 'Myxomycetes' }, 'other'],
    [{ class: 'Sauropsida' }, 'reptile'],
    [{ order: 'Passeriformes' }, 'bird'],
    [{ order: 'RODENTIA' }, 'mammal'],
    [{ order: 'Coleoptera' }, 'insect'],
    [{ class: 'Insecta', order: 'Lepidoptera' }, 'butterfly'],
    [{ kingdom: 'Viruses' }, 'other'],
    [{ own: { rank: 'subclass', name: 'Polypodiidae' } }, 'fern'],
  ] as const)('of %j is %s', (higher, group) => {
    expect(guessGroup(higher)?.group).toBe(group);
  });

  it('is unknown by an unknown name, and by the ending of a family or order', () => {
    expect(guessGroup({ family: 'Poaceae' })).toBeNull();
    expect(guessGroup({ order: 'Enterobacterales', class: 'Gammaproteobacteria' })).toBeNull();
  });
});

describe('the defaults of an import', () => {
  const of = (higher: Parameters<typeof guessGroup>[0], group: 'spider' | 'moss' | null, kingdom: 'plantae' | null = null) =>
    withDefaults(guessGroup(higher), higher.kingdom ?? '', { group, kingdom })?.group ?? null;

  it('are the group of rows that do not say it', () => {
    expect(of({}, 'spider')).toBe('spider');
    expect(of({}, null, 'plantae')).toBe('plant');
    expect(of({}, 'moss', 'plantae')).toBe('moss');
    expect(withDefaults(null, '', NO_DEFAULTS)).toBeNull();
    expect(withDefaults(null, '', { group: 'spider', kingdom: null })!.strength).toBe(0);
  });

  it('replace a group that follows only from their own kingdom', () => {
    expect(of({ kingdom: 'Animalia' }, 'spider')).toBe('spider');
    expect(of({ kingdom: 'Plantae' }, 'moss')).toBe('moss');
    expect(of({ kingdom: 'Plantae' }, 'spider')).toBe('plant');
    expect(of({ kingdom: 'Chromista' }, 'spider')).toBe('other');
    expect(of({ kingdom: 'Plantae', class: 'Polypodiopsida' }, 'moss')).toBe('fern');
    expect(of({ kingdom: 'Fungi' }, null, 'plantae')).toBe('fungus');
  });
});
