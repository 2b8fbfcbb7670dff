import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, SCIENTIFIC, TAXON_GROUPS } from '../contract/src/vocabulary.ts';

/** Reads the tables of the starter taxonomy in server/starter and checks them. */

export interface StarterTaxon {
  id: number;
  scientificName: string;
  authority: string;
  rank: string;
  group: string;
  family: string;
  rarityClass: number;
  /** Rarity in each country, 1 (very common) to 5 (rare), by country code. */
  countries: Map<string, number>;
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

const TAXA_COLUMNS = ['id', 'scientific_name', 'authority', 'rank', 'group', 'family', 'rarity_class', 'countries'];
const NAMES_COLUMNS = ['taxon_id', 'language', 'name'];
const DIFFERENCES_COLUMNS = ['taxon_id', 'language', 'name', 'reason'];

export function readStarterTables(folder: string): StarterTables {
  const faults: string[] = [];
  const taxa = rows(folder, 'taxa.tsv', TAXA_COLUMNS, faults).map(([place, c]) => {
    const countries = new Map<string, number>();
    for (const word of c[7]!.split(' ')) {
      const [, code, rarity] = /^([A-Z]{2}):([1-5])$/.exec(word) ?? [];
      if (code === undefined) faults.push(`${place}: "${word}" is not a country with a rarity, such as NL:1`);
      else if (!STARTER_COUNTRIES.includes(code)) faults.push(`${place}: ${code} is not one of the countries of the starter taxonomy`);
      else if (countries.has(code)) faults.push(`${place}: ${code} stands there twice`);
      else countries.set(code, Number(rarity));
    }
    return {
      id: wholeNumber(c[0]!),
      scientificName: c[1]!,
      authority: c[2]!,
      rank: c[3]!,
      group: c[4]!,
      family: c[5]!,
      rarityClass: wholeNumber(c[6]!),
      countries,
    };
  });
  const names = rows(folder, 'names.tsv', NAMES_COLUMNS, faults).map(([, c]) => ({
    taxonId: wholeNumber(c[0]!),
    language: c[1]!,
    name: c[2]!,
  }));
  const differences = rows(folder, 'differences.tsv', DIFFERENCES_COLUMNS, faults).map(([, c]) => ({
    taxonId: wholeNumber(c[0]!),
    language: c[1]!,
    name: c[2]!,
    reason: c[3]!,
  }));
  faults.push(...taxonFaults(taxa), ...nameFaults(taxa, names), ...differenceFaults(taxa, names, differences));
  return { taxa, names, differences, faults };
}

/** Preferred names that two species share. They are allowed, but a search finds both. */
export function sharedPreferredNames(tables: StarterTables): string[] {
  const scientificNames = new Map(tables.taxa.map((taxon) => [taxon.id, taxon.scientificName]));
  const preferred = new Set<string>();
  const bearers = new Map<string, string[]>();
  for (const { taxonId, language, name } of tables.names) {
    const slot = `${taxonId} ${language}`;
    if (language === SCIENTIFIC || preferred.has(slot)) continue;
    preferred.add(slot);
    const key = `${language}: ${name}`;
    bearers.set(key, [...(bearers.get(key) ?? []), scientificNames.get(taxonId) ?? String(taxonId)]);
  }
  return [...bearers].filter(([, who]) => who.length > 1).map(([key, who]) => `${key} is the first name of ${who.join(' and ')}`);
}

function taxonFaults(taxa: StarterTaxon[]): string[] {
  const faults: string[] = [];
  const ids = new Set<number>();
  const scientificNames = new Set<string>();
  for (const taxon of taxa) {
    const who = `taxon ${taxon.id} (${taxon.scientificName || 'without a name'})`;
    if (!(taxon.id >= 1 && taxon.id <= LAST_ID)) faults.push(`${who}: the id is not a whole number from 1 to ${LAST_ID}`);
    if (ids.has(taxon.id)) faults.push(`${who}: the id is taken already`);
    if (!/^[A-Z][a-z]+ [a-z][a-z-]+$/.test(taxon.scientificName)) faults.push(`${who}: the scientific name is not a genus and a species`);
    if (scientificNames.has(taxon.scientificName)) faults.push(`${who}: the species stands there twice`);
    if (taxon.authority === '') faults.push(`${who}: has no authority`);
    if (taxon.rank !== 'species') faults.push(`${who}: the rank "${taxon.rank}" is not species`);
    if (!TAXON_GROUPS.some((group) => group === taxon.group)) faults.push(`${who}: "${taxon.group}" is not a group`);
    if (!/^[A-Z][a-z]+(idae|aceae)$/.test(taxon.family)) faults.push(`${who}: "${taxon.family}" is not a family`);
    if (!(taxon.rarityClass >= 1 && taxon.rarityClass <= 5)) faults.push(`${who}: the rarity class is not 1 to 5`);
    if (taxon.countries.size === 0) faults.push(`${who}: occurs in no country`);
    ids.add(taxon.id);
    scientificNames.add(taxon.scientificName);
  }
  return faults;
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
    if (language === SCIENTIFIC && name === taxon?.scientificName) faults.push(`${who}: is the accepted name, not another one`);
  }
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
