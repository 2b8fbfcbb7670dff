import { MAX_EXPLORED, MAX_EXPLORED_PEOPLE, type EXPLORED_ORDERS } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, OBSERVED } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import { isListedFor, isUnblocked } from '../../db/visibility.ts';
import { isVisitor } from '../accounts/access.ts';
import { isNamedFor } from '../accounts/store.ts';
import { matches, MONTH, type RecordFilter, withoutViewer } from '../observations/record-filter.ts';

/** Which records are counted, and for whom. */
export interface Explored {
  filter: RecordFilter;
  callerId: string;
}

/** Whether the figures are about the caller's own records, with their true dates and places. */
const isOwn = ({ filter, callerId }: Explored): boolean => filter.userId === callerId;

/**
 * The latest found records of a selection, at most `MAX_EXPLORED` and one more. The limit is what a request costs at most, whatever the
 * filter leaves in.
 */
function found(explored: Explored, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { filter, callerId } = explored;
  return sql`
    select ${columns} from observations o join users u on u.id = o.user_id
    where ${isListedFor(callerId)} and not ${IS_ABSENCE} and ${matches(withoutViewer(filter), isOwn(explored))}
    order by ${OBSERVED} desc, o.id desc limit ${sql.lit(MAX_EXPLORED + 1)}`;
}

/** A day of a record, or its month where it hides its place. */
const publicDay = (explored: Explored, column: RawBuilder<unknown>): RawBuilder<string | null> =>
  isOwn(explored)
    ? sql<string | null>`${column}::text`
    : sql<string | null>`case when o.geoprivacy = 'open' then ${column}::text else to_char(${column}, 'YYYY-MM') end`;

export interface ExploredCounts {
  records: number;
  species: number;
  people: number;
}

/** Of more than `MAX_EXPLORED` records, `records` is one more. */
export async function countExplored(db: Db, explored: Explored): Promise<ExploredCounts> {
  const { rows } = await sql<ExploredCounts>`
    select count(*)::integer as records, count(distinct species)::integer as species, count(distinct user_id)::integer as people
    from (${found(explored, sql`${FOUND_SPECIES} as species, o.user_id`)}) found
  `.execute(db);
  return onlyRow(rows);
}

export interface SpeciesPosition {
  /** What the list is ordered by: the number of records, or a day. */
  key: string;
  species: number;
}

export interface SpeciesRow extends SpeciesPosition {
  records: number;
  first: string | null;
  last: string | null;
  /** The id of the latest of its last records that has a photo. */
  pictured: string | null;
}

/** So many of the latest records of a species are looked through for a photo. */
const LOOKED_THROUGH = 20;

interface SpeciesPage {
  order: (typeof EXPLORED_ORDERS)[number];
  after: SpeciesPosition | null;
  limit: number;
}

/** The species of a selection, in an order, after a position. */
export async function listExploredSpecies(db: Db, explored: Explored, { order, after, limit }: SpeciesPage): Promise<SpeciesRow[]> {
  const columns = sql`o.id, ${FOUND_SPECIES} as species, ${OBSERVED} as position,
    ${publicDay(explored, sql`o.observed_from`)} as first, ${publicDay(explored, sql`o.observed_to`)} as last`;
  // Of one width, so that they are in the order of their values.
  const key =
    order === 'records'
      ? sql`lpad(count(*)::text, 6, '0')`
      : order === 'last'
        ? sql`coalesce(max(last), '')`
        : sql`coalesce(min(first), '')`;
  const { rows } = await sql<SpeciesRow>`
    with found as materialized (${found(explored, columns)}), page as materialized (
      select * from (
        select species, count(*)::integer as records, min(first) as first, max(last) as last, ${key} as key
        from found where species is not null group by species
      ) counted
      ${after ? sql`where (key, species) < (${after.key}, ${after.species}::integer)` : sql``}
      order by key desc, species desc limit ${limit}
    ), pictured as (
      select distinct on (found.species) found.species, found.id
      from (
        select *, row_number() over (partition by species order by position desc, id) as nth
        from found where species in (select species from page)
      ) found
      cross join lateral (
        select 1 from observation_media om
        join media m on m.photo_id = om.media_id and m.sha256 = om.sha256 and m.state = 'ready'
        where om.observation_id = found.id limit 1
      ) photo
      where found.nth <= ${sql.lit(LOOKED_THROUGH)} order by found.species, found.position desc, found.id
    )
    select page.*, pictured.id as pictured from page left join pictured on pictured.species = page.species
    order by page.key desc, page.species desc
  `.execute(db);
  return rows;
}

interface PersonRow {
  id: string;
  name: string;
  is_pro: boolean;
}

export interface ExploredPeople {
  observers: (PersonRow & { records: number; species: number; last: string | null })[];
  /** Those above, and the ones who are not listed. */
  all_observers: number;
  identifiers: (PersonRow & { identifications: number })[];
}

/**
 * Who recorded and who identified the records of a selection. Only people who let the caller see it (`WHO_SEES`) are named, and the caller,
 * because a list of who was where how often says more than each record.
 */
export async function listExploredPeople(db: Db, explored: Explored, sendsMail: boolean): Promise<ExploredPeople> {
  const { callerId } = explored;
  const columns = sql`o.id, o.user_id, ${FOUND_SPECIES} as species, ${publicDay(explored, sql`o.observed_to`)} as last`;
  const isNamed = sql`u.deleted_at is null and u.erase_after is null and (u.id = ${callerId} or ${isNamedFor(isVisitor({ userId: callerId }), sendsMail)})`;
  const { rows } = await sql<ExploredPeople>`
    with found as materialized (${found(explored, columns)})
    select (select count(distinct user_id)::integer from found) as all_observers,
      coalesce((select json_agg(listed) from (
        select u.id, u.name, u.is_pro, counted.records, counted.species, counted.last from (
          select user_id, count(*)::integer as records, count(distinct species)::integer as species, max(last) as last from found group by user_id
        ) counted join users u on u.id = counted.user_id
        where ${isNamed} order by counted.records desc, u.id limit ${sql.lit(MAX_EXPLORED_PEOPLE)}
      ) listed), '[]') as observers,
      coalesce((select json_agg(listed) from (
        select u.id, u.name, u.is_pro, counted.identifications from (
          select i.user_id, count(*)::integer as identifications from found
          join identifications i on i.observation_id = found.id and i.withdrawn_at is null and i.hidden_by_moderator_at is null group by i.user_id
        ) counted join users u on u.id = counted.user_id
        where ${isNamed} and ${isUnblocked(sql`u.id`, callerId)} order by counted.identifications desc, u.id limit ${sql.lit(MAX_EXPLORED_PEOPLE)}
      ) listed), '[]') as identifiers
  `.execute(db);
  return onlyRow(rows);
}

export interface ExploredMonths {
  months: { month: number; records: number }[];
  years: { year: number; records: number; species: number }[];
}

/** The records of a selection by month of any year, and by year. */
export async function countExploredMonths(db: Db, explored: Explored): Promise<ExploredMonths> {
  const columns = sql`o.observed_from, o.observed_to, ${MONTH} as month, ${FOUND_SPECIES} as species`;
  const { rows } = await sql<ExploredMonths>`
    with o as materialized (${found(explored, columns)})
    select coalesce((select json_agg(m) from (
        select month, count(*)::integer as records from o where month is not null group by 1
      ) m), '[]') as months,
      coalesce((select json_agg(y) from (
        select extract(year from observed_from)::integer as year, count(*)::integer as records, count(distinct species)::integer as species
        from o where extract(year from observed_from) = extract(year from observed_to) group by 1 order by 1
      ) y), '[]') as years
  `.execute(db);
  return onlyRow(rows);
}
