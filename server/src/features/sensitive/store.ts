import type { ListedRule, SensitiveRule } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import type { MergedTaxon } from '../../http/pieces.ts';
import type { MatchedRule } from './match.ts';

/** The job that looks again at the records of taxa whose rules have changed. Observations has it; it is queued with the change. */
export const HIDING_JOB = 'sensitive-places';

/** Limit of parents to follow, which also ends circular ones. */
const MAX_DEPTH = 60;

/**
 * The rules for the taxa that `named` gives as `key` and `taxon_id`, and for those above them. A merged taxon has those of its successor
 * too. Reads nothing but the list while that is empty.
 */
export const rulesFor = (named: RawBuilder<unknown>): RawBuilder<MatchedRule & { key: string }> => sql<MatchedRule & { key: string }>`
  with recursive above as (
    select n.key, t.id, coalesce(t.accepted_id, t.parent_id) as next, 1 as step
    from (${named}) n join taxa t on t.id = n.taxon_id where exists (select 1 from sensitive_taxa)
    union
    select a.key, t.id, coalesce(t.accepted_id, t.parent_id), a.step + 1 from above a join taxa t on t.id = a.next where a.step < ${sql.lit(MAX_DEPTH)}
  )
  select distinct on (a.key, s.id) a.key::text as key, s.id, s.country_code, s.area, s.months, s.grid_km, s.reason
  from above a join sensitive_taxa s on s.taxon_id = a.id order by a.key, s.id`;

export type NamedRule = Pick<SensitiveRule, 'country_code' | 'area' | 'area_name' | 'months' | 'grid_km' | 'reason'>;

/** The rules for a taxon. */
export async function listRulesOfTaxon(db: Db, taxonId: number): Promise<NamedRule[]> {
  const { rows } = await sql<NamedRule>`
    select s.country_code, s.area, s.area_name, s.months, s.grid_km, s.reason
    from (${rulesFor(sql`select 1 as key, ${taxonId}::integer as taxon_id`)}) found join sensitive_taxa s on s.id = found.id
    order by s.id
  `.execute(db);
  return rows;
}

export interface RuleRow extends SensitiveRule {
  id: string;
}

const COLUMNS = sql`s.id, s.taxon_id, s.country_code, s.area, s.area_name, s.months, s.grid_km, s.reason`;

interface ListedRow extends RuleRow {
  taxon_name: string;
  rank: string;
  scientific_name: string;
}

interface RulesQuery {
  search: string | undefined;
  language: string;
  after: readonly string[] | null;
  limit: number;
}

/** Rules by scientific name, with the names of their taxa in a language. */
export async function listRules(db: Db, { search, language, after, limit }: RulesQuery): Promise<ListedRow[]> {
  const [name, id] = after ?? [];
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS}, t.scientific_name, t.rank, coalesce(n.name, e.name, t.display_name) as taxon_name from ${rulesWithNames(language)}
    where ${isFound(search)} ${after ? sql`and (t.scientific_name, s.id) > (${name}, ${id}::uuid)` : sql``}
    order by t.scientific_name, s.id limit ${limit}
  `.execute(db);
  return rows;
}

export async function countRules(db: Db, search: string | undefined, language: string): Promise<{ total: number; due: number }> {
  const { rows } = await sql<{ total: number; due: number }>`
    select count(*)::integer as total, (select count(*) from sensitive_due)::integer as due from ${rulesWithNames(language)} where ${isFound(search)}
  `.execute(db);
  return onlyRow(rows);
}

const rulesWithNames = (language: string) => sql`sensitive_taxa s join taxa t on t.id = s.taxon_id
  left join taxon_names n on n.taxon_id = t.id and n.language = ${language} and n.is_preferred
  left join taxon_names e on e.taxon_id = t.id and e.language = 'en' and e.is_preferred`;

function isFound(search: string | undefined): RawBuilder<boolean> {
  const part = search?.trim().toLowerCase() ?? '';
  if (part === '') return sql<boolean>`true`;
  return sql<boolean>`(position(${part} in lower(t.scientific_name)) > 0 or position(${part} in lower(coalesce(n.name, e.name, ''))) > 0)`;
}

export function presentRule({ taxon_name, scientific_name, rank, ...rule }: ListedRow): ListedRule {
  return { ...rule, taxon: { name: taxon_name, scientific_name, rank } };
}

/** All rules, for an export and to compare an imported list with. */
export async function listAllRules(on: Db | Tx): Promise<(RuleRow & { scientific_name: string })[]> {
  const { rows } = await sql<RuleRow & { scientific_name: string }>`
    select ${COLUMNS}, t.scientific_name from sensitive_taxa s join taxa t on t.id = s.taxon_id order by t.scientific_name, s.id
  `.execute(on);
  return rows;
}

/** Keeps all other changes of the list away until the transaction ends. */
export async function lockRules(tx: Tx): Promise<void> {
  await sql`lock table sensitive_taxa in share row exclusive mode`.execute(tx);
}

export async function findRule(tx: Tx, id: string): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`select ${COLUMNS} from sensitive_taxa s where s.id = ${id}`.execute(tx);
  return rows[0];
}

/** Stores rules by their ids. */
export async function upsertRules(tx: Tx, rules: readonly RuleRow[]): Promise<void> {
  if (rules.length === 0) return;
  await sql`
    insert into sensitive_taxa (id, taxon_id, country_code, area, area_name, months, grid_km, reason)
    select * from jsonb_to_recordset(${JSON.stringify(rules.map(sortMonths))}::jsonb) as r (
      id uuid, taxon_id integer, country_code text, area jsonb, area_name text, months integer[], grid_km integer, reason text
    )
    on conflict (id) do update set taxon_id = excluded.taxon_id, country_code = excluded.country_code, area = excluded.area,
      area_name = excluded.area_name, months = excluded.months, grid_km = excluded.grid_km, reason = excluded.reason
  `.execute(tx);
}

const sortMonths = (rule: RuleRow): RuleRow => ({ ...rule, months: [...new Set(rule.months)].toSorted((one, other) => one - other) });

/** Whether two rules are about the same, so that only one of them can be in the list. */
export function aboutKey({ taxon_id, country_code, area, months }: Omit<SensitiveRule, 'grid_km' | 'reason' | 'area_name'>): string {
  return JSON.stringify([taxon_id, country_code, area, [...new Set(months)].toSorted((one, other) => one - other)]);
}

export async function removeRules(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from sensitive_taxa where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/**
 * Notes that records of these taxa, and of all below them, have to be looked at again, from the first one. The number of the transaction
 * is kept: what began before it ended may have stored a record by the rules of before.
 */
export async function insertDueTaxa(tx: Tx, taxonIds: readonly number[]): Promise<void> {
  if (taxonIds.length === 0) return;
  await sql`
    with recursive below as (
      select t.id from taxa t where t.id = any(${[...new Set(taxonIds)]}::integer[])
      union select t.id from below b join taxa t on t.parent_id = b.id or t.accepted_id = b.id
    )
    insert into sensitive_due (taxon_id, changed_by) select id, pg_current_xact_id()::text::bigint from below
    on conflict (taxon_id) do update set after_id = null, changed_by = excluded.changed_by
  `.execute(tx);
}

export interface DueTaxon {
  taxon_id: number;
  after_id: string | null;
  changed_by: number;
}

/** A taxon whose records have to be looked at, once every transaction that began before its rules changed has ended. */
export async function findDueTaxon(db: Db): Promise<DueTaxon | undefined> {
  const { rows } = await sql<DueTaxon>`
    select taxon_id, after_id, changed_by from sensitive_due
    where changed_by < pg_snapshot_xmin(pg_current_snapshot())::text::bigint order by taxon_id limit 1
  `.execute(db);
  return rows[0];
}

/** Keeps how far the records of a taxon have been looked at, or that all were; not if its rules have changed again meanwhile. */
export async function setDueProgress(db: Db, { taxon_id, changed_by }: DueTaxon, after: string | null): Promise<void> {
  const isSame = sql`taxon_id = ${taxon_id} and changed_by = ${changed_by}::bigint`;
  await (after === null
    ? sql`delete from sensitive_due where ${isSame}`.execute(db)
    : sql`update sensitive_due set after_id = ${after}::uuid where ${isSame}`.execute(db));
}

/** The rules of merged taxa become those of their successors, unless these have the same. */
export async function moveRulesOfMerged(tx: Tx, merged: readonly MergedTaxon[]): Promise<void> {
  const { rows } = await sql<{ taxon_id: number }>`
    with moving as (
      select distinct on (m.to_id, s.country_code, s.area, s.months) s.id, m.to_id
      from unnest(${merged.map(({ from }) => from)}::integer[], ${merged.map(({ to }) => to)}::integer[]) as m (from_id, to_id)
      join sensitive_taxa s on s.taxon_id = m.from_id
      where not exists (
        select 1 from sensitive_taxa other where other.taxon_id = m.to_id and other.country_code is not distinct from s.country_code
          and other.area is not distinct from s.area and other.months = s.months
      )
      order by m.to_id, s.country_code, s.area, s.months, s.grid_km desc
    )
    update sensitive_taxa s set taxon_id = moving.to_id from moving where s.id = moving.id returning s.taxon_id
  `.execute(tx);
  await insertDueTaxa(
    tx,
    rows.map(({ taxon_id }) => taxon_id),
  );
}
