import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Names and countries in the lists of other publishers, which are not part of the project. */
export interface Samples {
  /** Every scientific name that any of the lists has. */
  species: Set<string>;
  /** Vernacular names with the lists that have them, by scientific name, tab and language. */
  names: Map<string, Map<string, Set<string>>>;
  /** Countries according to each list that has them, by scientific name. */
  countries: Map<string, Map<string, Set<string>>>;
}

export function readSamples(folder: string): Samples {
  const samples: Samples = { species: new Set(), names: new Map(), countries: new Map() };
  for (const row of table(folder, 'vernaculars.tsv.gz', '\t'))
    addName(samples, row('scientificName'), row('language'), row('vernacularName'), row('source'));
  for (const row of table(folder, 'avilist-2025.tsv.gz', '\t')) {
    if (row('Taxon_rank') !== 'species') continue;
    samples.species.add(row('Scientific_name'));
    addName(samples, row('Scientific_name'), 'en', row('English_name_AviList'), 'avilist');
  }
  for (const row of table(folder, 'mdd-2020-12.csv.gz', ',')) {
    const species = row('sciName').replaceAll('_', ' ');
    samples.species.add(species);
    for (const name of [row('mainCommonName'), ...row('otherCommonNames').split('|')]) addName(samples, species, 'en', name, 'mdd');
  }
  const butterflies = new Map<string, string>();
  for (const row of table(folder, 'eurobutt-taxon.csv', ',')) {
    samples.species.add(row('scientificName'));
    butterflies.set(row('taxonID'), row('scientificName'));
  }
  for (const row of table(folder, 'eurobutt-vernacularname.csv', ','))
    addName(samples, butterflies.get(row('taxonID')) ?? '', row('language'), row('vernacularName'), 'eurobutt');
  for (const row of table(folder, 'distribution.tsv.gz', '\t')) {
    samples.species.add(row('scientificName'));
    if (row('occurrenceStatus') === 'absent' || row('occurrenceStatus') === 'extinct') continue;
    const lists = entry(samples.countries, row('scientificName'), () => new Map<string, Set<string>>());
    entry(lists, row('source'), () => new Set<string>()).add(row('countryCode'));
  }
  for (const row of table(folder, 'birdnet-v3-labels.csv.gz', ';')) samples.species.add(row('sci_name'));
  return samples;
}

function addName(samples: Samples, species: string, language: string, name: string, source: string): void {
  samples.species.add(species);
  if (name === '' || name === 'NA') return;
  const known = entry(samples.names, `${species}\t${language}`, () => new Map<string, Set<string>>());
  entry(known, name, () => new Set<string>()).add(source);
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function text(folder: string, file: string): string {
  const bytes = readFileSync(join(folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The cell of a row in a column; empty where the row is shorter. Throws for a column that the table does not have. */
type Row = (column: string) => string;

/** The rows of a table. Only comma-separated files quote their cells. */
export function table(folder: string, file: string, separator: ',' | ';' | '\t'): Row[] {
  const [head = '', ...lines] = text(folder, file)
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const cells = (line: string) => (separator === ',' ? quotedCells(line) : line.split(separator));
  const places = new Map(cells(head).map((column, at) => [column, at]));
  return lines.map((line) => {
    const values = cells(line);
    return (column) => {
      const at = places.get(column);
      if (at === undefined) throw new Error(`${file} has no column ${column}`);
      return values[at] ?? '';
    };
  });
}

function quotedCells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((hit) => hit[1]?.replaceAll('""', '"') ?? hit[2] ?? '');
}
