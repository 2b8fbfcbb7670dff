import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAboveSpecies } from '@veld/contract';
import type { TaxonInput } from '@veld/taxonomy';
import { readSamples } from '../../scripts/starter-samples.ts';
import { parseStarterTables, type StarterTaxon } from '../../server/src/features/taxa/starter-tables.ts';
import { seedRandom } from '../report.ts';
import { type Named, namedTaxa, realTaxa } from '../taxonomy/names.ts';

export const LISTS = { starter: 0, '100k': 100_000, '1M': 1_000_000 } as const;
export type ListName = keyof typeof LISTS;

/** The country of a person who uses the app in a language. */
export const COUNTRY_OF: Readonly<Record<string, string>> = {
  en: 'GB',
  nl: 'NL',
  de: 'DE',
  es: 'ES',
  fr: 'FR',
  it: 'IT',
  pt: 'PT',
  pl: 'PL',
  af: 'ZA',
};

/** A taxon with its rarity by country. */
interface Entry {
  row: TaxonInput;
  countries: ReadonlyMap<string, number>;
}

export interface TaxonList {
  at: ListName;
  /** As the server sends them: the commonest species first, higher taxa last. */
  world: readonly TaxonInput[];
  /** The taxa of a country in the same order, by their rarity there. */
  ofCountry(code: string): readonly TaxonInput[];
}

const RAREST = 5;
const FIRST_OTHER_ID = 100_000;

/** The starter's taxa, and in larger lists others with real and recombined names. `folder` has the real names. */
export function buildTaxonList(at: ListName, folder: string | null, seed: number): TaxonList {
  const starter = starterTaxa();
  const entries = [...starter.map(entryOf), ...(folder === null ? [] : otherTaxa(starter, LISTS[at], folder, seed))];
  const isHigher = ({ row }: Entry) => isAboveSpecies(row.rank);
  const inOrder = (of: readonly Entry[], rarity: (entry: Entry) => number) =>
    of.toSorted((a, b) => Number(isHigher(a)) - Number(isHigher(b)) || rarity(a) - rarity(b)).map(({ row }) => row);
  return {
    at,
    world: inOrder(entries, ({ row }) => row.rarity_class),
    ofCountry: (code) =>
      inOrder(
        entries.filter(({ countries }) => countries.has(code)),
        ({ countries }) => countries.get(code) ?? RAREST,
      ),
  };
}

function starterTaxa(): StarterTaxon[] {
  const read = (name: string) => readFileSync(resolve(import.meta.dirname, '../../server/starter', name), 'utf8');
  return parseStarterTables({ taxa: read('taxa.tsv'), names: read('names.tsv') });
}

function entryOf(taxon: StarterTaxon): Entry {
  const spelled: Record<string, string[]> = { sci: [taxon.scientific_name] };
  for (const { language, name } of taxon.names) (spelled[language] ??= []).push(name);
  const { id, rank, taxon_group: group, family, parent_id, rarity_class } = taxon;
  return {
    row: rowOf({ id, name: taxon.scientific_name, rank, group, family, parent_id, rarity_class }, spelled),
    countries: taxon.countries,
  };
}

/** Taxa that fill a list up to `count`, without those that the starter has, also by an older name. */
function otherTaxa(starter: readonly StarterTaxon[], count: number, folder: string, seed: number): Entry[] {
  const known = new Set(starter.map((taxon) => taxon.scientific_name));
  for (const { names } of starter) for (const { language, name } of names) if (language === 'sci') known.add(name);
  const real = realTaxa(folder).filter(({ name }) => !known.has(name));
  const { countries } = readSamples(join(folder, 'names'));
  const wanted = count - starter.length;
  return namedTaxa(real, wanted, seedRandom(seed))
    .filter(({ name }) => !known.has(name))
    .map((taxon, index) => {
      const rarity = 1 + Math.floor((RAREST * index) / wanted);
      const codes = [...(countries.get(taxon.name)?.values() ?? [])].flatMap((some) => [...some]);
      return { row: otherRow(taxon, FIRST_OTHER_ID + index, rarity), countries: new Map(codes.map((code) => [code, rarity])) };
    });
}

function otherRow({ name, names, group, family }: Named, id: number, rarity_class: number): TaxonInput {
  const spelled: Record<string, string[]> = { sci: [name] };
  for (const [language, some] of Object.entries(names)) if (some && COUNTRY_OF[language] !== undefined) spelled[language] = some;
  return rowOf({ id, name, rank: 'species', group, family, parent_id: null, rarity_class }, spelled);
}

function rowOf(
  fields: Pick<TaxonInput, 'id' | 'name' | 'rank' | 'group' | 'family' | 'parent_id' | 'rarity_class'>,
  spelled: Readonly<Record<string, string[]>>,
): TaxonInput {
  const entries = Object.entries(spelled);
  return {
    ...fields,
    names: Object.fromEntries(entries.map(([language, some]) => [language, some[0]])),
    name_synonyms: Object.fromEntries(entries.flatMap(([language, some]) => (some.length > 1 ? [[language, some.slice(1)]] : []))),
    accepted_id: null,
    image_url: null,
    image_attribution: null,
    external_observation_count: 0,
  };
}
