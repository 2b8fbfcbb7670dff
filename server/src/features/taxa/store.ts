import type { NameLanguage, TaxonGroup } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isAboveSpecies } from '../../db/conditions.ts';
import type { Cursor } from './cursor.ts';
import { onlyRow } from '../../db/rows.ts';

export async function findState(db: Db | Tx): Promise<Cursor> {
  return db.selectFrom('taxonomy_state').select(['epoch', 'seq']).executeTakeFirstOrThrow();
}

/** The taxa in a copy on a device. */
export interface CopyScope {
  /** Null for the global copy. */
  country: string | null;
  languages: readonly NameLanguage[];
}

/** Whether a taxon has a name in one of the languages. Every taxon has a scientific name. */
function isNamed(languages: readonly NameLanguage[]): RawBuilder<boolean> {
  if (languages.includes('sci')) return sql<boolean>`true`;
  if (languages.length === 0) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from taxon_names n where n.taxon_id = t.id and n.language in (${sql.join(languages)}))`;
}

/** The rarity class computed from records, if there are enough, else that of the source. */
const RARITY = sql`coalesce(t.observed_rarity, t.rarity_class)`;
const COUNTRY_RARITY = sql`coalesce(c.observed_rarity, c.rarity_class, ${RARITY})`;

/** The tables of a copy (`t`, and `c` for the copy of a country), the condition for its members, and their rarity class. */
export function selectMembers(scope: CopyScope): { from: RawBuilder<unknown>; isMember: RawBuilder<boolean>; rarity: RawBuilder<unknown> } {
  if (scope.country === null) return { from: sql`taxa t`, isMember: sql<boolean>`not t.is_deleted`, rarity: RARITY };
  return {
    from: sql`taxa t left join taxon_countries c on c.taxon_id = t.id and c.country_code = ${scope.country}`,
    // Taxa without a name are not part of the copy of a country (decision 0021).
    isMember: sql<boolean>`(not t.is_deleted and c.taxon_id is not null and ${isNamed(scope.languages)})`,
    rarity: COUNTRY_RARITY,
  };
}

export interface CopyCounts {
  /** Number of members. */
  total: number;
  /** Number of members unchanged since `since`. A complete copy of that version has all of them. */
  unchanged: number;
  /** Number of taxa changed since `since`, deleted ones included. A copy of that version may have any of them. */
  changed: number;
}

export async function countCopy(db: Db | Tx, scope: CopyScope, since: number): Promise<CopyCounts> {
  const { from, isMember } = selectMembers(scope);
  const { rows } = await sql<CopyCounts>`
    select count(*) filter (where ${isMember}) as total,
      count(*) filter (where ${isMember} and t.updated_seq <= ${since}) as unchanged,
      count(*) filter (where t.updated_seq > ${since}) as changed
    from ${from}
  `.execute(db);
  return onlyRow(rows);
}

export interface DisplayedRow {
  id: number;
  /** In the requested language, else English, else scientific. */
  name: string;
  scientific_name: string;
  taxon_group: TaxonGroup;
  family: string | null;
}

/** All current taxa with their displayed names in a language, the most common first. */
export async function listDisplayed(db: Db | Tx, language: string): Promise<DisplayedRow[]> {
  const { rows } = await sql<DisplayedRow>`
    select t.id, coalesce(n.name, e.name, t.scientific_name) as name, t.scientific_name, t.taxon_group, t.family
    from taxa t
    left join taxon_names n on n.taxon_id = t.id and n.language = ${language} and n.is_preferred
    left join taxon_names e on e.taxon_id = t.id and e.language = 'en' and e.is_preferred
    where not t.is_deleted order by t.arrival, t.id
  `.execute(db);
  return rows;
}

/** Ids of the species of a country, the most common there first. */
export async function listLikely(db: Db, country: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from taxon_countries c join taxa t on t.id = c.taxon_id
    where c.country_code = ${country} and not t.is_deleted and not ${isAboveSpecies(sql`t.rank`)}
    order by ${COUNTRY_RARITY}, t.arrival, t.id limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Advances the sequence of the taxonomy and returns its new number. Holds the row lock until the transaction ends. */
export async function advance(tx: Tx): Promise<number> {
  const { seq } = await tx
    .updateTable('taxonomy_state')
    .set((eb) => ({ seq: eb('seq', '+', 1), updated_at: sql`now()` }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}
