import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, isAboveSpecies } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { IS_LISTED, isUnblocked, IS_COUNTED } from '../../db/visibility.ts';
import { isListed } from '../accounts/store.ts';
import { onlyRow } from '../../db/rows.ts';
import type { PublicCounts } from '../operations/store.ts';

const MAX_PEOPLE = 500;
/** How many people a name finds, the first in the alphabet, because their records are counted each time. */
const MAX_FOUND = 100;

export interface CommunityRow {
  id: string;
  name: string;
  country_code: string | null;
  is_pro: boolean;
  /** Whether the person is listed. */
  is_listed: boolean;
  observations: number;
  species: number;
}

/** A person as a caller finds them. */
export interface FoundPerson extends CommunityRow {
  /** Whether they share with the caller which species they still need. */
  shares_needs: boolean;
}

interface Selection {
  country: string | null;
  sendsMail: boolean;
  /** Only records `o` for which it holds. */
  where?: RawBuilder<boolean> | undefined;
  /** Only people with this in their names. */
  name?: string | undefined;
}

/** Whether the record `o` counts in a selection. */
const isSelected = ({ country, where }: Selection) =>
  sql<boolean>`${IS_LISTED} and (${country}::text is null or o.public_country_code = ${country}) ${where ? sql`and ${where}` : sql``}`;

/** Selects people with the number of records and species that their public lists show, optionally of one country. */
function peopleWithCounts<R extends CommunityRow = CommunityRow>(
  selection: Selection,
  people: RawBuilder<unknown>,
  { having = sql``, more = sql`` }: { having?: RawBuilder<unknown> | undefined; more?: RawBuilder<unknown> } = {},
): RawBuilder<R> {
  return sql<R>`
    select u.id, u.name, u.is_pro, u.country_code, ${isListed(selection.sendsMail)} as is_listed,
      count(o.id) as observations, count(distinct ${FOUND_SPECIES}) as species ${more}
    from users u
    left join observations o on o.user_id = u.id and ${isSelected(selection)}
    where u.deleted_at is null and ${people}
    group by u.id ${having}
    order by species desc, observations desc, u.id
    limit ${MAX_PEOPLE}
  `;
}

/** Whether a person is listed in a country, or in the world for null. */
const isListedIn = ({ country, sendsMail, name }: Selection) =>
  sql<boolean>`(${isListed(sendsMail)} and (${country}::text is null or u.country_code = ${country})
    ${name ? sql`and position(lower(${name}) in lower(u.name)) > 0` : sql``})`;

/** The listed people of a country, or of the world for null, with most species first; where records are selected, those who have some. */
export async function countPeople(db: Db, selection: Selection): Promise<CommunityRow[]> {
  const { name } = selection;
  const people = name
    ? sql`u.id in (
        select u.id from users u where u.deleted_at is null and ${isListedIn(selection)}
        order by lower(u.name) <> lower(${name}), lower(u.name), u.id limit ${MAX_FOUND}
      )`
    : isListedIn(selection);
  const { rows } = await peopleWithCounts(selection, people, { having: selection.where && sql`having count(o.id) > 0` }).execute(db);
  return rows;
}

/**
 * The people counted before who are still listed, as they are now, and the caller regardless of country. Only the caller’s records
 * are counted again.
 */
export async function listPeople(db: Db, selection: Selection, before: readonly CommunityRow[], callerId: string): Promise<CommunityRow[]> {
  const others = before.filter(({ id }) => id !== callerId);
  const [now, own] = await Promise.all([
    sql<Pick<CommunityRow, 'id' | 'name' | 'country_code' | 'is_pro'>>`
      select u.id, u.name, u.country_code, u.is_pro from users u
      where u.id = any(${others.map(({ id }) => id)}::uuid[]) and u.deleted_at is null and ${isListedIn(selection)}
        and ${isUnblocked(sql`u.id`, callerId)}
    `.execute(db),
    peopleWithCounts(selection, sql`u.id = ${callerId}`).execute(db),
  ]);
  const current = new Map(now.rows.map((row) => [row.id, row]));
  const listed = others.flatMap((row) => {
    const person = current.get(row.id);
    return person ? [{ ...row, ...person }] : [];
  });
  const rows = [...listed, ...own.rows];
  const first = rows.toSorted(byCounts).slice(0, MAX_PEOPLE);
  return first.some(({ id }) => id === callerId) ? first : [...first, ...own.rows];
}

/** The order of `peopleWithCounts`. */
function byCounts(one: CommunityRow, other: CommunityRow): number {
  return other.species - one.species || other.observations - one.observations || (one.id < other.id ? -1 : 1);
}

/** Whether the user `u` shares what they need with a caller: a friend, as each follows the other. */
const sharesNeedsWith = (callerId: string) => sql<boolean>`(
  coalesce(u.preferences ->> 'shares_needs', 'false') = 'true'
  and exists (select 1 from relations f where f.user_id = u.id and f.other_id = ${callerId} and f.kind = 'follow')
  and exists (select 1 from relations f where f.user_id = ${callerId} and f.other_id = u.id and f.kind = 'follow')
)`;

/** The caller or another person; undefined if either has blocked the other. */
export async function findPerson(db: Db, id: string, sendsMail: boolean, callerId: string): Promise<FoundPerson | undefined> {
  const isMeant = sql`u.id = ${id} and ${isUnblocked(sql`u.id`, callerId)}`;
  const more = sql`, ${isListed(sendsMail)} and ${sharesNeedsWith(callerId)} as shares_needs`;
  const { rows } = await peopleWithCounts<FoundPerson>({ country: null, sendsMail }, isMeant, { more }).execute(db);
  return rows[0];
}

export interface ObserverRow {
  id: string;
  name: string;
  is_pro: boolean;
  observations: number;
}

/** The listed people with the most public records of a taxon, as the caller may see them. */
export async function listObservers(
  db: Db,
  taxonId: number,
  { sendsMail, callerId, limit }: { sendsMail: boolean; callerId: string; limit: number },
): Promise<ObserverRow[]> {
  const { rows } = await sql<ObserverRow>`
    select u.id, u.name, u.is_pro, count(*)::integer as observations
    from observations o join users u on u.id = o.user_id
    where o.taxon_id = ${taxonId} and ${IS_LISTED} and not ${IS_ABSENCE} and u.deleted_at is null and ${isListed(sendsMail)}
      and ${isUnblocked(sql`u.id`, callerId)}
    group by u.id order by observations desc, u.id limit ${limit}
  `.execute(db);
  return rows;
}

export interface Totals {
  people: number;
  observations: number;
  species: number;
}

/**
 * Totals of a country, or of the world for null: all accounts and public records, including those of people who are not listed. Where
 * records are selected, the people are those who have some.
 */
export async function countTotals(db: Db, selection: Selection): Promise<Totals> {
  const { country, where } = selection;
  const people = where
    ? sql`count(distinct o.user_id)`
    : sql`(select count(*) from users where deleted_at is null and (${country}::text is null or country_code = ${country}))`;
  const { rows } = await sql<Totals>`
    select
      ${people} as people,
      count(*) as observations,
      count(distinct ${FOUND_SPECIES}) as species
    from observations o
    join users u on u.id = o.user_id
    where ${isSelected(selection)}
  `.execute(db);
  return onlyRow(rows);
}

/** From how many of the latest records people are suggested. */
const LATEST = 1_000;

/** The listed people with most of the latest public records, without those that the caller follows, has muted or has blocked. */
export async function listSuggested(
  db: Db,
  { country, sendsMail, callerId, limit }: { country: string | null; sendsMail: boolean; callerId: string; limit: number },
): Promise<ObserverRow[]> {
  const { rows } = await sql<ObserverRow>`
    select u.id, u.name, u.is_pro, latest.observations from (
      select user_id, count(*)::integer as observations from (
        select o.user_id from observations o join users u on u.id = o.user_id
        where ${IS_LISTED} and ${country === null ? sql`true` : sql`o.public_country_code = ${country}`}
        order by o.listed_at desc, o.id desc limit ${LATEST}
      ) records group by user_id
    ) latest cross join lateral (select * from users where id = latest.user_id offset 0) u
    where u.id <> ${callerId} and u.deleted_at is null and ${isListed(sendsMail)} and ${isUnblocked(sql`u.id`, callerId)}
      and u.id not in (select r.other_id from relations r where r.user_id = ${callerId})
    order by latest.observations desc, u.id limit ${limit}
  `.execute(db);
  return rows;
}

/** The figures of the server, without private records. */
export async function countPublic(db: Db): Promise<PublicCounts> {
  const { rows } = await sql<PublicCounts>`
    select
      (select count(*) from users where deleted_at is null) as people,
      count(*) as observations,
      count(distinct ${FOUND_SPECIES}) as species,
      (select count(*) from taxa t where not t.is_deleted and not ${isAboveSpecies(sql`t.rank`)}) as taxa
    from observations o join users u on u.id = o.user_id
    where ${IS_COUNTED}
  `.execute(db);
  return onlyRow(rows);
}
