import { type Measure, type Measured, type TaxonGroup, EXPERIENCE } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE } from '../../db/conditions.ts';
import { EXPERIENCE_CELL, GIVES_EXPERIENCE, HAS_PHOTO, IS_WILD_FIND, ledgerStatement } from '../observations/ledger.ts';
import type { Db, Tx } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';

const GAP_YEARS = 5;

/** Whether the record `f` is of one day. */
const IS_DAY = sql<boolean>`f.observed_from = f.observed_to`;
/** Whether the whole date of the record `f` lies in one month. */
const IS_MONTH = sql<boolean>`date_trunc('month', f.observed_from::timestamp) = date_trunc('month', f.observed_to::timestamp)`;

/** The figures that badges depend on. With `withHidden`, also of records that a moderator has hidden. */
export async function measure(db: Db | Tx, userId: string, withHidden = false): Promise<Measured> {
  const counts = withHidden ? sql<boolean>`(${IS_WILD_FIND} and (o.taxon_id is not null or ${HAS_PHOTO}))` : GIVES_EXPERIENCE;
  const figures: Record<Measure, RawBuilder<unknown>> = {
    records: sql`count(*) from finds f`,
    species: sql`count(distinct f.species) from finds f`,
    groups: sql`count(distinct f.taxon_group) from finds f where f.taxon_group <> 'other'`,
    confirmed: sql`count(*) from finds f where f.quality = 'confirmed'`,
    confirmed_species: sql`count(distinct f.species) from finds f where f.quality = 'confirmed'`,
    photo_species: sql`count(distinct f.species) from finds f where f.has_photo`,
    helpful: sql`count(*) from ${selectHelpful(userId)}`,
    months: sql`count(distinct extract(month from f.observed_from)) from finds f where ${IS_MONTH}`,
    years: sql`count(distinct extract(year from f.observed_from)) from finds f where extract(year from f.observed_from) = extract(year from f.observed_to)`,
    week_days: sql`coalesce(max(days), 0) from (
      select count(distinct f.observed_from) as days from finds f where ${IS_DAY} group by date_trunc('week', f.observed_from::timestamp)
    ) weeks`,
    cells: sql`count(distinct f.cell) from finds f`,
    gaps: sql`count(*) from first_days c where ${isGap(userId)}`,
    night_moths: sql`count(distinct f.species) from finds f
      where f.taxon_group = 'butterfly' and (f.observed_time >= '21:00' or f.observed_time < '05:00')`,
    dawns: sql`count(distinct f.observed_from) from finds f where ${IS_DAY} and f.observed_time >= '03:00' and f.observed_time < '06:00'`,
    patch_months: sql`coalesce(max(months), 0) from (
      select count(distinct date_trunc('month', f.observed_from::timestamp)) as months from finds f where ${IS_MONTH} group by f.cell
    ) patches`,
    absences: sql`count(*) from observations o where o.user_id = ${userId} and o.deleted_at is null and ${IS_ABSENCE}
      and o.observed_from is not null and o.latitude is not null and ${withHidden ? sql`true` : sql`o.hidden_by_moderator_at is null`}`,
  };
  const columns = Object.entries(figures).map(([name, from]) => sql`(select ${from})::integer as ${sql.id(name)}`);
  const { rows } = await sql<Record<Measure, number> & { group_species: Partial<Record<TaxonGroup, number>> }>`
    with finds as materialized (
      select o.quality, o.observed_from, o.observed_to, o.observed_time, ${EXPERIENCE_CELL} as cell, ${HAS_PHOTO} as has_photo,
        t.taxon_group, case when t.rank = 'species' then t.id end as species
      from observations o left join taxa t on t.id = o.taxon_id
      where o.user_id = ${userId} and ${counts}
    ), first_days as (
      select f.cell, min(f.observed_from) as day from finds f group by f.cell
    )
    select ${sql.join(columns)}, (
      select coalesce(json_object_agg(taxon_group, species), '{}') from (
        select f.taxon_group, count(distinct f.species)::integer as species from finds f where f.species is not null group by 1
      ) g
    ) as group_species
  `.execute(db);
  const { group_species, ...found } = onlyRow(rows);
  return { figures: found, group_species };
}

/**
 * Whether nobody had an open record in the cell `c` in the years before the person's first one. Hidden records are left out, so that
 * a badge reveals nothing about them.
 */
function isGap(userId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from observations o
    where ${EXPERIENCE_CELL} = c.cell and o.latitude is not null and o.deleted_at is null and o.user_id <> ${userId}
      and o.observed_from >= c.day - make_interval(years => ${sql.lit(GAP_YEARS)}) and o.observed_from < c.day
      and o.geoprivacy = 'open' and o.hidden_by_moderator_at is null and not o.is_empty
  )`;
}

/**
 * The helpful identifications `i` of a person: active ones of records of others that were confirmed under that name. Identifications
 * that a moderator has hidden, and those of hidden records, are not.
 */
function selectHelpful(userId: string): RawBuilder<unknown> {
  return sql`identifications i join observations o on o.id = i.observation_id
    where i.user_id = ${userId} and i.withdrawn_at is null and i.hidden_by_moderator_at is null
      and o.deleted_at is null and o.hidden_by_moderator_at is null and o.user_id <> i.user_id
      and o.quality = 'confirmed' and o.community_taxon_id = i.taxon_id`;
}

/** Recomputes the experience for a person's identifications. Their writes must be locked. */
export async function updateHelpful(tx: Tx, userId: string): Promise<void> {
  const { points, perDay } = EXPERIENCE.identification;
  await ledgerStatement({
    userId,
    earned: sql`earned as (
      select 'identification'::text as reason, id::text as source_id, ${sql.lit(points)}::integer as points, day
      from (
        select i.id, (i.created_at at time zone 'utc')::date as day,
          row_number() over (partition by (i.created_at at time zone 'utc')::date order by i.seq) as number
        from ${selectHelpful(userId)}
      ) helpful
      where number <= ${sql.lit(perDay)}
    )`,
    isDecided: sql`e.reason = 'identification'`,
    isFollowed: false,
  }).execute(tx);
}
