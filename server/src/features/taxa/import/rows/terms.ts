import { findOwn } from '@veld/contract';
import type { Field } from './dialect.ts';

/** Fields by the last part of terms of Darwin Core and related vocabularies; in lower case, because old archives vary. */
const TERMS: Record<string, Field> = {
  taxonid: 'id',
  scientificname: 'scientific_name',
  canonicalname: 'canonical_name',
  scientificnameauthorship: 'authority',
  taxonrank: 'rank',
  parentnameusageid: 'parent_id',
  parentnameusage: 'parent_name',
  highertaxonid: 'parent_id',
  acceptednameusageid: 'accepted_id',
  acceptedtaxonid: 'accepted_id',
  acceptednameusage: 'accepted_name',
  originalnameusage: 'original_name',
  taxonomicstatus: 'status',
  kingdom: 'kingdom',
  phylum: 'phylum',
  class: 'class',
  order: 'order',
  family: 'family',
  genus: 'genus',
  genericname: 'generic_name',
  subgenus: 'subgenus',
  infragenericepithet: 'subgenus',
  specificepithet: 'specific_epithet',
  infraspecificepithet: 'infraspecific_epithet',
  cultivarepithet: 'cultivar_epithet',
  higherclassification: 'higher_classification',
  nomenclaturalcode: 'nomenclatural_code',
  vernacularname: 'vernacular_name',
  language: 'language',
  ispreferredname: 'is_preferred',
  countrycode: 'country_code',
  locationid: 'location_id',
  occurrencestatus: 'occurrence_status',
  establishmentmeans: 'establishment_means',
  degreeofestablishment: 'degree_of_establishment',
  threatstatus: 'threat_status',
  isinvasive: 'is_invasive',
  appendixcites: 'protection',
  source: 'reference',
  observationcount: 'observation_count',
  numberofoccurrences: 'observation_count',
  numoccurrences: 'observation_count',
  externalobservationcount: 'observation_count',
};

/** Titles of columns in the languages of the app and of other programs, without spaces, marks and underscores. */
const TITLES: Record<string, Field> = {
  id: 'id',
  aphiaid: 'id',
  taxonkey: 'id',
  parentid: 'parent_id',
  parentname: 'parent_name',
  parenttaxon: 'parent_name',
  aphiaidaccepted: 'accepted_id',
  acceptedtaxonkey: 'accepted_id',
  scientificnameaccepted: 'accepted_name',
  acceptedscientificname: 'accepted_name',
  authority: 'authority',
  authorship: 'authority',
  rank: 'rank',
  status: 'status',
  invasive: 'is_invasive',
  redlistcategory: 'threat_status',
  iucncategory: 'threat_status',
  isprotected: 'protection',
  protected: 'protection',
  protectionstatus: 'protection',
  legalstatus: 'protection',
  latinname: 'scientific_name',
  wetenschappelijkenaam: 'scientific_name',
  wissenschaftlichername: 'scientific_name',
  nomscientifique: 'scientific_name',
  nombrecientifico: 'scientific_name',
  nomescientifico: 'scientific_name',
  nomecientifico: 'scientific_name',
  nazwanaukowa: 'scientific_name',
  wetenskaplikenaam: 'scientific_name',
};

/** The field of a column by its title: a term, also with spaces or underscores, or a word that only people use. */
export function fieldOfTitle(title: string): Field | null {
  const bare = title
    .normalize('NFD')
    .replace(/[\s_\p{M}]+/gu, '')
    .toLowerCase();
  return fieldOfTerm(title) ?? fieldOfTerm(bare) ?? findOwn(TITLES, bare);
}

/** The field of a term; a URL (`http://rs.tdwg.org/dwc/terms/taxonID`), a prefixed name (`dwc:taxonID`) or a name. */
export function fieldOfTerm(term: string): Field | null {
  const bare = term
    .trim()
    .replace(/^.*[/#:]/, '')
    .toLowerCase();
  return findOwn(TERMS, bare);
}

/** Columns of Veld's own tables (docs/taxonomy-import.md). */
export const VELD_TAXA: Record<string, Field> = {
  id: 'id',
  scientific_name: 'scientific_name',
  authority: 'authority',
  rank: 'rank',
  group: 'group',
  family: 'family',
  rarity_class: 'rarity_class',
  countries: 'countries',
  parent_id: 'parent_id',
  accepted_id: 'accepted_id',
  observation_count: 'observation_count',
};
export const VELD_NAMES: Record<string, Field> = { taxon_id: 'id', language: 'language', name: 'name' };
export const VELD_STATUSES: Record<string, Field> = {
  taxon_id: 'id',
  country_code: 'country_code',
  establishment_means: 'establishment_means',
  is_invasive: 'is_invasive',
  is_protected: 'protection',
  threat_status: 'threat_status',
  source: 'reference',
};
