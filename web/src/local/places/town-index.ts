import { itemAt } from '@veld/contract';
import { decodePopulation, type Gazetteer, GRID, listEndonyms } from '@veld/geography';
import { byteAt, intAt, metresBetween } from '@veld/geometry';
import { buildIndex, foldWords, type Match, SCIENTIFIC, type TaxonHit, type TaxonIndex, type TaxonInput } from '@veld/taxonomy';
import type { FoundTown, TownSearch } from './requests';

const NO_TAXON = {
  rank: 'species',
  group: '',
  family: null,
  parent_id: null,
  accepted_id: null,
  image_url: null,
  image_attribution: null,
  external_observation_count: 0,
  rarity_class: 1,
} as const;
const LANGUAGES = ['en', 'nl', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'af'];
/** Candidates of the engine to choose from. */
const COMPARED = 40;
/**
 * How much worse than the name as typed each class is, in doublings of the population: a guess at Utrecht with 300,000 people is worth
 * more than a hamlet whose name begins with the text.
 */
const COSTS: Record<Match, number> = {
  exact: 0,
  head: 5,
  whole_words: 3,
  code: 14,
  name_prefix: 3,
  other_words: 7,
  words_in_order: 7,
  joined: 3,
  word_prefix: 7,
  initials: 14,
  part: 9,
  typo: 4.5,
  possible_code: 16,
  joined_parts: 12,
  fuzzy: 8,
  similar: 9,
};
/** Of a guess that has more words than the text. */
const LONGER_COST = 2.5;
/** Of a guess at a name in a language that is neither the person's nor that of the place. */
const FOREIGN_COST = 2;
const GUESSES: ReadonlySet<Match> = new Set(['typo', 'fuzzy', 'similar']);
const HOME_BONUS = 4;
/** A place within this distance is near; at a tenth of it, it counts twice as much. */
const NEAR_M = 100_000;
const NEAR_BONUS = 1.5;
const PEOPLE_PER_KM2 = 3000;

/**
 * The towns of the gazetteer in the search engine of the taxonomy (decision 0075): each town is a row, the most people first. It takes
 * about a second, so a worker does it when a person begins to search.
 */
export function indexTowns(gazetteer: Gazetteer, language: string): TaxonIndex {
  const main = LANGUAGES.includes(language) ? language : 'en';
  const rest = LANGUAGES.filter((one) => one !== main && one !== 'en');
  const languages = { main, others: main === 'en' ? [SCIENTIFIC] : [SCIENTIFIC, 'en'], foreign: rest };
  return buildIndex(rowsOf(gazetteer), { languages });
}

function* rowsOf(gazetteer: Gazetteer): Generator<TaxonInput> {
  const order = Uint32Array.from({ length: gazetteer.count }, (_, i) => i).sort(
    (a, b) => byteAt(gazetteer.population, b) - byteAt(gazetteer.population, a) || a - b,
  );
  for (const i of order) {
    const name = itemAt(gazetteer.names, i);
    const endonyms = listEndonyms(name, itemAt(gazetteer.countries, byteAt(gazetteer.country, i)));
    yield rowOf(i, { ...gazetteer.variants.get(i), [SCIENTIFIC]: name }, endonyms);
  }
}

/** A name as the engine knows it. What only a taxon has is empty. */
function rowOf(index: number, names: Record<string, string>, others: readonly string[] = []): TaxonInput {
  return {
    // An id of 0 is none.
    id: index + 1,
    name: names[SCIENTIFIC]!,
    names,
    name_synonyms: others.length > 0 ? { [SCIENTIFIC]: [...others] } : {},
    ...NO_TAXON,
  };
}

/** The positions of the names that a text fits, the best first. */
export function findOwnNames(names: readonly string[], text: string, limit: number): number[] {
  if (names.length === 0) return [];
  const rows = names.map((name, index) => rowOf(index, { [SCIENTIFIC]: name }));
  return buildIndex(rows, { languages: { main: SCIENTIFIC, others: [] } })
    .search(text, { limit })
    .map(({ id }) => id - 1);
}

/** The towns whose names are most like the text, the likeliest first. */
export function findTowns(index: TaxonIndex, gazetteer: Gazetteer, search: Omit<TownSearch, 'language' | 'own'>): FoundTown[] {
  const { text, limit } = search;
  // Whoever types a name wrong may have typed the beginning of another one.
  const hits = [
    ...index.search(text, { limit: COMPARED }),
    ...index.search(text, { limit: COMPARED, phase: 'typos' }),
    ...index.search(text, { limit: COMPARED, phase: 'alike' }),
  ];
  const words = foldWords(text).length;
  const best = new Map<number, { town: FoundTown; rank: number }>();
  for (const hit of hits) {
    const town = readTown(gazetteer, hit);
    const rank = rankOf(gazetteer, hit, town, search) - guessCost(hit, words);
    const known = best.get(hit.id);
    if (!known || rank > known.rank) best.set(hit.id, { town, rank });
  }
  return [...best.values()]
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ town }) => town);
}

function guessCost({ match, matched, matched_language, scientific_name }: TaxonHit, words: number): number {
  if (!GUESSES.has(match)) return 0;
  const isLonger = foldWords(matched ?? scientific_name).length > words;
  return (isLonger ? LONGER_COST : 0) + (matched_language === null ? 0 : FOREIGN_COST);
}

function readTown(gazetteer: Gazetteer, { id, main_name, scientific_name, matched }: TaxonHit): FoundTown {
  const i = id - 1;
  const people = decodePopulation(byteAt(gazetteer.population, i));
  return {
    // Not the name of the hit, which has a label where several towns share it.
    name: main_name ?? scientific_name,
    matched,
    country_code: itemAt(gazetteer.countries, byteAt(gazetteer.country, i)),
    latitude: (intAt(gazetteer.y, i) + 0.5) / GRID - 90,
    longitude: (intAt(gazetteer.x, i) + 0.5) / GRID - 180,
    radius_m: Math.max(500, Math.round(1000 * Math.sqrt(people / PEOPLE_PER_KM2 / Math.PI))),
  };
}

function rankOf(
  gazetteer: Gazetteer,
  { id, match }: TaxonHit,
  town: FoundTown,
  { country, near }: Pick<TownSearch, 'country' | 'near'>,
): number {
  const people = Math.log2(1 + decodePopulation(byteAt(gazetteer.population, id - 1)));
  const isHome = town.country_code === country;
  const closeness = near ? Math.max(0, Math.log10(NEAR_M / Math.max(1000, metresBetween(near, town)))) : 0;
  return people - COSTS[match] + (isHome ? HOME_BONUS : 0) + NEAR_BONUS * closeness;
}
