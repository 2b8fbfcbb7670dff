import sqlite3InitModule, { type OpfsSAHPoolDatabase, type PreparedStatement } from '@sqlite.org/sqlite-wasm';
import { fold, type TaxonRecord } from '@veld/taxonomy';
import { listFoldedNames, makeRecords } from '../records';
import type { Answer, Side } from '../side';

const FILE = '/taxa.sqlite3';
/** Page cache in KiB. */
const CACHE = 32_000;
/** Size of the FTS hash table: large enough to import 100,000 taxa as one segment that needs no merging. */
const GATHERED = 256 * 1024 * 1024;

const SCHEMA = `
  create table taxa (
    rarity integer primary key, id integer not null, name text not null, scientific_name text not null, rank text, taxon_group text,
    family text, parent_id integer, accepted_id integer, image_url text, image_attribution text, external_observation_count integer,
    rarity_class integer, spelled text, searched text not null
  );
  create virtual table names using fts5(searched, content='taxa', content_rowid='rarity', tokenize='trigram', columnsize=0);
  insert into names(names, rank) values ('hashsize', ${GATHERED});
`;
const COLUMNS = 15;
const SHOWN =
  't.rarity, t.id, t.name, t.scientific_name, t.rank, t.taxon_group, t.family, t.parent_id, t.accepted_id, t.image_url, ' +
  't.image_attribution, t.external_observation_count, t.rarity_class, t.spelled';

/**
 * SQLite with its trigram index on OPFS. Every word is preceded by two spaces, so that " g" and " gr" are trigrams too and
 * prefixes of one and two letters use the same index. Rows are in rarity order, the commonest first, so that a search can stop
 * at the limit.
 */
export async function makeSqlite(): Promise<Side> {
  const db = await openFile();
  let search: PreparedStatement | undefined;
  return {
    async importRows(next) {
      db.exec(SCHEMA);
      db.exec('begin');
      // One JSON value per page: a call per row and column is slower than SQLite's JSON parser.
      const values = Array.from({ length: COLUMNS }, (_, at) => `value ->> ${at}`).join(', ');
      const insert = db.prepare(`insert into taxa select ${values} from json_each(?)`);
      let before = 0;
      for (let page = await next(); page !== null; page = await next()) {
        insert.bind([JSON.stringify(makeRecords(page, before).map(columnsOf))]).stepReset();
        before += page.length;
      }
      insert.finalize();
      db.exec(`insert into names(names) values ('rebuild'); create index taxa_id on taxa (id); commit;`);
    },
    async open() {
      search = undefined;
    },
    query(text, limit) {
      const wanted = wantedOf(fold(text));
      if (wanted === '') return [];
      const found = (search ??= db.prepare(
        `select ${SHOWN} from names join taxa t on t.rarity = names.rowid where names match ? order by names.rowid limit ?`,
      ));
      const answers: Answer[] = [];
      found.bind([wanted, limit]);
      while (found.step()) answers.push(found.get({}) as unknown as Answer);
      found.reset();
      return answers;
    },
  };
}

/** The database on OPFS, in the faster of the two backends (equal at 100k, twice as fast at 1M). It serves only one tab. */
export async function openFile(): Promise<OpfsSAHPoolDatabase> {
  const sqlite = await sqlite3InitModule();
  const pool = await sqlite.installOpfsSAHPoolVfs({ name: 'bench' });
  const db = new pool.OpfsSAHPoolDb(FILE);
  // The pool does its own locking, and a copy that can be fetched again need not be synced to disk.
  db.exec(`pragma locking_mode = exclusive; pragma journal_mode = truncate; pragma synchronous = off; pragma cache_size = -${CACHE};`);
  return db;
}

function columnsOf(record: TaxonRecord): unknown[] {
  return [
    record.rarity,
    record.id,
    record.name,
    record.scientific_name,
    record.rank,
    record.group,
    record.family,
    record.parent_id,
    record.accepted_id,
    record.image_url,
    record.image_attribution,
    record.external_observation_count,
    record.rarity_class,
    JSON.stringify(record.spelled),
    listFoldedNames(record).map(spread).join('\n'),
  ];
}

function spread(name: string): string {
  return `  ${name.replaceAll(' ', '  ')}`;
}

/** Every word as a substring; words of one or two letters, and words beside others, as a prefix. */
function wantedOf(folded: string): string {
  if (folded === '') return '';
  const words = folded.split(' ');
  if (words.length === 1) return words[0]!.length < 3 ? `"  ${words[0]}"` : `"${words[0]}"`;
  return words.map((word) => `" ${word.length < 2 ? ` ${word}` : word}"`).join(' AND ');
}
