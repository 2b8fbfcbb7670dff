import { DatabaseSync } from 'node:sqlite';
import { buildIndex, nameLanguages, type NameLanguages, searchCopies, type TaxonInput, type TaxonRecord, toRecord } from '@veld/taxonomy';
import { LANGUAGES } from '@veld/contract';
import { makeFuse } from '../lenient/fuse.ts';
import { makeMiniSearch } from '../lenient/minisearch.ts';
import { makeOrama } from '../lenient/orama.ts';
import { firstIds, type MakeSearch, type Search } from '../lenient/search.ts';
import { matchAnyTrigram, CREATE_NAMES, INSERT_NAME, listNameRows, ROWS_PER_HIT, SELECT_TAXA } from '../lenient/sqlite.ts';
import { makeUFuzzy } from '../lenient/ufuzzy.ts';
import { COUNTRY_OF, type ListName, type TaxonList } from './lists.ts';

export interface Side {
  name: string;
  /** The lists it takes part in; larger ones exceed its memory or take hours. */
  lists: readonly ListName[];
  make(list: TaxonList, language: string): Search | Promise<Search>;
}

const ALL: readonly ListName[] = ['starter', '100k', '1M'];
const SMALL: readonly ListName[] = ['starter', '100k'];

/**
 * Veld, and libraries with their lenient settings: all of them accept texts of which only a part matches. All search the same folded
 * names in all languages of the app, its own one first.
 */
export const SIDES: readonly Side[] = [
  { name: 'veld', lists: ALL, make: makeVeld },
  { name: 'veld, one copy', lists: ALL, make: makeVeldWithOneCopy },
  { name: 'SQLite FTS5', lists: ALL, make: ofWorld(makeSqlite) },
  { name: 'MiniSearch', lists: SMALL, make: ofWorld(makeMiniSearch) },
  { name: 'Orama', lists: SMALL, make: ofWorld(makeOrama) },
  { name: 'Fuse.js', lists: ['starter'], make: ofWorld(makeFuse) },
  { name: 'uFuzzy', lists: ALL, make: ofWorld(makeUFuzzy) },
];

/** Names in all languages of the app, its own one first, as on a device. */
function languagesOf(language: string): NameLanguages {
  return nameLanguages(language, [], LANGUAGES);
}

/** The two copies of a device: the person's country first, then the world. */
function makeVeld(list: TaxonList, language: string): Search {
  const languages = languagesOf(language);
  const copies = [list.ofCountry(COUNTRY_OF[language] ?? 'GB'), list.world].map((rows) => buildIndex(rows, { languages }));
  return (text, limit) => searchCopies(copies, text, { limit }).map(({ id }) => id);
}

/** The world's copy only, for a comparison with the libraries, which have no countries. */
function makeVeldWithOneCopy(list: TaxonList, language: string): Search {
  const index = buildIndex(list.world, { languages: languagesOf(language) });
  return (text, limit) => index.search(text, { limit }).map(({ id }) => id);
}

function* recordsOf(rows: readonly TaxonInput[], language: string): Generator<TaxonRecord> {
  const languages = languagesOf(language);
  let rarity = 1;
  for (const row of rows) {
    const record = toRecord(row, rarity, languages);
    if (record === null) continue;
    rarity++;
    yield record;
  }
}

function ofWorld(make: MakeSearch): Side['make'] {
  return (list, language) => make(recordsOf(list.world, language));
}

function makeSqlite(records: Iterable<TaxonRecord>): Search {
  const db = new DatabaseSync(':memory:');
  db.exec(`${CREATE_NAMES}; begin`);
  const insert = db.prepare(INSERT_NAME);
  for (const [name, taxon] of listNameRows(records)) insert.run(name, taxon);
  db.exec('commit');
  const select = db.prepare(SELECT_TAXA);
  return (text, limit) => {
    const wanted = matchAnyTrigram(text);
    if (wanted === '') return [];
    const rows = select.all(wanted, limit * ROWS_PER_HIT);
    return firstIds(
      rows.map(({ taxon }) => Number(taxon)),
      limit,
    );
  };
}
