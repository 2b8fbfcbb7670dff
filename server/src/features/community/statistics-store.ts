import type { DayRange, StatisticName, Statistics } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, isAboveSpecies } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { IS_LISTED, isJourneyShared, isUnblocked } from '../../db/visibility.ts';
import { liesInDays } from '../observations/filter/record-filter.ts';
import { isListed } from '../accounts/store.ts';
import { onlyRow } from '../../db/rows.ts';

export interface StatisticsFilter {
  country: string | null;
  /** Null for all time. */
  days: DayRange | null;
}

interface OfPerson extends StatisticsFilter {
  userId: string;
  /** The person's own records count by their true place and date, those of others by their public data. */
  isOwn: boolean;
}

export type RecordFigures = Pick<Statistics, 'observations' | 'species' | 'confirmed' | 'confirmable' | 'days' | 'months' | 'groups'>;

/** The figures of a person's records, without ticks. Absences are records, but of no species. */
export async function countRecords(db: Db, filter: OfPerson): Promise<RecordFigures> {
  const { rows } = await sql<Omit<RecordFigures, 'months'> & { months: Record<string, number> }>`
    with r as materialized (
      select o.observed_from, o.observed_to, o.quality, t.taxon_group,
        case when not ${IS_ABSENCE} and not ${isAboveSpecies(sql`t.rank`)} then o.taxon_id end as species,
        ${filter.isOwn ? sql`true` : sql`o.geoprivacy = 'open'`} as has_day
      from observations o join users u on u.id = o.user_id left join taxa t on t.id = o.taxon_id
      where ${ofPerson(filter)}
    )
    select count(*)::integer as observations, count(distinct species)::integer as species,
      (count(*) filter (where quality = 'confirmed'))::integer as confirmed,
      (count(*) filter (where quality <> 'casual'))::integer as confirmable,
      (count(distinct observed_from) filter (where has_day and observed_from = observed_to))::integer as days,
      (
        select coalesce(json_object_agg(m.month, m.count), '{}') from (
          select extract(month from observed_from)::integer as month, count(*)::integer as count from r
          where date_trunc('month', observed_from::timestamp) = date_trunc('month', observed_to::timestamp) group by 1
        ) m
      ) as months,
      (
        select coalesce(json_agg(json_build_object('group', g.taxon_group, 'observations', g.observations, 'species', g.species)
          order by g.observations desc, g.taxon_group), '[]')
        from (
          select taxon_group, count(*)::integer as observations, count(distinct species)::integer as species
          from r where taxon_group is not null group by 1
        ) g
      ) as groups
    from r
  `.execute(db);
  const { months, ...figures } = onlyRow(rows);
  return { ...figures, months: Array.from({ length: 12 }, (_, month) => months[month + 1] ?? 0) };
}

function ofPerson({ userId, isOwn, country, days }: OfPerson): RawBuilder<unknown> {
  const where = [sql`o.user_id = ${userId}`, isOwn ? sql`o.deleted_at is null and (not o.is_empty or ${IS_ABSENCE})` : IS_LISTED];
  if (country) where.push(isOwn ? sql`o.country_code = ${country}` : sql`o.public_country_code = ${country}`);
  if (days) where.push(liesInDays(days, isOwn));
  return sql.join(where, sql` and `);
}

/**
 * The finished journeys of a person by the day on which they began: the caller's own with their length, of others those that they share.
 * A journey has no country: with one, it counts if it has a record there.
 */
export async function countJourneys(
  db: Db,
  { userId, isOwn, country, days }: OfPerson,
  now: Date,
): Promise<Pick<Statistics, 'journeys' | 'kilometres'>> {
  const where = [sql`j.user_id = ${userId}`, isOwn ? sql`j.deleted_at is null and j.ended_at is not null` : isJourneyShared(now)];
  if (days) where.push(sql`(j.started_at at time zone j.time_zone)::date between ${days.from}::date and ${days.to}::date`);
  if (country) {
    const isThere = isOwn
      ? sql`o.deleted_at is null and o.country_code = ${country}`
      : sql`${IS_LISTED} and o.public_country_code = ${country}`;
    where.push(sql`exists (select 1 from observations o where o.user_id = j.user_id and o.journey_id = j.id and ${isThere})`);
  }
  // The whole length would reveal how much of a track is near a hidden place.
  const metres = isOwn ? sql`j.distance_m` : sql`t.distance_m`;
  const { rows } = await sql<{ journeys: number; metres: number }>`
    select count(*)::integer as journeys, coalesce(sum(${metres}), 0)::double precision as metres
    from journeys j join users u on u.id = j.user_id
    left join journey_tracks t on t.journey_id = j.id and j.track_is_ready
    where ${sql.join(where, sql` and `)}
  `.execute(db);
  const { journeys, metres: length } = onlyRow(rows);
  return { journeys, kilometres: Math.round(length) / 1000 };
}

/** The numbers of species of the listed people who found some, highest first. */
export async function listSpeciesCounts(db: Db, { country, days }: StatisticsFilter, sendsMail: boolean): Promise<number[]> {
  const where = [sql`u.deleted_at is null and ${isListed(sendsMail)} and ${IS_LISTED}`];
  if (country) where.push(sql`o.public_country_code = ${country}`);
  if (days) where.push(liesInDays(days, false));
  const { rows } = await sql<{ species: number }>`
    select count(distinct ${FOUND_SPECIES})::integer as species
    from users u join observations o on o.user_id = u.id
    where ${sql.join(where, sql` and `)}
    group by u.id order by species desc
  `.execute(db);
  return rows.map(({ species }) => species).filter((species) => species > 0);
}

export interface StatisticsPerson {
  id: string;
  is_listed: boolean;
}

/** The caller or another person; undefined if either has blocked the other. */
export async function findStatisticsPerson(
  db: Db,
  id: string,
  sendsMail: boolean,
  callerId: string,
): Promise<StatisticsPerson | undefined> {
  const { rows } = await sql<StatisticsPerson>`
    select u.id, ${isListed(sendsMail)} as is_listed from users u
    where u.id = ${id} and u.deleted_at is null and ${isUnblocked(sql`u.id`, callerId)}
  `.execute(db);
  return rows[0];
}

/** What the caller has seen of their figures: the value of each, by period. */
export type SeenStatistics = Partial<Record<string, Partial<Record<StatisticName, number>>>>;

/** Stored beside the preferences, of which it is none: `readPreferences` leaves it out. */
const SEEN = 'statistics_seen';

export async function readSeenStatistics(db: Db, userId: string): Promise<SeenStatistics> {
  const { rows } = await sql<{
    seen: SeenStatistics | null;
  }>`select preferences -> ${SEEN}::text as seen from users where id = ${userId}`.execute(db);
  return rows[0]?.seen ?? {};
}
