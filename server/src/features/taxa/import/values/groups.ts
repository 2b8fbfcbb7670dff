import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';

/** The group of a row, and how specific the evidence for it is: a family outweighs a kingdom. */
export interface GroupGuess {
  group: TaxonGroup;
  strength: number;
}

/** The strength of an explicit group column. */
export const EXPLICIT = 9;

const LEVELS = { kingdom: 1, phylum: 2, class: 3, order: 4, family: 5 } as const;
export type HigherRank = keyof typeof LEVELS;

const HIGHER_TAXA: Partial<Record<TaxonGroup, string>> = {
  bird: 'aves',
  mammal: 'mammalia',
  amphibian: 'amphibia anura caudata urodela gymnophiona',
  reptile: 'reptilia squamata testudines crocodylia crocodilia rhynchocephalia lepidosauria',
  fish: 'actinopterygii actinopteri teleostei elasmobranchii chondrichthyes holocephali myxini petromyzonti cephalaspidomorphi hyperoartia sarcopterygii coelacanthi dipneusti dipnoi cladistii chondrostei holostei osteichthyes pisces',
  butterfly: 'lepidoptera',
  dragonfly: 'odonata',
  insect: 'insecta',
  spider: 'arachnida araneae opiliones',
  mollusc: 'mollusca gastropoda bivalvia cephalopoda polyplacophora scaphopoda',
  plant: 'plantae viridiplantae archaeplastida tracheophyta magnoliophyta magnoliopsida liliopsida angiospermae',
  tree: 'pinopsida coniferopsida pinophyta coniferophyta pinales ginkgoopsida cycadopsida fagales pinaceae cupressaceae taxaceae fagaceae betulaceae juglandaceae ulmaceae aquifoliaceae',
  fern: 'polypodiopsida lycopodiopsida psilotopsida marattiopsida pteridophyta lycopodiophyta equisetidae polypodiophyta',
  moss: 'bryophyta bryopsida marchantiophyta marchantiopsida jungermanniopsida anthocerotophyta anthocerotopsida sphagnopsida polytrichopsida hepaticophyta',
  fungus: 'fungi ascomycota basidiomycota',
  lichen: 'lecanoromycetes lichinomycetes',
  other: 'animalia',
};
const GROUP_OF = new Map<string, TaxonGroup>(
  TAXON_GROUPS.flatMap((group) =>
    (HIGHER_TAXA[group] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((name) => [name, group] as const),
  ),
);

/** The group by the lowest higher taxon that determines it; null if none does. */
export function guessGroup(higher: Partial<Record<HigherRank, string>>): GroupGuess | null {
  for (const rank of ['family', 'order', 'class', 'phylum', 'kingdom'] as const) {
    const group = GROUP_OF.get(higher[rank]?.trim().toLowerCase() ?? '');
    if (group) return { group, strength: LEVELS[rank] };
  }
  return null;
}

export function isHigherRank(rank: string): rank is HigherRank {
  return Object.hasOwn(LEVELS, rank);
}

const KINGDOMS: Partial<Record<TaxonGroup, string>> = {
  plant: 'plantae',
  tree: 'plantae',
  fern: 'plantae',
  moss: 'plantae',
  fungus: 'fungi',
  lichen: 'fungi',
};

/** The kingdom of each group, because taxa with the same name match only within a kingdom. `other` can be in any kingdom. */
export const KINGDOM_OF_GROUP: readonly (readonly [TaxonGroup, string])[] = TAXON_GROUPS.filter((group) => group !== 'other').map(
  (group) => [group, KINGDOMS[group] ?? 'animalia'],
);
