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

/** The people of a country, or of the world for null, who are listed; and the caller regardless of country. */
export async function listPeople(db: Db, selection: Selection, callerId: string): Promise<CommunityRow[]> {
  const { country, sendsMail } = selection;
  const listed = sql`(${isListed(sendsMail)} and (${country}::text is null or u.country_code = ${country}))`;
  const { rows } = await peopleWithCounts(selection, sql`(u.id = ${callerId} or ${listed})`).execute(db);
  if (rows.some((row) => row.id === callerId)) return rows;
  const own = await peopleWithCounts(selection, sql`u.id = ${callerId}`).execute(db);
  return [...rows, ...own.rows];
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
