import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TaxonGroup, TaxonRow } from '@veld/contract';
import { readSamples, table } from '../../scripts/starter-samples.ts';
import { seedRandom } from '../report.ts';

/** The languages of the copy: locale, English, scientific, and two added by the user. */
export const MAIN_LANGUAGE = 'nl';
export const LANGUAGES = ['nl', 'en', 'sci', 'de', 'fr'];

/** Groups by the names used in the lists; all others are `other`. */
const GROUPS: Record<string, TaxonGroup> = {
  Aves: 'bird',
  Mammalia: 'mammal',
  Plantae: 'plant',
  Rosopsida: 'plant',
  Liliopsida: 'plant',
  Insecta: 'insect',
  PERCOIDEI: 'fish',
  CYPRINIFORMES: 'fish',
  BIVALVIA: 'mollusc',
  GASTROPODA: 'mollusc',
};

/** A taxon from the lists, or one recombined from several. */
export interface Named {
  name: string;
  group: TaxonGroup;
  family: string | null;
  /** By language; the first name is preferred. */
  names: Partial<Record<string, string[]>>;
}

/** The folder of sample data; null if it is missing. */
export function sampleFolderIfAny(): string | null {
  const folder = process.env.VELD_SAMPLES ?? resolve(import.meta.dirname, '../../../shared/data');
  return existsSync(join(folder, 'names/vernaculars.tsv.gz')) ? folder : null;
}

/** The folder of sample data. Exits with a message if it is missing. */
export function sampleFolder(): string {
  const folder = sampleFolderIfAny();
  if (folder === null) {
    console.error(
      'This benchmark needs real names: set VELD_SAMPLES to a folder containing names/ (vernaculars.tsv.gz, avilist-2025.tsv.gz, ' +
        'mdd-2020-12.csv.gz, eurobutt-*.csv, birdnet-v3-labels.csv.gz, distribution.tsv.gz, tree-species-scientific.json.gz, uninomials.csv.gz).',
    );
    process.exit(2);
  }
  return folder;
}

/** `count` taxa as a server sends them, commonest first; deterministic for a seed. */
export function generateTaxa(folder: string, count: number, seed: number): TaxonRow[] {
  const random = seedRandom(seed);
  return namedTaxa(realTaxa(folder), count, random).map((taxon, at) => rowOf(taxon, at, count));
}

/** `count` taxa, commonest first: the given ones, then taxa recombined from them. */
export function namedTaxa(real: Named[], count: number, random: () => number): Named[] {
  // The number of languages with a name is the best measure of commonness in these lists.
  const weights = new Map(real.map((taxon) => [taxon, random() * (1 + Object.keys(taxon.names).length)]));
  real.sort((a, b) => weights.get(b)! - weights.get(a)!);
  return real.length >= count ? real.slice(0, count) : [...real, ...recombined(real, count - real.length, random)];
}

function rowOf(taxon: Named, at: number, count: number): TaxonRow {
  const kept = Object.entries(taxon.names).filter(([language]) => LANGUAGES.includes(language));
  return {
    id: at + 1,
    name: taxon.name,
    rank: 'species',
    group: taxon.group,
    family: taxon.family,
    parent_id: null,
    names: { ...Object.fromEntries(kept.map(([language, names]) => [language, names![0]!])), sci: taxon.name },
    name_synonyms: Object.fromEntries(kept.flatMap(([language, names]) => (names!.length > 1 ? [[language, names!.slice(1)]] : []))),
    image_url: at % 3 === 0 ? `/api/taxon/${at + 1}/image` : null,
    image_attribution: at % 3 === 0 ? `Somebody ${at % 97}, CC BY 4.0` : null,
    external_observation_count: Math.floor(5_000_000 / (at + 1)),
    rarity_class: 1 + Math.floor((5 * at) / count),
    is_deleted: false,
    accepted_id: null,
  };
}

/** Every taxon of the lists whose scientific name has at least two words, with all its names. */
export function realTaxa(folder: string): Named[] {
  const names = join(folder, 'names');
  const samples = readSamples(names);
  const groups = new Map<string, TaxonGroup>();
  const families = new Map<string, string>();
  for (const row of table(names, 'vernaculars.tsv.gz', '\t')) groups.set(row('scientificName'), GROUPS[row('group')] ?? 'other');
  const birds: string[] = [];
  for (const row of table(names, 'avilist-2025.tsv.gz', '\t')) {
    groups.set(row('Scientific_name'), 'bird');
    families.set(row('Scientific_name'), row('Family'));
    if (row('Taxon_rank') === 'subspecies') birds.push(row('Scientific_name'));
  }
  const trees = JSON.parse(gunzipSync(readFileSync(join(names, 'tree-species-scientific.json.gz'))).toString()) as Record<string, string>;
  const byName = new Map<string, Named>();
  for (const name of [...samples.species, ...Object.values(trees), ...birds]) {
    if (!name.includes(' ') || byName.has(name)) continue;
    byName.set(name, { name, group: groups.get(name) ?? 'plant', family: families.get(name) || null, names: {} });
  }
  for (const [key, spelled] of samples.names) {
    const [species = '', language = ''] = key.split('\t');
    const taxon = byName.get(species);
    if (taxon && spelled.size > 0) taxon.names[language] = [...spelled.keys()];
  }
  return [...byName.values()];
}

/** More taxa recombined from real ones: a genus with another's epithet, the start of a name with another's end. */
function recombined(real: readonly Named[], count: number, random: () => number): Named[] {
  const one = () => real[Math.floor(random() * real.length)]!;
  const known = new Set(real.map(({ name }) => name));
  const made: Named[] = [];
  while (made.length < count) {
    const first = one();
    const second = one();
    const name = `${first.name.split(' ')[0]} ${second.name.split(' ').at(-1)}`;
    if (known.has(name)) continue;
    known.add(name);
    const names: Named['names'] = {};
    for (const [language, spelled] of Object.entries(first.names)) {
      const begins = spelled?.[0] ?? '';
      const ends = real[Math.floor(random() * real.length)]!.names[language]?.[0] ?? begins;
      names[language] = [joinedNames(begins, ends)];
    }
    made.push({ name, group: first.group, family: first.family, names });
  }
  return made;
}

/** "Great Tit" and "Reed Bunting" give "Great Bunting"; "Koolmees" and "Rietgors" give "Koolgors". */
function joinedNames(begins: string, ends: string): string {
  const words = begins.split(' ');
  if (words.length > 1) return [...words.slice(0, -1), ends.split(' ').at(-1)!].join(' ');
  const last = ends.split(' ').at(-1)!;
  return begins.slice(0, Math.ceil(begins.length / 2)) + last.slice(Math.floor(last.length / 2)).toLowerCase();
}
