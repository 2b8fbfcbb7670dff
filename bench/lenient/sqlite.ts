import { fold, type TaxonRecord } from '@veld/taxonomy';

/**
 * SQLite's trigram index: any trigram may match; ranked by bm25, equal scores by rarity. A row per name, so that taxa with many names
 * are not at a disadvantage. The statements serve SQLite in Node and in the browser.
 */
export const CREATE_NAMES = `create virtual table names using fts5(name, taxon unindexed, tokenize='trigram', detail=full)`;
export const INSERT_NAME = 'insert into names (name, taxon) values (?, ?)';
export const SELECT_TAXA = 'select taxon from names where names match ? order by bm25(names), rowid limit ?';

/** Several names of a taxon may match; this many rows nearly always have enough taxa. */
export const ROWS_PER_HIT = 8;

/** The values of `INSERT_NAME` for each name. */
export function* listNameRows(records: Iterable<TaxonRecord>): Generator<[name: string, taxon: number]> {
  for (const { id, names, names_other_languages } of records)
    for (const name of [...names, ...names_other_languages]) yield [` ${name} `, id];
}

/** The match expression for a text; empty if the text has no trigram. */
export function matchAnyTrigram(text: string): string {
  const padded = ` ${fold(text)} `;
  const trigrams = new Set(Array.from({ length: Math.max(padded.length - 2, 0) }, (_, at) => `"${padded.slice(at, at + 3)}"`));
  return [...trigrams].join(' OR ');
}
