import { fold } from './fold.ts';

/** The key of scientific names among names by language. */
export const SCIENTIFIC = 'sci';

/** A taxon as a server sends it; more fields do no harm. Names by language code or `sci`. */
export interface TaxonInput {
  id: number;
  /** Scientific name, used for display only where `names.sci` is absent. */
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

/** Which names a copy holds: `main` first, then the others in the order in which they are preferred for display. */
export interface NameLanguages {
  main: string;
  others: readonly string[];
}

/**
 * The row of the local database (specification section 3). `names` and `names_other_languages` are normalised, as
 * searched; `spelled` keeps each language's names as people write them, the preferred one first.
 */
export interface TaxonRecord {
  /** Arrival order: the server sends the commonest first, and a delta keeps keys. */
  rarity: number;
  id: number;
  /** Displayed name: main language, else English, else scientific. Without the label of a homonym. */
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

/** The languages of an update: the locale, `en`, `sci`, then those a user added. */
export function nameLanguages(main: string, added: readonly string[] = []): NameLanguages {
  return { main, others: [...new Set(['en', SCIENTIFIC, ...added])].filter((language) => language !== main) };
}

/** All languages of a copy in order, the main one first. */
export function languageList(languages: NameLanguages): string[] {
  return [languages.main, ...languages.others];
}

/** Makes the local row, or null where a taxon has no name in any of the languages (such rows are skipped and counted). */
export function toRecord(input: TaxonInput, rarity: number, languages: NameLanguages): TaxonRecord | null {
  const spelled: Record<string, string[]> = {};
  for (const language of languageList(languages)) {
    const names = spelledNames(input, language);
    if (names.length > 0) spelled[language] = names;
  }
  if (Object.keys(spelled).length === 0) return null;
  const scientific = spelled[SCIENTIFIC]?.[0] ?? clean(input.name);
  const names = normalised(spelled[languages.main] ?? [], []);
  return {
    rarity,
    id: input.id,
    name: preferredName(spelled, languages) ?? scientific,
    names,
    names_other_languages: normalised(
      languages.others.flatMap((language) => spelled[language] ?? []),
      names,
    ),
    spelled,
    scientific_name: scientific,
    image_url: input.image_url,
    image_attribution: input.image_attribution === null ? null : clean(input.image_attribution),
    external_observation_count: input.external_observation_count,
    rank: input.rank,
    group: input.group,
    family: input.family,
    parent_id: input.parent_id,
    accepted_id: input.accepted_id,
    rarity_class: input.rarity_class,
  };
}

function preferredName(spelled: Record<string, string[]>, languages: NameLanguages): string | undefined {
  for (const language of languageList(languages)) {
    const name = spelled[language]?.[0];
    if (name !== undefined) return name;
  }
  return undefined;
}

function spelledNames(input: TaxonInput, language: string): string[] {
  const names = [input.names[language] ?? '', ...(input.name_synonyms[language] ?? [])].map(clean);
  return [...new Set(names)].filter((name) => name !== '');
}

function normalised(names: string[], known: string[]): string[] {
  return [...new Set(names.map(fold))].filter((name) => name !== '' && !known.includes(name));
}

/** Control characters would break the separators of a block; runs of space are one space. */
function clean(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
