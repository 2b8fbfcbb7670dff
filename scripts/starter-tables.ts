import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAboveSpecies, RANKS_ABOVE_SPECIES } from '../contract/src/ranks.ts';
import { LANGUAGES, SCIENTIFIC, TAXON_GROUPS } from '../contract/src/vocabulary.ts';
import { KINGDOM_OF_GROUP } from '../server/src/features/taxa/import/values/groups.ts';

/** Reads the tables of the starter taxonomy in server/starter and checks them. */

export interface StarterTaxon {
  id: number;
  scientificName: string;
  authority: string;
  rank: string;
  group: string;
  /** Empty for a higher taxon, as are the countries. */
  family: string;
  /** 0 for a higher taxon, whose rarity follows from its species. */
  rarityClass: number;
  /** Rarity in each country, 1 (very common) to 5 (rare), by country code. */
  countries: Map<string, number>;
  /** Null for the highest taxa. */
  parentId: number | null;
}
export interface StarterName {
  taxonId: number;
  language: string;
  name: string;
}
interface JudgedDifference extends StarterName {
  reason: string;
}
export interface StarterTables {
  taxa: StarterTaxon[];
  names: StarterName[];
  differences: JudgedDifference[];
  faults: string[];
}

/** The countries of our languages in Europe and southern Africa, in the order in which taxa.tsv lists them. */
export const STARTER_COUNTRIES = ['GB', 'IE', 'NL', 'BE', 'LU', 'DE', 'AT', 'CH', 'FR', 'ES', 'PT', 'IT', 'PL', 'ZA', 'NA'];
/** Value of the language column of differences.tsv for an entry about a country. */
export const COUNTRY = 'country';
const LAST_ID = 99_999;
/** The ids of higher taxa, and of nothing else. */
const HIGHER_IDS = { first: 30_001, last: 39_999 };
/** Only taxa of this rank or a higher one may have no parent. */
const TOP_RANK = 'class';

const TAXA_COLUMNS = ['id', 'scientific_name', 'authority', 'rank', 'group', 'family', 'rarity_class', 'countries', 'parent_id'];
const NAMES_COLUMNS = ['taxon_id', 'language', 'name'];
const DIFFERENCES_COLUMNS = ['taxon_id', 'language', 'name', 'reason'];

export function readStarterTables(folder: string): StarterTables {
  const faults: string[] = [];
  const taxa = rows(folder, 'taxa.tsv', TAXA_COLUMNS, faults).map(([place, cells]) => {
    const [id = '', scientificName = '', authority = '', rank = '', group = '', family = '', rarityClass = '', places = '', parent = ''] =
      cells;
    const countries = new Map<string, number>();
    const isHigher = isAboveSpecies(rank);
    if (isHigher && (family || rarityClass || places))
      faults.push(`${place}: family, rarity and countries of a ${rank} follow from its species`);
    for (const word of isHigher ? [] : places.split(' ')) {
      const [, code, rarity] = /^([A-Z]{2}):([1-5])$/.exec(word) ?? [];
      if (code === undefined) faults.push(`${place}: "${word}" is not a country with a rarity, such as NL:1`);
      else if (!STARTER_COUNTRIES.includes(code)) faults.push(`${place}: ${code} is not one of the countries of the starter taxonomy`);
      else if (countries.has(code)) faults.push(`${place}: ${code} stands there twice`);
      else countries.set(code, Number(rarity));
    }
    return {
      id: wholeNumber(id),
      scientificName,
      authority,
      rank,
      group,
      family,
      rarityClass: isHigher ? 0 : wholeNumber(rarityClass),
      countries,
      parentId: parent === '' ? null : wholeNumber(parent),
    };
  });
  const names = rows(folder, 'names.tsv', NAMES_COLUMNS, faults).map(([, [taxonId = '', language = '', name = '']]) => ({
    taxonId: wholeNumber(taxonId),
    language,
    name,
  }));
  const differences = rows(folder, 'differences.tsv', DIFFERENCES_COLUMNS, faults).map(
    ([, [taxonId = '', language = '', name = '', reason = '']]) => ({
      taxonId: wholeNumber(taxonId),
      language,
      name,
      reason,
    }),
  );
  faults.push(...taxonFaults(taxa), ...treeFaults(taxa), ...nameFaults(taxa, names), ...differenceFaults(taxa, names, differences));
  return { taxa, names, differences, faults };
}

/** Preferred names that two species share. They are allowed, but a search finds both. */
export function sharedPreferredNames(tables: StarterTables): string[] {
  return sharedFirstNames(tables.taxa, tables.names).map(
    ({ language, name, bearers }) =>
      `${language}: ${name} is the first name of ${bearers.map(({ scientificName }) => scientificName).join(' and ')}`,
  );
}

/** First names that several taxa have in a language. Screens would have to label them. */
function sharedFirstNames(taxa: StarterTaxon[], names: StarterName[]): { language: string; name: string; bearers: StarterTaxon[] }[] {
  const byId = new Map(taxa.map((taxon) => [taxon.id, taxon]));
  const preferred = new Set<string>();
  const shared = new Map<string, { language: string; name: string; bearers: StarterTaxon[] }>();
  for (const { taxonId, language, name } of names) {
    const slot = `${taxonId} ${language}`;
    const taxon = byId.get(taxonId);
    if (language === SCIENTIFIC || preferred.has(slot) || taxon === undefined) continue;
    preferred.add(slot);
    const key = `${language}: ${name}`;
    const entry = shared.get(key) ?? { language, name, bearers: [] };
    entry.bearers.push(taxon);
    shared.set(key, entry);
  }
  return [...shared.values()].filter(({ bearers }) => bearers.length > 1);
}

function taxonFaults(taxa: StarterTaxon[]): string[] {
  const faults: string[] = [];
  const ids = new Set<number>();
  const scientificNames = new Set<string>();
  for (const taxon of taxa) {
    const who = whoIs(taxon);
    const isHigher = isAboveSpecies(taxon.rank);
    if (!(taxon.id >= 1 && taxon.id <= LAST_ID)) faults.push(`${who}: the id is not a whole number from 1 to ${LAST_ID}`);
    else if (isHigher !== (taxon.id >= HIGHER_IDS.first && taxon.id <= HIGHER_IDS.last))
      faults.push(`${who}: the ids from ${HIGHER_IDS.first} to ${HIGHER_IDS.last} are those of higher taxa`);
    if (ids.has(taxon.id)) faults.push(`${who}: the id is taken already`);
    // An animal and a plant may have the same genus name.
    const key = `${taxon.rank} ${taxon.scientificName} ${kingdomOf(taxon.group)}`;
    if (scientificNames.has(key)) faults.push(`${who}: the ${taxon.rank} stands there twice`);
    if (!TAXON_GROUPS.some((group) => group === taxon.group)) faults.push(`${who}: "${taxon.group}" is not a group`);
    faults.push(...(isHigher ? higherFaults(taxon) : speciesFaults(taxon)).map((fault) => `${who}: ${fault}`));
    ids.add(taxon.id);
    scientificNames.add(key);
  }
  return faults;
}

const FAMILY_NAME = /^[A-Z][a-z]+(idae|aceae)$/;

function speciesFaults({ scientificName, authority, rank, family, rarityClass, countries }: StarterTaxon): string[] {
  const faults: string[] = [];
  if (rank !== 'species') faults.push(`the rank "${rank}" is neither species nor above it`);
  if (!/^[A-Z][a-z]+ [a-z][a-z-]+$/.test(scientificName)) faults.push('the scientific name is not a genus and a species');
  if (authority === '') faults.push('has no authority');
  if (!FAMILY_NAME.test(family)) faults.push(`"${family}" is not a family`);
  if (!(rarityClass >= 1 && rarityClass <= 5)) faults.push('the rarity class is not 1 to 5');
  if (countries.size === 0) faults.push('occurs in no country');
  return faults;
}

function higherFaults({ scientificName, rank }: StarterTaxon): string[] {
  const faults: string[] = [];
  if (!/^[A-Z][a-z]+$/.test(scientificName)) faults.push(`the name of a ${rank} is one word with a capital`);
  if ((rank === 'family') !== FAMILY_NAME.test(scientificName)) faults.push('a family, and nothing else, ends in -idae or -aceae');
  return faults;
}

/** Checks parents. */
function treeFaults(taxa: StarterTaxon[]): string[] {
  const faults: string[] = [];
  const byId = new Map(taxa.map((taxon) => [taxon.id, taxon]));
  const parents = new Set(taxa.map((taxon) => taxon.parentId));
  const heightOf = (rank: string) => (isAboveSpecies(rank) ? RANKS_ABOVE_SPECIES.indexOf(rank) : RANKS_ABOVE_SPECIES.length);
  for (const taxon of taxa) {
    const who = whoIs(taxon);
    const isHigher = isAboveSpecies(taxon.rank);
    if (isHigher && !parents.has(taxon.id)) faults.push(`${who}: nothing belongs to it`);
    if (taxon.parentId === null) {
      if (heightOf(taxon.rank) > heightOf(TOP_RANK)) faults.push(`${who}: has no parent`);
      continue;
    }
    const parent = byId.get(taxon.parentId);
    if (parent === undefined) {
      faults.push(`${who}: there is no taxon ${taxon.parentId} for a parent`);
      continue;
    }
    if (heightOf(parent.rank) >= heightOf(taxon.rank)) faults.push(`${who}: a ${taxon.rank} cannot belong to a ${parent.rank}`);
    if (kingdomOf(parent.group) !== kingdomOf(taxon.group)) faults.push(`${who}: ${parent.scientificName} is of another kingdom`);
    if (isHigher) continue;
    if (parent.rank !== 'genus' || parent.scientificName !== taxon.scientificName.split(' ')[0])
      faults.push(`${who}: its parent ${parent.scientificName} is not its genus`);
    const family = ancestors(taxon, byId).find(({ rank }) => rank === 'family');
    if (family?.scientificName !== taxon.family)
      faults.push(`${who}: its genus belongs to ${family?.scientificName ?? 'no family'}, not to ${taxon.family}`);
  }
  return faults;
}

/** The taxa that a taxon belongs to, the nearest first. Stops at a cycle. */
function ancestors(taxon: StarterTaxon, byId: ReadonlyMap<number, StarterTaxon>): StarterTaxon[] {
  const found: StarterTaxon[] = [];
  let parent = byId.get(taxon.parentId ?? Number.NaN);
  while (parent && !found.includes(parent)) {
    found.push(parent);
    parent = byId.get(parent.parentId ?? Number.NaN);
  }
  return found;
}

function kingdomOf(group: string): string {
  return KINGDOM_OF_GROUP.find(([known]) => known === group)?.[1] ?? 'animalia';
}

function whoIs(taxon: StarterTaxon): string {
  return `taxon ${taxon.id} (${taxon.scientificName || 'without a name'})`;
}

function nameFaults(taxa: StarterTaxon[], names: StarterName[]): string[] {
  const faults: string[] = [];
  const byId = new Map(taxa.map((taxon) => [taxon.id, taxon]));
  const seen = new Set<string>();
  for (const { taxonId, language, name } of names) {
    const who = `name "${name}" (${language}) of taxon ${taxonId}`;
    const taxon = byId.get(taxonId);
    if (taxon === undefined) faults.push(`${who}: there is no such taxon`);
    if (language !== SCIENTIFIC && !LANGUAGES.some((known) => known === language)) faults.push(`${who}: "${language}" is not a language`);
    const key = `${taxonId} ${language} ${name.toLowerCase()}`;
    if (seen.has(key)) faults.push(`${who}: stands there twice`);
    seen.add(key);
    if (!/^\p{Lu}/u.test(name)) faults.push(`${who}: does not begin with a capital letter`);
    if (/[’‘`´]/.test(name)) faults.push(`${who}: an apostrophe is written '`);
    if (/[^\p{L} ',.-]/u.test(name))
      faults.push(`${who}: has other characters than letters, spaces, hyphens, apostrophes, commas and full stops`);
    if (language === SCIENTIFIC && name === taxon?.scientificName) faults.push(`${who}: is the accepted name, not another one`);
  }
  for (const { language, name, bearers } of sharedFirstNames(taxa, names))
    if (bearers.some(({ rank }) => isAboveSpecies(rank)))
      faults.push(`name "${name}" (${language}) is the first name of ${bearers.map(whoIs).join(' and ')}`);
  return faults;
}

function differenceFaults(taxa: StarterTaxon[], names: StarterName[], differences: JudgedDifference[]): string[] {
  const faults: string[] = [];
  const known = new Set(names.map(({ taxonId, language, name }) => `${taxonId} ${language} ${name}`));
  for (const taxon of taxa) known.add(`${taxon.id} ${SCIENTIFIC} ${taxon.scientificName}`);
  const ids = new Set(taxa.map((taxon) => taxon.id));
  const seen = new Set<string>();
  for (const { taxonId, language, name, reason } of differences) {
    const key = `${taxonId} ${language} ${name}`;
    const there = language === COUNTRY ? ids.has(taxonId) && STARTER_COUNTRIES.includes(name) : known.has(key);
    if (!there) faults.push(`differences.tsv judges ${key}, which the tables do not have`);
    if (seen.has(key)) faults.push(`differences.tsv judges ${key} twice`);
    if (reason === '') faults.push(`differences.tsv gives no reason for ${key}`);
    seen.add(key);
  }
  return faults;
}

/** The rows of a table, each with its file and line. Adds faults of the table to `faults` and leaves out rows of another length. */
function rows(folder: string, file: string, columns: string[], faults: string[]): [string, string[]][] {
  const path = join(folder, file);
  if (!existsSync(path)) {
    faults.push(`${file} is not there`);
    return [];
  }
  const text = readFileSync(path, 'utf8');
  if (!text.endsWith('\n')) faults.push(`${file}: the last line has no end`);
  if (text !== text.normalize('NFC')) faults.push(`${file}: letters and their accents are not written as one character (NFC)`);
  const [header, ...lines] = text.replace(/\n$/, '').split('\n');
  if (header !== columns.join('\t')) faults.push(`${file}: the first line is not ${columns.join(', ')}`);
  const found: [string, string[]][] = [];
  lines.forEach((line, at) => {
    const place = `${file} line ${at + 2}`;
    const cells = line.split('\t');
    if (cells.length !== columns.length) {
      faults.push(`${place}: has ${cells.length} columns, not ${columns.length}`);
      return;
    }
    if (cells.some((cell) => cell !== cell.trim() || /\s\s|[^\S ]|\p{C}/u.test(cell))) faults.push(`${place}: has stray white space`);
    found.push([place, cells]);
  });
  return found;
}

function wholeNumber(text: string): number {
  return /^[0-9]{1,6}$/.test(text) ? Number(text) : Number.NaN;
}
