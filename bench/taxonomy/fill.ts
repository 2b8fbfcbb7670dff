import type { TaxonRow } from '@veld/contract';
import type pg from 'pg';

const BATCH = 10_000;
/** Lower ids belong to the starter taxonomy (decision 0015). */
const FIRST_ID = 1_000_000;

/** Replaces the starter taxonomy of an empty server's database with `taxa`, in their order. */
export async function fillTaxa(pool: pg.Pool, taxa: readonly TaxonRow[]): Promise<void> {
  await pool.query('set statement_timeout = 0');
  await pool.query('begin');
  const { rows } = await pool.query<{ seq: string }>('update taxonomy_state set seq = seq + 1, updated_at = now() returning seq');
  const updated_seq = Number(rows[0]!.seq);
  await pool.query('update taxa set is_deleted = true, updated_seq = $1', [updated_seq]);
  for (let from = 0; from < taxa.length; from += BATCH) {
    const batch = taxa.slice(from, from + BATCH);
    await insert(
      pool,
      'taxa',
      batch.map((taxon, at) => ({
        id: FIRST_ID + taxon.id,
        source: 'bench',
        source_id: String(taxon.id),
        scientific_name: taxon.name,
        display_name: taxon.name,
        rank: taxon.rank,
        taxon_group: taxon.group,
        family: taxon.family,
        rarity_class: taxon.rarity_class,
        arrival: from + at + 1,
        external_observation_count: taxon.external_observation_count,
        is_deleted: false,
        updated_seq,
      })),
    );
    await insert(pool, 'taxon_names', batch.flatMap(namesOf));
  }
  await pool.query('commit');
  await pool.query('vacuum analyze taxa, taxon_names');
}

function namesOf(taxon: TaxonRow): Row[] {
  const names = Object.entries(taxon.names)
    .filter(([language]) => language !== 'sci')
    .map(([language, name]) => ({ taxon_id: FIRST_ID + taxon.id, language, name, is_preferred: true }));
  const synonyms = Object.entries(taxon.name_synonyms).flatMap(([language, others]) =>
    others.map((name) => ({ taxon_id: FIRST_ID + taxon.id, language, name, is_preferred: false })),
  );
  return [...names, ...synonyms];
}

type Row = Record<string, unknown>;

async function insert(pool: pg.Pool, table: string, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).join(', ');
  await pool.query(`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}
