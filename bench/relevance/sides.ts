import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import uFuzzy from '@leeoniya/ufuzzy';
import {
  buildIndex,
  fold,
  nameLanguages,
  type NameLanguages,
  searchCopies,
  type TaxonInput,
  type TaxonRecord,
  toRecord,
} from '@veld/taxonomy';
import MiniSearch from 'minisearch';
import { LANGUAGES } from '@veld/contract';
import { COUNTRY_OF, type ListName, type TaxonList } from './lists.ts';

/** Ids of taxa, the best match first. */
export type Search = (text: string, limit: number) => readonly number[] | Promise<readonly number[]>;

export interface Side {
  name: string;
  /** The lists it takes part in; larger ones exceed its memory or take hours. */
  lists: readonly ListName[];
  /** The npm package that has to be installed. */
  needs?: string;
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
  { name: 'SQLite FTS5', lists: ALL, make: makeSqlite },
  { name: 'MiniSearch', lists: SMALL, make: makeMiniSearch },
  { name: 'Orama', lists: SMALL, needs: '@orama/orama', make: makeOrama },
  { name: 'Fuse.js', lists: ['starter'], needs: 'fuse.js', make: makeFuse },
  { name: 'uFuzzy', lists: ALL, make: makeUFuzzy },
];

export function isInstalled(side: Side): boolean {
  return side.needs === undefined || versionOf(side.needs) !== null;
}

/** The version of an npm package; null if it is not installed. */
export function versionOf(name: string): string | null {
  try {
    const text = readFileSync(join(resolve(import.meta.dirname, '../../node_modules'), name, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return null;
  }
}

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

interface Document {
  id: number;
  main: string;
  others: string;
}

function documentOf({ id, names, names_other_languages }: TaxonRecord): Document {
  return { id, main: names.join(' '), others: names_other_languages.join(' ') };
}

/** The first `limit` different ids. */
function firstIds(ids: Iterable<number>, limit: number): number[] {
  const found = new Set<number>();
  for (const id of ids) {
    if (found.size >= limit) break;
    found.add(id);
  }
  return [...found];
}

/** Several names of a taxon may match; this many rows nearly always have enough taxa. */
const ROWS_PER_HIT = 8;

/** Any trigram may match; ranked by bm25, equal scores by rarity. A row per name, so that taxa with many names are not at a disadvantage. */
function makeSqlite(list: TaxonList, language: string): Search {
  const db = new DatabaseSync(':memory:');
  db.exec(`create virtual table names using fts5(name, taxon unindexed, tokenize='trigram', detail=full); begin`);
  const insert = db.prepare('insert into names (name, taxon) values (?, ?)');
  for (const { id, names, names_other_languages } of recordsOf(list.world, language)) {
    for (const name of [...names, ...names_other_languages]) insert.run(` ${name} `, id);
  }
  db.exec('commit');
  const select = db.prepare('select taxon from names where names match ? order by bm25(names), rowid limit ?');
  return (text, limit) => {
    const padded = ` ${fold(text)} `;
    const trigrams = new Set(Array.from({ length: Math.max(padded.length - 2, 0) }, (_, at) => `"${padded.slice(at, at + 3)}"`));
    if (trigrams.size === 0) return [];
    const rows = select.all([...trigrams].join(' OR '), limit * ROWS_PER_HIT);
    return firstIds(
      rows.map(({ taxon }) => Number(taxon)),
      limit,
    );
  };
}

function makeMiniSearch(list: TaxonList, language: string): Search {
  const index = new MiniSearch<Document>({
    fields: ['main', 'others'],
    searchOptions: { combineWith: 'OR', prefix: true, fuzzy: 0.2, boost: { main: 2 } },
  });
  for (const record of recordsOf(list.world, language)) index.add(documentOf(record));
  return (text, limit) =>
    index
      .search(fold(text))
      .slice(0, limit)
      .map(({ id }) => id as number);
}

/** A package that may be missing is imported by a name that is not constant, so that the types of this file do not need it. */
async function imported<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module;
}

interface OramaModule {
  create(options: { schema: Record<string, 'string' | 'number'> }): unknown;
  insertMultiple(db: unknown, documents: readonly unknown[]): Promise<unknown>;
  search(db: unknown, options: object): Promise<{ hits: { document: { taxon: number } }[] }>;
}

async function makeOrama(list: TaxonList, language: string): Promise<Search> {
  const { create, insertMultiple, search } = await imported<OramaModule>('@orama/orama');
  const db = create({ schema: { taxon: 'number', main: 'string', others: 'string' } });
  const documents = Array.from(recordsOf(list.world, language), documentOf);
  await insertMultiple(
    db,
    documents.map(({ id, main, others }) => ({ taxon: id, main, others })),
  );
  return async (text, limit) => {
    const { hits } = await search(db, { term: fold(text), properties: ['main', 'others'], tolerance: 1, boost: { main: 2 }, limit });
    return hits.map(({ document }) => document.taxon);
  };
}

interface FuseModule {
  default: new (
    documents: readonly Document[],
    options: object,
  ) => {
    search(text: string, options: { limit: number }): { item: Document }[];
  };
}

async function makeFuse(list: TaxonList, language: string): Promise<Search> {
  const { default: Fuse } = await imported<FuseModule>('fuse.js');
  const index = new Fuse(Array.from(recordsOf(list.world, language), documentOf), {
    keys: [
      { name: 'main', weight: 2 },
      { name: 'others', weight: 1 },
    ],
    ignoreLocation: true,
  });
  return (text, limit) => index.search(fold(text), { limit }).map(({ item }) => item.id);
}

const MOST_RANKED = 10_000;

/** Words in any order, one typo in each. */
function makeUFuzzy(list: TaxonList, language: string): Search {
  const names: string[] = [];
  const taxa: number[] = [];
  for (const record of recordsOf(list.world, language)) {
    for (const name of [...record.names, ...record.names_other_languages]) {
      names.push(name);
      taxa.push(record.id);
    }
  }
  const fuzzy = new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });
  return (text, limit) => {
    const [found, info, order] = fuzzy.search(names, fold(text), 1, MOST_RANKED);
    const best = info !== null && order !== null ? order.map((at) => info.idx[at]!) : (found ?? []);
    return firstIds(
      best.map((at) => taxa[at]!),
      limit,
    );
  };
}
