import { cellsAround, FREQUENCY_CELL_SHIFT, FREQUENCY_WEEKS, MIN_LISTS_UNUSUAL } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from './open.ts';
import { onlyRow } from './rows.ts';

/** Where and when a record is, as far as everybody sees it. */
export interface Whereabouts {
  country: string | null;
  /** Null if the place is hidden. */
  mapKey: number | null;
  /** The first and the last day, YYYY-MM-DD; null if unknown. */
  from: string | null;
  to: string | null;
}

/**
 * In this server's own records, fewer people than this in a week and cell do not count: they may be those who made the record in question.
 */
export const PEOPLE = 3;

/**
 * Whether a species is unusual somewhere, by the rule of docs/frequencies.md: on none of the lists of the month and those around it near
 * the place, else in the country; with too few lists, not among the species that the country is known to have. Records on this server by
 * only one or two people are left out, so that a record does not make itself usual.
 */
export async function isUnusual(db: Db | Tx, speciesId: number, { country, mapKey, from, to }: Whereabouts): Promise<boolean> {
  // At sea, or where the place that everybody sees is in several countries: no list says what is usual there.
  if (country === null) return hasLists(db);
  const near = mapKey === null ? [] : cellsAround(Math.floor(mapKey / 2 ** FREQUENCY_CELL_SHIFT));
  const month = from !== null && from.slice(0, 7) === to?.slice(0, 7) ? Number(from.slice(5, 7)) : null;
  const [during, around] = [listWeeks(month, 0), listWeeks(month, 1)];
  const effort = sql`select coalesce(sum(lists), 0)::integer from frequencies where country_code = ${country} and taxon_id = 0 and week = any(${during}::int[])`;
  const found = sql`select 1 from frequencies where country_code = ${country} and taxon_id = ${speciesId} and week = any(${around}::int[])
    and (source_id <> 0 or people >= ${PEOPLE})`;
  const { rows } = await sql<{ near: number; all: number; is_near: boolean; is_found: boolean; is_listed: boolean; has_list: boolean }>`
    select (${effort} and cell = any(${near}::int[])) as near, (${effort}) as "all",
      exists (${found} and cell = any(${near}::int[])) as is_near, exists (${found}) as is_found,
      exists (select 1 from taxon_countries where country_code = ${country} and taxon_id = ${speciesId}) as is_listed,
      exists (
        select 1 from taxon_countries c join taxa t on t.id = c.taxon_id
        where c.country_code = ${country} and t.taxon_group = (select taxon_group from taxa where id = ${speciesId})
      ) as has_list
  `.execute(db);
  const known = onlyRow(rows);
  if (known.near >= MIN_LISTS_UNUSUAL) return !known.is_near;
  if (known.all >= MIN_LISTS_UNUSUAL) return !known.is_found;
  return known.has_list && !known.is_listed;
}

/** Whether the server knows anything about what is usual. */
async function hasLists(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select 1 from taxon_countries) as has`.execute(db);
  return onlyRow(rows).has;
}

/** The weeks of a month (1 to 12) and of so many around it; of the whole year without one. */
export function listWeeks(month: number | null, around: number): number[] {
  const weeks = Array.from({ length: FREQUENCY_WEEKS }, (_, week) => week);
  if (month === null) return weeks;
  return weeks.filter((week) => {
    const apart = Math.abs(Math.floor(week / 4) + 1 - month);
    return Math.min(apart, 12 - apart) <= around;
  });
}
