import { findOwn } from '@veld/contract';

/** The ranks of the markers in names of plants, fungi and bacteria (ICN art. 4 and 24, ICNP rule 5 and appendix 10). */
const MARKED_RANKS: Record<string, string> = {
  'subsp.': 'subspecies',
  'nothosubsp.': 'infrahybrid',
  'var.': 'variety',
  'nothovar.': 'infrahybrid',
  'subvar.': 'subvariety',
  'f.': 'form',
  'nothof.': 'infrahybrid',
  'subf.': 'subform',
  'f. sp.': 'infraspecies',
  'convar.': 'infraspecies',
  'prol.': 'infraspecies',
  lusus: 'infraspecies',
  'ab.': 'infraspecies',
  morph: 'infraspecies',
  natio: 'infraspecies',
  'pv.': 'infraspecies',
  'bv.': 'infraspecies',
  'sv.': 'infraspecies',
};
/** Other spellings of the markers. */
const SPELLINGS: Record<string, string> = {
  'ssp.': 'subsp.',
  ssp: 'subsp.',
  subsp: 'subsp.',
  'subspec.': 'subsp.',
  subspecies: 'subsp.',
  'nothossp.': 'nothosubsp.',
  nothosubspecies: 'nothosubsp.',
  var: 'var.',
  varietas: 'var.',
  'v.': 'var.',
  nothovarietas: 'nothovar.',
  subvarietas: 'subvar.',
  'fo.': 'f.',
  'fm.': 'f.',
  'form.': 'f.',
  form: 'f.',
  forma: 'f.',
  nothoforma: 'nothof.',
  'nothofo.': 'nothof.',
  subforma: 'subf.',
  'f.sp.': 'f. sp.',
  convarietas: 'convar.',
  proles: 'prol.',
  'aberr.': 'ab.',
  aberratio: 'ab.',
  morpha: 'morph',
  pathovar: 'pv.',
  'pathovar.': 'pv.',
  biovar: 'bv.',
  'biovar.': 'bv.',
  serovar: 'sv.',
  'serovar.': 'sv.',
};

/** The marker of a word, in its usual spelling; null if the word is none. */
export function findMarker(word: string): string | null {
  if (Object.hasOwn(MARKED_RANKS, word)) return word;
  return findOwn(SPELLINGS, word);
}

export function rankOfMarker(marker: string): string {
  return MARKED_RANKS[marker]!;
}

/** Ranks between genus and species; their epithets have a capital letter (ICN art. 21). */
const INFRAGENERIC: Record<string, string> = {
  'subg.': 'subgenus',
  'subgen.': 'subgenus',
  'nothosubg.': 'subgenus',
  'supersect.': 'section',
  'sect.': 'section',
  'nothosect.': 'section',
  'subsect.': 'subsection',
  'nothosubsect.': 'subsection',
  'ser.': 'series',
  'nothoser.': 'series',
  'subser.': 'subseries',
};

export function findInfragenericRank(word: string): string | null {
  return findOwn(INFRAGENERIC, word);
}

/** Words before an epithet that leave the identification open; they are part of the name and of no rank. */
export const QUALIFIERS: ReadonlySet<string> = new Set(['cf.', 'cf', 'aff.', 'aff']);

/** Words before the epithet of a species for groups of individuals of hybrid origin, which the codes do not know. */
export const KLEPTON: ReadonlySet<string> = new Set(['kl.', 'klepton', 'synkl.', 'synklepton']);

/** Words in the place of an epithet: the species is unknown or has no name yet. */
export const OPEN = /^(spp?\.?|species|ssp|indet\.?|incertae|\?.*|nom\.|nov\.)$/;

/** Lower-case words that begin or join authors, or say in which sense they use a name. */
export const AUTHOR_WORDS: ReadonlySet<string> = new Set(
  (
    'a af al. and apud at auct auct. auctt. bin cum da dal dalla das de degli dei del dela della delle den der des di do dos du e ed. el emend emend. et ex f. fide fil. filius hort hort. ' +
    "ibn in la le les lo mc nec nob. non of pro s. s.l. s.lat. s.s. s.str. sec sec. sens. sensu ten ter the und v. van vel vom von y zu zum zur 't 's d' l' & +"
  ).split(' '),
);

/** Words after a species that make it a collective one: how they are written, and the rank. */
export const COLLECTIVE: ReadonlyMap<string, { suffix: string; rank: string }> = new Map([
  ...['agg.', 'agg', 'aggr.', 'aggr', 'coll.'].map((word) => [word, { suffix: 'agg.', rank: 'aggregate' }] as const),
  ['complex', { suffix: 'complex', rank: 'complex' }],
  ['group', { suffix: 'group', rank: 'aggregate' }],
]);

/** Words of the names of viruses that are not Latin (the names before the binomials of ICVCN rule 3.21). */
export const VIRUS = /^(.*virus(es)?|.*viroids?|virophage|.*bacteriophage|phage|satellite|prion)$/i;

/** Words that begin the designation of a strain, and the collections of cultures (ICNP rule 18a). */
export const STRAIN: ReadonlySet<string> = new Set(
  'str. strain isolate clone serotype ATCC DSM CBS NCTC CCUG JCM LMG NRRL NCIMB CECT BCRC CIP'.split(' '),
);
