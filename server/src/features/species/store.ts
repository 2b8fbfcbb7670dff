import {
  type DayRange,
  type Language,
  type listSpeciesNames,
  type ReplyOf,
  type listTaxonStatuses,
  type SpeciesInCountry,
  THREATENED,
} from '@veld/contract';
import { sql } from 'kysely';
import { IS_ABSENCE, isAboveSpecies } from '../../db/conditions.ts';
import type { Db, Tx } from '../../db/open.ts';
import { HAS_IMAGE, IS_LISTED, isUnblocked } from '../../db/visibility.ts';
import { isAtPlace, type PlaceArea } from '../geo/place-area.ts';
import { isInPublicPlace, liesInDays } from '../observations/filter/record-filter.ts';
import type { DisplayedRow } from '../taxa/store.ts';

export type SpeciesRow = DisplayedRow;

export interface SpeciesFilter {
  language: Language;
  /** With `hasImage`, the user whose photos count as images; null for none. */
  callerId: string | null;
  country: string | null;
  /** With `country`, whether species on the country's list are included, besides those with records. */
  isExternal: boolean;
  hasImage: boolean;
}

export async function listSpecies(db: Db, filter: SpeciesFilter): Promise<SpeciesRow[]> {
  const where = [sql`not t.is_deleted and t.accepted_id is null and t.rank = 'species'`];
  if (filter.country) {
    const recorded = sql`exists (
      select 1 from observations o join users u on u.id = o.user_id
      where o.taxon_id = t.id and o.public_country_code = ${filter.country} and ${IS_LISTED} and not ${IS_ABSENCE}
    )`;
    const listed = sql`exists (select 1 from taxon_countries c where c.taxon_id = t.id and c.country_code = ${filter.country})`;
    where.push(filter.isExternal ? sql`(${listed} or ${recorded})` : recorded);
  }
  if (filter.hasImage) {
    const own = sql`exists (
      select 1 from observations o
      join observation_media om on om.observation_id = o.id
      join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256 and m.state = 'ready'
      where o.taxon_id = t.id and o.user_id = ${filter.callerId} and o.deleted_at is null and not ${IS_ABSENCE}
    )`;
    where.push(filter.callerId ? sql`(${HAS_IMAGE} or ${own})` : HAS_IMAGE);
  }
  const { rows } = await sql<SpeciesRow>`
    select t.id, coalesce(n.name, e.name, t.scientific_name) as name, t.scientific_name, t.taxon_group, t.family
    from taxa t
    left join taxon_names n on n.taxon_id = t.id and n.language = ${filter.language} and n.is_preferred
    left join taxon_names e on e.taxon_id = t.id and e.language = 'en' and e.is_preferred
    where ${sql.join(where, sql` and `)}
    order by t.arrival, t.id
  `.execute(db);
  return rows;
}

export interface TaxonRow extends DisplayedRow {
  rank: string;
  authority: string | null;
  parent_id: number | null;
  rarity_class: number;
  has_image: boolean;
  is_deleted: boolean;
}

export async function findTaxon(db: Db, id: number, language: Language): Promise<TaxonRow | undefined> {
  const { rows } = await sql<TaxonRow>`
    select t.id, coalesce(n.name, e.name, t.display_name) as name, t.scientific_name, t.taxon_group, t.family, t.rank, t.authority,
      t.parent_id, coalesce(t.observed_rarity, t.rarity_class) as rarity_class, ${HAS_IMAGE} as has_image, t.is_deleted
    from taxa t
    left join taxon_names n on n.taxon_id = t.id and n.language = ${language} and n.is_preferred
    left join taxon_names e on e.taxon_id = t.id and e.language = 'en' and e.is_preferred
    where t.id = ${id}
  `.execute(db);
  return rows[0];
}

export interface SeenFilter {
  userId: string;
  /** The caller's own records count with ticks and by their true place and date, those of others by their public data. */
  callerId: string;
  country: string | null;
  place: PlaceArea | null;
  /** A public place that the caller sees. */
  publicPlaceId?: string | null;
  days: DayRange | null;
}

/**
 * Ids of the species (and taxa below) a person has found, ordered by id, because another order could reveal dates or places. Ranks are
 * looked up for the taxa found only; PostgreSQL would read all taxa for `IS_ABOVE_SPECIES`.
 */
export async function listSeen(db: Db, filter: SeenFilter): Promise<number[]> {
  const isOwn = filter.userId === filter.callerId;
  const where = [
    sql`o.user_id = ${filter.userId} and o.taxon_id is not null and not ${IS_ABSENCE}`,
    isOwn ? sql`o.deleted_at is null` : sql`${IS_LISTED} and ${isUnblocked(sql`o.user_id`, filter.callerId)}`,
  ];
  if (filter.country) where.push(isOwn ? sql`o.country_code = ${filter.country}` : sql`o.public_country_code = ${filter.country}`);
  if (filter.place) where.push(isAtPlace(filter.place, filter.callerId));
  if (filter.publicPlaceId) where.push(isInPublicPlace(filter.publicPlaceId, filter.callerId));
  if (filter.days) where.push(liesInDays(filter.days, isOwn));
  const tables = isOwn ? sql`observations o` : sql`observations o join users u on u.id = o.user_id`;
  const { rows } = await sql<{ taxon_id: number }>`
    select seen.taxon_id from (select distinct o.taxon_id from ${tables} where ${sql.join(where, sql` and `)}) seen
    where not (select ${isAboveSpecies(sql`t.rank`)} from taxa t where t.id = seen.taxon_id)
    order by seen.taxon_id
  `.execute(db);
  return rows.map((row) => row.taxon_id);
}

/** Ids of the species (and taxa below) that a person has ticked, ordered by id. */
export async function listTicked(db: Db, userId: string): Promise<number[]> {
  const { rows } = await sql<{ taxon_id: number }>`
    select seen.taxon_id from (
      select distinct o.taxon_id from observations o
      where o.user_id = ${userId} and o.taxon_id is not null and o.is_empty and o.deleted_at is null and not ${IS_ABSENCE}
    ) seen
    where not (select ${isAboveSpecies(sql`t.rank`)} from taxa t where t.id = seen.taxon_id)
    order by seen.taxon_id
  `.execute(db);
  return rows.map((row) => row.taxon_id);
}

/** Ids of the person's ticks of a taxon, without absences. */
export async function listTicks(tx: Tx, userId: string, taxonId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from observations o
    where o.user_id = ${userId} and o.taxon_id = ${taxonId} and o.is_empty and o.deleted_at is null and not ${IS_ABSENCE}
  `.execute(tx);
  return rows.map((row) => row.id);
}

/** The names of a taxon, by language, the preferred one first. */
export function listNames(db: Db, taxonId: number): Promise<ReplyOf<typeof listSpeciesNames>['data']> {
  return db
    .selectFrom('taxon_names')
    .select(['language', 'name', 'is_preferred', 'source'])
    .where('taxon_id', '=', taxonId)
    .orderBy('language')
    .orderBy('is_preferred', 'desc')
    .orderBy('name')
    .execute();
}

/** The countries of a taxon, the one where it is commonest first; those without it on their lists last. */
export async function listCountries(db: Db, taxonId: number): Promise<SpeciesInCountry[]> {
  const { rows } = await sql<SpeciesInCountry>`
    select coalesce(c.country_code, s.country_code) as country_code, coalesce(c.observed_rarity, c.rarity_class) as rarity_class,
      coalesce(s.statuses, '[]'::json) as statuses
    from (select * from taxon_countries where taxon_id = ${taxonId}) c
    full join (
      select country_code, json_agg(json_build_object('establishment_means', establishment_means, 'is_invasive', is_invasive,
        'is_protected', is_protected, 'threat_status', threat_status, 'source', coalesce(reference, source)) order by source) as statuses
      from taxon_statuses where taxon_id = ${taxonId} group by country_code
    ) s on s.country_code = c.country_code
    order by rarity_class nulls last, country_code
  `.execute(db);
  return rows;
}

type Statuses = ReplyOf<typeof listTaxonStatuses>['data'];

/** The ids of the taxa of a country by status, in order. A taxon has each status that any of the sources gives it. */
export async function listStatuses(db: Db, country: string): Promise<Statuses> {
  const { rows } = await sql<Record<'native' | 'introduced' | 'invasive' | 'threatened' | 'protected', boolean> & { taxon_id: number }>`
    select s.taxon_id, bool_or(s.establishment_means is not distinct from 'native') as native,
      bool_or(s.establishment_means is not distinct from 'introduced') as introduced, bool_or(s.is_invasive) as invasive,
      bool_or(coalesce(s.threat_status = any(${THREATENED}), false)) as threatened, bool_or(s.is_protected) as protected
    from taxon_statuses s join taxa t on t.id = s.taxon_id
    where s.country_code = ${country} and not t.is_deleted group by s.taxon_id order by s.taxon_id
  `.execute(db);
  const idsOf = (status: keyof Statuses) => rows.flatMap((row) => (row[status] ? [row.taxon_id] : []));
  return {
    native: idsOf('native'),
    introduced: idsOf('introduced'),
    invasive: idsOf('invasive'),
    threatened: idsOf('threatened'),
    protected: idsOf('protected'),
  };
}
