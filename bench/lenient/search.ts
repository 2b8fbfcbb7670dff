import type { TaxonRecord } from '@veld/taxonomy';

/** Ids of taxa, the best match first. */
export type Search = (text: string, limit: number) => readonly number[] | Promise<readonly number[]>;

/** Indexes the folded names of records, the commonest first. */
export type MakeSearch = (records: Iterable<TaxonRecord>) => Search | Promise<Search>;

/** A taxon as a document of a library with fields. Names of the main language count twice in all of them. */
export interface Document {
  id: number;
  main: string;
  others: string;
}

export function makeDocument({ id, names, names_other_languages }: TaxonRecord): Document {
  return { id, main: names.join(' '), others: names_other_languages.join(' ') };
}

/** The first `limit` different ids. */
export function firstIds(ids: Iterable<number>, limit: number): number[] {
  const found = new Set<number>();
  for (const id of ids) {
    if (found.size >= limit) break;
    found.add(id);
  }
  return [...found];
}
