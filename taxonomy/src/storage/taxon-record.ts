import { fold } from '../text/fold.ts';

/** The language key of scientific names. */
export const SCIENTIFIC = 'sci';

/** A taxon as the server sends it; extra fields are ignored. Names are keyed by language code or `sci`. */
export interface TaxonInput {
  id: number;
  /** Scientific name, displayed only if `names.sci` is absent. */
  name: string;
  rank: string;
  group: string;
  family: string | null;
  parent_id: number | null;
  accepted_id: number | null;
  names: Partial<Record<string, string>>;
  name_synonyms: Partial<Record<string, string[]>>;
  image_url: string | null;
  image_attribution: string | null;
  external_observation_count: number;
  rarity_class: number;
}

/** The languages of a copy: `main` first, then the others in display preference order, then those that are only searched. */
export interface NameLanguages {
  main: string;
  others: readonly string[];
  /** Their names rank after all others of the same class. */
  foreign?: readonly string[];
}

/**
 * The row of the local database (decision 0022). `names` and `names_other_languages` are folded for search; `spelled` keeps the
 * names as written, the preferred one first.
 */
export interface TaxonRecord {
  /** Arrival order, counting from 1: the server sends the commonest taxa first. A delta keeps the keys. */
  rarity: number;
  id: number;
  /** Displayed name: main language, else English, else scientific. Without a homonym label. */
  name: string;
  names: string[];
  names_other_languages: string[];
  spelled: Record<string, string[]>;
  scientific_name: string;
  image_url: string | null;
  image_attribution: string | null;
  external_observation_count: number;
  rank: string;
  group: string;
  family: string | null;
  parent_id: number | null;
  accepted_id: number | null;
  rarity_class: number;
}

/** The languages of a copy: the locale, `en`, `sci`, then those the user added, then those of `all` that are left. */
export function nameLanguages(main: string, added: readonly string[] = [], all: readonly string[] = []): NameLanguages {
  const others = [...new Set(['en', SCIENTIFIC, ...added])].filter((language) => language !== main);
  return { main, others, foreign: all.filter((language) => language !== main && !others.includes(language)) };
}

/** All languages of a copy in order, the main one first. */
export function languageList(languages: NameLanguages): string[] {
  return [languages.main, ...languages.others, ...(languages.foreign ?? [])];
}

/** A row without the folded names, which follow from `spelled`. */
export type StoredTaxon = Omit<TaxonRecord, 'names' | 'names_other_languages'>;

/** The local row, or null if the taxon has no name in any of the languages but foreign ones. */
export function toStored(input: TaxonInput, rarity: number, languages: NameLanguages): StoredTaxon | null {
  const spelled: Record<string, string[]> = {};
  const { foreign = [] } = languages;
  let name: string | undefined;
  for (const language of languageList(languages)) {
    const names = spelledNames(input, language);
    if (names === null) continue;
    spelled[language] = names;
    if (!foreign.includes(language)) name ??= names[0];
  }
  if (name === undefined) return null;
  return {
    rarity,
    id: input.id,
    name,
    spelled,
    scientific_name: spelled[SCIENTIFIC]?.[0] ?? clean(input.name),
    image_url: clean(input.image_url ?? '') || null,
    image_attribution: clean(input.image_attribution ?? '') || null,
    external_observation_count: input.external_observation_count,
    rank: clean(input.rank),
    group: clean(input.group),
    family: input.family === null ? null : clean(input.family),
    parent_id: input.parent_id,
    accepted_id: input.accepted_id,
    rarity_class: input.rarity_class,
  };
}

/** Adds the folded names. */
export function withNormalisedNames(stored: StoredTaxon, languages: NameLanguages): TaxonRecord {
  const names = normalised(stored.spelled[languages.main] ?? [], []);
  const others: string[] = [];
  for (const language of languageList(languages).slice(1)) others.push(...(stored.spelled[language] ?? []));
  return { ...stored, names, names_other_languages: normalised(others, names) };
}

/** `toStored` and `withNormalisedNames` in one. */
export function toRecord(input: TaxonInput, rarity: number, languages: NameLanguages): TaxonRecord | null {
  const stored = toStored(input, rarity, languages);
  return stored === null ? null : withNormalisedNames(stored, languages);
}

/** The names of a taxon in one language, the preferred one first; null if there is none. */
export function spelledNames(input: TaxonInput, language: string): string[] | null {
  const first = clean(input.names[language] ?? '');
  const synonyms = input.name_synonyms[language];
  if (synonyms === undefined) return first === '' ? null : [first];
  const names = first === '' ? [] : [first];
  for (const synonym of synonyms) {
    const name = clean(synonym);
    if (name !== '' && !names.includes(name)) names.push(name);
  }
  return names.length === 0 ? null : names;
}

function normalised(names: readonly string[], known: readonly string[]): string[] {
  const folded: string[] = [];
  for (const name of names) {
    const text = fold(name);
    if (text !== '' && !folded.includes(text) && !known.includes(text)) folded.push(text);
  }
  return folded;
}

/** Replaces control characters (some are row separators) and lone surrogates (they cannot be stored), and collapses whitespace. */
export function clean(name: string): string {
  let wasSpace = true;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const isSpace = code === 0x20;
    // Fast path for nearly all names: plain letters with single spaces.
    if (code < 0x20 || (code > 0x7e && (code < 0xa1 || code > 0x17f)) || (isSpace && wasSpace)) return cleanAny(name);
    wasSpace = isSpace;
  }
  return wasSpace ? name.trim() : name;
}

function cleanAny(name: string): string {
  return name.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
}
