import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES } from '../../db/absence.ts';
import type { Db } from '../../db/open.ts';
import { IS_COUNTED } from '../../db/visibility.ts';

const MAX_PEOPLE = 500;

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

/** The condition for being listed: opted in, and on a server that sends mail, with a confirmed address (decision 0029). */
function isListed(sendsMail: boolean): RawBuilder<boolean> {
  const optedIn = sql<boolean>`coalesce(u.preferences ->> 'community_opt_in', 'false') = 'true'`;
  return sendsMail ? sql`(${optedIn} and u.email_confirmed_at is not null)` : optedIn;
}

interface Selection {
  country: string | null;
  sendsMail: boolean;
}

/** Selects people with the number of their public records and species, optionally of one country. */
function peopleWithCounts({ country, sendsMail }: Selection, where: RawBuilder<unknown>): RawBuilder<CommunityRow> {
  return sql<CommunityRow>`
    select u.id, u.name, u.is_pro, u.country_code, ${isListed(sendsMail)} as is_listed,
      count(o.id) as observations, count(distinct ${FOUND_SPECIES}) as species
    from users u
    left join observations o on o.user_id = u.id and ${IS_COUNTED}
      and (${country}::text is null or o.public_country_code = ${country})
    where u.deleted_at is null and ${where}
    group by u.id
    order by species desc, observations desc, u.id
    limit ${MAX_PEOPLE}
  `;
}

/** Whether a person is listed in a country, or in the world for null. */
const isListedIn = ({ country, sendsMail }: Selection) =>
  sql<boolean>`(${isListed(sendsMail)} and (${country}::text is null or u.country_code = ${country}))`;

/** The listed people of a country, or of the world for null, with most species first. */
export async function countPeople(db: Db, selection: Selection): Promise<CommunityRow[]> {
  const { rows } = await peopleWithCounts(selection, isListedIn(selection)).execute(db);
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
    `.execute(db),
    peopleWithCounts(selection, sql`u.id = ${callerId}`).execute(db),
  ]);
  const current = new Map(now.rows.map((row) => [row.id, row]));
  const rows = [...others.flatMap((row) => (current.has(row.id) ? [{ ...row, ...current.get(row.id)! }] : [])), ...own.rows];
  const first = rows.toSorted(byCounts).slice(0, MAX_PEOPLE);
  return first.some(({ id }) => id === callerId) ? first : [...first, ...own.rows];
}

/** The order of `peopleWithCounts`. */
function byCounts(one: CommunityRow, other: CommunityRow): number {
  return other.species - one.species || other.observations - one.observations || (one.id < other.id ? -1 : 1);
}

export async function findPerson(db: Db, id: string, sendsMail: boolean): Promise<CommunityRow | undefined> {
  const { rows } = await peopleWithCounts({ country: null, sendsMail }, sql`u.id = ${id}`).execute(db);
  return rows[0];
}

export interface Totals {
  people: number;
  observations: number;
  species: number;
}

/** Totals of a country, or of the world for null: all accounts and public records, including those of people who are not listed. */
export async function countTotals(db: Db, country: string | null): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      (select count(*) from users where deleted_at is null and (${country}::text is null or country_code = ${country})) as people,
      count(*) as observations,
      count(distinct ${FOUND_SPECIES}) as species
    from observations o
    join users u on u.id = o.user_id
    where ${IS_COUNTED} and (${country}::text is null or o.public_country_code = ${country})
  `.execute(db);
  return rows[0]!;
}
