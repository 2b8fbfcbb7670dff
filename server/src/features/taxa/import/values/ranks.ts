import { findOwn, RANKS_ABOVE_SPECIES } from '@veld/contract';

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
/** Ranks in the other languages of the app, without marks. Where two languages share a word, it has the same meaning in both. */
const TRANSLATED: Record<string, string> = {
  domain: 'dominio domaine',
  superkingdom: 'superreino superrijk',
  kingdom: 'reino reich rijk regne regno krolestwo ryk',
  subkingdom: 'subreino',
  superphylum: 'superfilo',
  phylum: 'filo filum embranchement stamm stam typ division divisao',
  subphylum: 'subfilo subdivision subdivisao',
  superclass: 'superclase superclasse',
  class: 'clase classe klasse klas gromada',
  subclass: 'subclase subclasse',
  infraclass: 'infraclase infraclasse',
  superorder: 'superorden superordem superordre',
  order: 'orden ordem ordre ordine ordnung orde rzad',
  suborder: 'suborden subordem sousordre sottordine unterordnung onderorde podrzad',
  infraorder: 'infraorden infraordem',
  superfamily: 'superfamilia superfamille superfamiglia superfamilie',
  family: 'familia familie famille famiglia rodzina',
  subfamily: 'subfamilia sousfamille sottofamiglia unterfamilie onderfamilie podrodzina',
  supertribe: 'supertribu',
  tribe: 'tribu tribo',
  subtribe: 'subtribu subtribo',
  genus: 'genero genre genere gattung geslacht rodzaj',
  subgenus: 'subgenero sousgenre sottogenere untergattung ondergeslacht podrodzaj',
  section: 'seccion seccao secao sezione sektion sectie sekcja',
  series: 'serie',
  species: 'especie espece specie art soort gatunek spesie',
  hybrid: 'hibrido hybride ibrido mieszaniec',
  aggregate: 'agregado aggregat',
  complex: 'complejo complexo',
  subspecies: 'subespecie sousespece sottospecie unterart ondersoort podgatunek subspesie',
  infraspecies: 'raza raca infraespecie',
  variety: 'variedad variedade variete varieta varietat varieteit odmiana',
  subvariety: 'subvariedad subvariedade',
  form: 'forme vorm',
  cultivar: 'cultivo',
};
const RANK_OF_WORD = new Map(Object.entries(TRANSLATED).flatMap(([rank, words]) => words.split(' ').map((word) => [word, rank] as const)));
const ABOVE_GENUS = /^(domain|.*kingdom|.*phylum|.*class|.*cohort|.*order|zoos.*|.*family|.*tribe)$/;

export function isAboveGenus(rank: string | null): boolean {
  return rank !== null && ABOVE_GENUS.test(rank);
}

/** Whether names of this rank have two or more words. */
export function isSpeciesOrBelow(rank: string | null): boolean {
  return rank !== null && /species|variety|form|strain|cultivar|^hybrid|infrahybrid|aggregate/.test(rank);
}

/** The rank of a text; null if it is unknown. */
export function parseRank(text: string): string | null {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  if (RANKS.has(word)) return word;
  const alias = findOwn(ALIASES, word);
  if (alias !== null) return alias;
  const bare = word
    .normalize('NFD')
    .replace(/[\p{M}\s-]+/gu, '')
    .replaceAll('ł', 'l');
  return RANK_OF_WORD.get(bare) ?? null;
}
