import { type EXPLORED_IDENTIFIER_ORDERS, type EXPLORED_ORDERS, type EXPLORED_PEOPLE_ORDERS, MAX_EXPLORED } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, OBSERVED } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { PLANNED_ANEW } from '../../db/prepared.ts';
import { onlyRow } from '../../db/rows.ts';
import { isListedAlone, isUnblocked } from '../../db/visibility.ts';
import { isVisitor } from '../accounts/access.ts';
import { isNamedFor } from '../accounts/store.ts';
import type { SquareRow } from '../map/squares.ts';
import { matches, MONTH, type RecordFilter, withoutViewer } from '../observations/filter/record-filter.ts';

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
    select ${sql.raw(PLANNED_ANEW)} ${columns} from observations o
    where ${isListedAlone(callerId)} and not ${IS_ABSENCE} and ${matches(withoutViewer(filter), isOwn(explored))}
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

/** Where a record stands in the order of names. */
export interface NamePosition {
  key: string;
  /** An instant with microseconds, as text. */
  position: string;
  id: string;
}

/** The ids of the latest records of a selection by scientific name, the latest of each first, after a position. */
export async function listExploredByName(db: Db, explored: Explored, after: NamePosition | null, limit: number): Promise<NamePosition[]> {
  const { rows } = await sql<NamePosition>`
    select key, to_char(position at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position, id from (
      select found.id, found.position, coalesce('1' || t.scientific_name, '2') collate "C" as key
      from (${found(explored, sql`o.id, o.taxon_id, ${OBSERVED} as position`)}) found left join taxa t on t.id = found.taxon_id
    ) named
    ${after ? sql`where key > ${after.key} or (key = ${after.key} and (position, id) < (${after.position}::timestamptz, ${after.id}::uuid))` : sql``}
    order by key, position desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** The records of a selection by square of the map; `shift` is what a `map_key` is shifted by to the right for its square. */
export async function listExploredCells(db: Db, explored: Explored, shift: number): Promise<SquareRow[]> {
  const { rows } = await sql<SquareRow>`
    select is_obscured, case when is_obscured then map_key else map_key >> ${shift}::integer end as cell, count(*)::integer as records
    from (${found(explored, sql`o.geoprivacy <> 'open' as is_obscured, o.map_key`)}) found
    where map_key is not null group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

export interface SpeciesPosition {
  /** What the list is ordered by: the number of records, a day, or a name. */
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
  const columns = sql`o.id, o.user_id, ${FOUND_SPECIES} as species, ${OBSERVED} as position,
    ${publicDay(explored, sql`o.observed_from`)} as first, ${publicDay(explored, sql`o.observed_to`)} as last`;
  // Of one width, so that they are in the order of their values.
  const key =
    order === 'records'
      ? sql`lpad(count(*)::text, 6, '0')`
      : order === 'last'
        ? sql`coalesce(max(last), '')`
        : order === 'first'
          ? sql`coalesce(min(first), '')`
          : sql`(select t.scientific_name from taxa t where t.id = species)`;
  const [isAfter, direction] = order === 'name' ? [sql`>`, sql``] : [sql`<`, sql`desc`];
  const { rows } = await sql<SpeciesRow>`
    with found as materialized (${found(explored, columns)}), page as materialized (
      select * from (
        select species, count(*)::integer as records, min(first) as first, max(last) as last, ${key} collate "C" as key
        from found where species is not null group by species
      ) counted
      ${after ? sql`where (key, species) ${isAfter} (${after.key}, ${after.species}::integer)` : sql``}
      order by key ${direction}, species ${direction} limit ${limit}
    ), pictured as (
      select distinct on (found.species) found.species, found.id
      from (
        select *, row_number() over (partition by species order by position desc, id) as nth
        from found where species in (select species from page)
      ) found
      cross join lateral (
        select 1 from observation_media om
        join media m on m.photo_id = om.media_id and m.user_id = found.user_id and m.sha256 = om.sha256 and m.state = 'ready'
        where om.observation_id = found.id limit 1
      ) photo
      where found.nth <= ${sql.lit(LOOKED_THROUGH)} order by found.species, found.position desc, found.id
    )
    select page.*, pictured.id as pictured from page left join pictured on pictured.species = page.species
    order by page.key ${direction}, page.species ${direction}
  `.execute(db);
  return rows;
}

/** Where a person stands in a list: a number of a fixed width, or a name. */
export interface PersonPosition {
  key: string;
  id: string;
}

interface PersonRow extends PersonPosition {
  name: string;
  is_pro: boolean;
}

export interface PeoplePage<Order> {
  order: Order;
  after: PersonPosition | null;
  limit: number;
  sendsMail: boolean;
}

export interface ExploredPeople {
  observers: (PersonRow & { records: number; species: number; last: string | null })[];
  /** How many observers no page names. */
  unnamed: number;
}

/**
 * Only people who let the caller see it (`WHO_SEES`) are named, and the caller, because a list of who was where how often says more than
 * each record.
 */
const isNamed = ({ callerId }: Explored, sendsMail: boolean) =>
  sql`u.deleted_at is null and u.erase_after is null and (u.id = ${callerId} or ${isNamedFor(isVisitor({ userId: callerId }), sendsMail)})`;

/** Whether a row with `key` and `id` comes after a position, and the order: names upwards, numbers downwards. */
function peopleInOrder(order: string, after: PersonPosition | null): { isAfter: RawBuilder<unknown>; inOrder: RawBuilder<unknown> } {
  const [comes, direction] = order === 'name' ? [sql`>`, sql``] : [sql`<`, sql`desc`];
  return {
    isAfter: after ? sql`(key, id) ${comes} (${after.key}, ${after.id}::uuid)` : sql`true`,
    inOrder: sql`key ${direction}, id ${direction}`,
  };
}

const NAME_KEY = sql`lower(u.name) collate "C"`;

/** Who recorded the records of a selection, in an order, after a position. */
export async function listExploredPeople(
  db: Db,
  explored: Explored,
  { order, after, limit, sendsMail }: PeoplePage<(typeof EXPLORED_PEOPLE_ORDERS)[number]>,
): Promise<ExploredPeople> {
  const columns = sql`o.user_id, ${FOUND_SPECIES} as species, ${publicDay(explored, sql`o.observed_to`)} as last`;
  // Of one width, so that they are in the order of their values.
  const records = sql`lpad(counted.records::text, 6, '0')`;
  const key = { records, species: sql`lpad(counted.species::text, 6, '0') || ${records}`, name: NAME_KEY }[order];
  const { isAfter, inOrder } = peopleInOrder(order, after);
  const { rows } = await sql<ExploredPeople>`
    with found as materialized (${found(explored, columns)}), named as materialized (
      select u.id, u.name, u.is_pro, counted.records, counted.species, counted.last, ${key} as key from (
        select user_id, count(*)::integer as records, count(distinct species)::integer as species, max(last) as last from found group by user_id
      ) counted join users u on u.id = counted.user_id
      where ${isNamed(explored, sendsMail)}
    )
    select (select count(distinct user_id)::integer from found) - (select count(*)::integer from named) as unnamed,
      coalesce((select json_agg(listed) from (
        select * from named where ${isAfter} order by ${inOrder} limit ${limit}
      ) listed), '[]') as observers
  `.execute(db);
  return onlyRow(rows);
}

/** Who identified the records of a selection, in an order, after a position. */
export async function listExploredIdentifiers(
  db: Db,
  explored: Explored,
  { order, after, limit, sendsMail }: PeoplePage<(typeof EXPLORED_IDENTIFIER_ORDERS)[number]>,
): Promise<(PersonRow & { identifications: number })[]> {
  const key = order === 'name' ? NAME_KEY : sql`lpad(counted.identifications::text, 9, '0')`;
  const { isAfter, inOrder } = peopleInOrder(order, after);
  const { rows } = await sql<PersonRow & { identifications: number }>`
    with found as materialized (${found(explored, sql`o.id`)})
    select * from (
      select u.id, u.name, u.is_pro, counted.identifications, ${key} as key from (
        select i.user_id, count(*)::integer as identifications from found
        join identifications i on i.observation_id = found.id and i.withdrawn_at is null and i.hidden_by_moderator_at is null group by i.user_id
      ) counted join users u on u.id = counted.user_id
      where ${isNamed(explored, sendsMail)} and ${isUnblocked(sql`u.id`, explored.callerId)}
    ) named
    where ${isAfter} order by ${inOrder} limit ${limit}
  `.execute(db);
  return rows;
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
