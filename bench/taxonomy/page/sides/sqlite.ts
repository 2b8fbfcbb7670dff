import sqlite3InitModule, { type PreparedStatement } from '@sqlite.org/sqlite-wasm';
import { fold, type TaxonRecord } from '@veld/taxonomy';
import { namesOf, recordsOf } from '../records';
import type { Answer, Side } from '../side';

const FILE = '/taxa.sqlite3';
/** Of page cache, in KiB. */
const CACHE = 32_000;
/** What the index gathers before it writes: enough that an import of 100,000 taxa is one chunk that needs no merging. */
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
 * SQLite with its trigram index in the origin's private files. Every word stands behind two spaces, so that "  g" and
 * " gr" are trigrams too: beginnings of one and two letters use the same index. Rows come in the order of the rarity key,
 * the commonest first, so that a search ends as soon as the limit is reached.
 */
export async function makeSqlite(): Promise<Side> {
  const sqlite = await sqlite3InitModule();
  // Of the two ways to the private files this one is the faster (as fast at 100k, twice as fast at 1M). It serves one tab only.
  const pool = await sqlite.installOpfsSAHPoolVfs({ name: 'bench' });
  const db = new pool.OpfsSAHPoolDb(FILE);
  // The pool locks by itself, and a copy that may be fetched again need not wait for the disk.
  db.exec(`pragma locking_mode = exclusive; pragma journal_mode = truncate; pragma synchronous = off; pragma cache_size = -${CACHE};`);
  let search: PreparedStatement | undefined;
  return {
    async importRows(next) {
      db.exec(SCHEMA);
      db.exec('begin');
      // A page in one value: a call for each row and column costs more than SQLite's own reading of JSON.
      const values = Array.from({ length: COLUMNS }, (_, at) => `value ->> ${at}`).join(', ');
      const insert = db.prepare(`insert into taxa select ${values} from json_each(?)`);
      let before = 0;
      for (let page = await next(); page !== null; page = await next()) {
        insert.bind([JSON.stringify(recordsOf(page, before).map(columnsOf))]).stepReset();
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
    namesOf(record).map(spread).join('\n'),
  ];
}

function spread(name: string): string {
  return `  ${name.replaceAll(' ', '  ')}`;
}

/** Every word as a part of a name; of one or two letters, and beside other words, as the beginning of a word. */
function wantedOf(folded: string): string {
  if (folded === '') return '';
  const words = folded.split(' ');
  if (words.length === 1) return words[0]!.length < 3 ? `"  ${words[0]}"` : `"${words[0]}"`;
  return words.map((word) => `" ${word.length < 2 ? ` ${word}` : word}"`).join(' AND ');
}
