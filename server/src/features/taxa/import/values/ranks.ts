/** Ranks as Veld writes them: the words of Darwin Core and of naturalists' platforms. */
const RANKS = new Set(
  (
    'domain superkingdom kingdom subkingdom infrakingdom superphylum phylum subphylum infraphylum superclass class subclass infraclass subterclass ' +
    'megacohort supercohort cohort subcohort infracohort superorder order suborder infraorder parvorder zoosection zoosubsection superfamily epifamily ' +
    'family subfamily supertribe tribe subtribe infratribe genus subgenus infragenus section subsection series subseries complex aggregate species ' +
    'hybrid genushybrid subspecies infraspecies variety subvariety form subform infrahybrid cultivar strain unranked'
  ).split(' '),
);
const OTHER_WORDS: Record<string, string> = {
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
};
const ABOVE_GENUS = /^(domain|.*kingdom|.*phylum|.*class|.*cohort|.*order|zoos.*|.*family|.*tribe)$/;

export function isAboveGenus(rank: string | null): boolean {
  return rank !== null && ABOVE_GENUS.test(rank);
}

/** Whether names of the rank have two words or more. */
export function isSpeciesOrBelow(rank: string | null): boolean {
  return rank !== null && /species|variety|form|strain|cultivar|^hybrid|infrahybrid|aggregate/.test(rank);
}

/** The rank in our words; null for one that is not known. */
export function rankOf(text: string): string | null {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  if (RANKS.has(word)) return word;
  return Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word]! : null;
}

/** Where no rank is given: what the number of words says. */
export function rankOfName(name: string): string {
  if (/(^|\s)[×x]\s?\p{L}/u.test(name)) return 'hybrid';
  const words = name
    .replace(/\([^)]*\)/g, ' ')
    .split(' ')
    .filter(Boolean);
  if (words.length === 2) return 'species';
  if (/\s(var\.|subvar\.)\s/.test(name)) return 'variety';
  if (/\s(f\.|fo\.|forma)\s/.test(name)) return 'form';
  return words.length > 2 ? 'subspecies' : 'unranked';
}
