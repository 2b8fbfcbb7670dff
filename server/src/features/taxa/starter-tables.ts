import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAboveSpecies, NAME_LANGUAGES, RANKS_ABOVE_SPECIES, TAXON_GROUPS, isOneOf } from '@veld/contract';

export interface StarterTaxon {
  id: number;
  scientific_name: string;
  authority: string | null;
  rank: string;
  taxon_group: string;
  family: string | null;
  rarity_class: number;
  /** Rarity class by country. */
  countries: Map<string, number>;
  /** The taxon it belongs to; null for the highest taxa. */
  parent_id: number | null;
  names: StarterName[];
}

export interface StarterName {
  language: string;
  name: string;
  /** Whether it is the first name in its language. Scientific synonyms are never preferred. */
  is_preferred: boolean;
}

/** A table has an invalid value. The message contains the file and line. */
export class StarterError extends Error {}

const TAXA_HEADER = 'id\tscientific_name\tauthority\trank\tgroup\tfamily\trarity_class\tcountries\tparent_id';
const NAMES_HEADER = 'taxon_id\tlanguage\tname';
/** Higher ids are reserved for imports (decision 0015). */
const LAST_ID = 99_999;
const RAREST = 5;

/** The texts of the starter taxonomy's tables, not yet parsed. */
export interface StarterFiles {
  taxa: string;
  names: string;
  /** Empty if there is no such table. */
  statuses: string;
  /** Hash of all texts. */
  hash: string;
}

/** Reads the starter taxonomy: `taxa.tsv`, `names.tsv` and, if there is one, `statuses.tsv`. */
export async function readStarterFiles(folder: string): Promise<StarterFiles> {
  const [taxa, names, statuses] = await Promise.all([
    readFile(join(folder, 'taxa.tsv'), 'utf8'),
    readFile(join(folder, 'names.tsv'), 'utf8'),
    readFile(join(folder, 'statuses.tsv'), 'utf8').catch(ifMissing),
  ]);
  const hash = createHash('sha256').update(taxa).update('\0').update(names).update('\0').update(statuses).digest('hex');
  return { taxa, names, statuses, hash };
}

function ifMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

/** Throws a `StarterError` for an invalid value. */
export function parseStarterTables({ taxa: taxaText, names: namesText }: Pick<StarterFiles, 'taxa' | 'names'>): StarterTaxon[] {
  const taxa = new Map<number, StarterTaxon>();
  const fails = new Map<number, TableRow['fail']>();
  for (const { cells, fail } of rows('taxa.tsv', taxaText, TAXA_HEADER)) {
    const [id = '', scientific_name = '', authority = '', rank = '', group = '', family = '', rarity = '', countries = '', parent = ''] =
      cells;
    // Those of higher taxa follow from their species (`inheritFromBelow`).
    const isDerived = isAboveSpecies(rank);
    if (isDerived && (family || rarity || countries)) fail('family, rarity class and countries of a higher taxon follow from its species');
    const taxon: StarterTaxon = {
      id: /^[1-9]\d{0,4}$/.test(id) && Number(id) <= LAST_ID ? Number(id) : fail(`there is no id from 1 to ${LAST_ID}: "${id}"`),
      scientific_name: scientific_name || fail('there is no scientific name'),
      authority: authority || null,
      rank: rank || fail('there is no rank'),
      taxon_group: isOneOf(TAXON_GROUPS, group) ? group : fail(`there is no group "${group}"`),
      family: family || null,
      rarity_class: isDerived ? RAREST : (rarityOf(rarity) ?? fail(`"${rarity}" is not a rarity class from 1 to 5`)),
      countries: new Map(),
      parent_id: parent ? Number(parent) : null,
      names: [],
    };
    for (const entry of countries.split(' ').filter(Boolean)) {
      const [country = '', mark = ''] = entry.split(':');
      if (!/^[A-Z]{2}$/.test(country) || taxon.countries.has(country)) fail(`"${entry}" is not a country with a rarity class`);
      taxon.countries.set(country, rarityOf(mark) ?? fail(`"${entry}" is not a country with a rarity class`));
    }
    if (taxa.has(taxon.id)) fail(`the id ${id} occurs twice`);
    taxa.set(taxon.id, taxon);
    fails.set(taxon.id, fail);
  }
  for (const [id, fail] of fails) {
    const taxon = taxa.get(id) ?? fail('it is gone');
    const parent = taxon.parent_id === null ? null : taxa.get(taxon.parent_id);
    if (parent === undefined) fail(`there is no taxon ${taxon.parent_id} for a parent`);
    if (parent && !isBelow(taxon.rank, parent.rank)) fail(`a ${taxon.rank} cannot belong to a ${parent.rank}`);
  }
  inheritFromBelow(taxa);
  for (const { cells, fail } of rows('names.tsv', namesText, NAMES_HEADER)) {
    const [id = '', language = '', name = ''] = cells;
    const taxon = taxa.get(Number(id)) ?? fail(`there is no taxon ${id}`);
    if (!isOneOf(NAME_LANGUAGES, language)) fail(`there is no language "${language}"`);
    if (!name) fail('there is no name');
    const same = taxon.names.filter((entry) => entry.language === language);
    if (same.some((entry) => entry.name === name)) fail(`"${name}" occurs twice`);
    taxon.names.push({ language, name, is_preferred: same.length === 0 && language !== 'sci' });
  }
  return [...taxa.values()];
}

/** Whether a taxon of the rank may belong to one of the other rank. */
function isBelow(rank: string, other: string): boolean {
  const [own, above] = [RANKS_ABOVE_SPECIES.indexOf(rank), RANKS_ABOVE_SPECIES.indexOf(other)];
  return above >= 0 && (own < 0 || own > above);
}

/** A higher taxon occurs where its species do, is as common as the most common of them, and has the family it belongs to. */
function inheritFromBelow(taxa: ReadonlyMap<number, StarterTaxon>): void {
  for (const taxon of taxa.values()) {
    const isHigher = isAboveSpecies(taxon.rank);
    for (let above: StarterTaxon | undefined = taxon; above; above = above.parent_id === null ? undefined : taxa.get(above.parent_id)) {
      if (isHigher) {
        if (above.rank === 'family') taxon.family = above.scientific_name;
        continue;
      }
      if (above === taxon) continue;
      above.rarity_class = Math.min(above.rarity_class, taxon.rarity_class);
      for (const [country, rarity] of taxon.countries)
        above.countries.set(country, Math.min(above.countries.get(country) ?? RAREST, rarity));
    }
  }
}

function rarityOf(text: string): number | null {
  return /^[1-5]$/.test(text) ? Number(text) : null;
}

export interface TableRow {
  cells: string[];
  fail: (what: string) => never;
}

export function* rows(file: string, text: string, header: string): Generator<TableRow> {
  const columns = header.split('\t').length;
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || (index === 0 && line === header)) continue;
    const fail = (what: string): never => {
      throw new StarterError(`starter/${file}, line ${index + 1}: ${what}`);
    };
    const cells = line.replace(/\r$/, '').normalize('NFC').split('\t');
    if (cells.length !== columns) fail(`${columns} columns are required`);
    yield { cells: cells.map((cell) => cell.trim()), fail };
  }
}
