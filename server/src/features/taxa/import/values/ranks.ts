import { RANKS_ABOVE_SPECIES } from '@veld/contract';

/** The ranks of Veld, in the terms of Darwin Core and biodiversity platforms. */
const RANKS = new Set([
  ...RANKS_ABOVE_SPECIES,
  ...'complex aggregate species hybrid subspecies infraspecies variety subvariety form subform infrahybrid cultivar strain unranked'.split(
    ' ',
  ),
]);
const ALIASES: Record<string, string> = {
  regnum: 'kingdom',
  division: 'phylum',
  divisio: 'phylum',
  subdivision: 'subphylum',
  classis: 'class',
  ordo: 'order',
  familia: 'family',
  fam: 'family',
  tribus: 'tribe',
  gen: 'genus',
  sp: 'species',
  spec: 'species',
  ssp: 'subspecies',
  subsp: 'subspecies',
  var: 'variety',
  varietas: 'variety',
  f: 'form',
  fo: 'form',
  forma: 'form',
  agg: 'aggregate',
  'species aggregate': 'aggregate',
  group: 'aggregate',
  infraspecificname: 'infraspecies',
  nothospecies: 'hybrid',
  nothogenus: 'genushybrid',
  nothosubspecies: 'infrahybrid',
  nothosubsp: 'infrahybrid',
  nothovariety: 'infrahybrid',
  nothovarietas: 'infrahybrid',
  nothovar: 'infrahybrid',
  nothoform: 'infrahybrid',
  nothoforma: 'infrahybrid',
  nothof: 'infrahybrid',
  subspec: 'subspecies',
  subvar: 'subvariety',
  subvarietas: 'subvariety',
  subforma: 'subform',
  subf: 'subform',
  convariety: 'infraspecies',
  convar: 'infraspecies',
  proles: 'infraspecies',
  race: 'infraspecies',
  aberration: 'infraspecies',
  morph: 'infraspecies',
  pathovar: 'infraspecies',
  biovar: 'infraspecies',
  serovar: 'infraspecies',
  'forma specialis': 'infraspecies',
  'infraspecific name': 'infraspecies',
  'infrasubspecific name': 'infraspecies',
  'species complex': 'complex',
  'species group': 'aggregate',
  cv: 'cultivar',
  subgen: 'subgenus',
  subg: 'subgenus',
  sect: 'section',
  subsect: 'subsection',
};
const ABOVE_GENUS = /^(domain|.*kingdom|.*phylum|.*class|.*cohort|.*order|zoos.*|.*family|.*tribe)$/;

export function isAboveGenus(rank: string | null): boolean {
  return rank !== null && ABOVE_GENUS.test(rank);
}

/** Whether names of this rank have two or more words. */
export function isSpeciesOrBelow(rank: string | null): boolean {
  return rank !== null && /species|variety|form|strain|cultivar|^hybrid|infrahybrid|aggregate/.test(rank);
}

/** The rank of a text; null if it is unknown. */
export function rankOf(text: string): string | null {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  if (RANKS.has(word)) return word;
  return Object.hasOwn(ALIASES, word) ? ALIASES[word]! : null;
}
