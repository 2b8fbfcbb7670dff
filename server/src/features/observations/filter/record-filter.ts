import { type DayRange, mapKey, type TaxonGroup } from '@veld/contract';
import type { Box } from '@veld/geometry';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, OBSERVED } from '../../../db/conditions.ts';
import type { Db } from '../../../db/open.ts';
import { isListedFor, isUnblocked } from '../../../db/visibility.ts';
import { isAtPlace, type PlaceArea } from '../../geo/place-area.ts';
import { isInPiece } from '../../geo/public-places.ts';

/** `recordFilter` of the contract, with what it stands for. */
export interface RecordFilter {
  /** A taxon, and all below it unless it is meant alone. */
  taxonIds?: readonly number[] | undefined;
  group?: TaxonGroup | undefined;
  days?: DayRange | null | undefined;
  /** The days of `from` and `to`. */
  between?: DayRange | undefined;
  years?: readonly number[] | undefined;
  /** 1 to 12. */
  months?: readonly number[] | undefined;
  country?: string | null | undefined;
  qualities?: readonly string[] | undefined;
  /** What validators say. */
  validations?: readonly string[] | undefined;
  isUnnamed?: boolean | undefined;
  hasPhotos?: boolean | undefined;
  hasNoPhotos?: boolean | undefined;
  lifeStages?: readonly string[] | undefined;
  sexes?: readonly string[] | undefined;
  breedingCodes?: readonly string[] | undefined;
  wildness?: readonly string[] | undefined;
  maxUncertaintyM?: number | undefined;
  licenses?: readonly string[] | undefined;
  userId?: string | undefined;
  /** Whether the record `o` counts for a project. */
  isInProject?: RawBuilder<boolean> | undefined;
  /** An area, and who asks for it. */
  place?: { area: PlaceArea; callerId: string } | undefined;
  /** The id of a public place, and who asks for it. */
  publicPlace?: { id: string; callerId: string } | undefined;
  box?: Box | undefined;
  /** Only species that this person has not found yet. */
  unseenBy?: string | undefined;
  /** Whether their place is hidden. Only for the person of `userId`. */
  sharing?: 'hidden' | 'open' | undefined;
  /** Only the first of each species in its year here, as this person sees it; `ids` are those records if they were looked up before. */
  firstOfYear?: { viewerId: string; ids?: readonly string[] | undefined } | undefined;
  /** Without private records, in figures that open no list. */
  isWithoutPrivate?: boolean | undefined;
  /** The person that looks at the records. Those of people with a block between them and this person are left out. */
  viewerId?: string | undefined;
}

/** A filter beside `isListedFor`, which leaves out the records of people with a block already. */
export const withoutViewer = (filter: RecordFilter): RecordFilter => ({ ...filter, viewerId: undefined });

/** Whether a filter leaves out records for another reason than whose they are. */
export function isFiltered(filter: RecordFilter): boolean {
  return Object.values(withoutViewer(filter)).some(Boolean);
}

/**
 * The month of the record `o`, 1 to 12; null if its dates do not all lie in one. Others know it even if the record hides its place. An
 * index of `observations` has the same expression (migration 0071).
 */
export const MONTH = sql<number | null>`(case
  when extract(year from o.observed_from) = extract(year from o.observed_to) and extract(month from o.observed_from) = extract(month from o.observed_to)
  then extract(month from o.observed_from)::integer end)`;

/** The days from one to another, either of which may be missing; undefined without both. */
export function closeDays(from: string | null | undefined, to: string | null | undefined): DayRange | undefined {
  return from || to ? { from: from ?? '0001-01-01', to: to ?? '9999-12-31' } : undefined;
}

/**
 * Whether the date range of a record lies in `days`. For others, a record that hides its place counts by its months only, so that a
 * filter reveals no more than the record (decision 0016).
 */
export function liesInDays(days: DayRange, isOwn: boolean): RawBuilder<boolean> {
  const isExact = sql<boolean>`o.observed_from >= ${days.from} and o.observed_to <= ${days.to}`;
  if (isOwn) return isExact;
  return sql<boolean>`case when o.geoprivacy = 'open' then ${isExact}
    else date_trunc('month', o.observed_from::timestamp)::date >= ${days.from}
      and (date_trunc('month', o.observed_to::timestamp) + interval '1 month' - interval '1 day')::date <= ${days.to} end`;
}

/**
 * What follows from `liesInDays` for the position in lists, which has an index: the instant of a record is within a day of its first day,
 * whatever its time zone, and one that hides its place stands at the first day of its month.
 */
function isNearDays({ from, to }: DayRange): RawBuilder<boolean> {
  return sql<boolean>`${OBSERVED} >= (date_trunc('month', ${from}::date::timestamp) - interval '1 day') at time zone 'utc'
    and ${OBSERVED} < (${to}::date::timestamp + interval '2 days') at time zone 'utc'`;
}

/** From the first day of the earliest to the last day of the latest. */
export function spanYears(years: readonly number[]): DayRange {
  return { from: yearRange(Math.min(...years)).from, to: yearRange(Math.max(...years)).to };
}

function yearRange(year: number): DayRange {
  const digits = String(year).padStart(4, '0');
  return { from: `${digits}-01-01`, to: `${digits}-12-31` };
}

/**
 * Whether the record `o` is of a species that the person has not found, neither in a record nor as a tick. The subquery does not
 * depend on `o`, so PostgreSQL reads the person's species once.
 */
const isUnseenBy = (userId: string) => sql<boolean>`${FOUND_SPECIES} is not null and o.taxon_id not in (
  select seen.taxon_id from (
    select o.taxon_id from observations o
    where o.user_id = ${userId} and o.deleted_at is null and o.taxon_id is not null and not ${IS_ABSENCE}
  ) seen
)`;

/** A taxon and all below it. */
export async function listTaxaBelow(db: Db, taxonId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select ${taxonId}::integer as id union select t.id from taxa t join below on t.parent_id = below.id
    ) select id from below
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Whether the record `o` is in a box, as the cells of the map count it: by its public point, which is the centre of a grid cell if the
 * record hides its place. Own records by their true places.
 */
function isInBox({ west, south, east, north }: Box, isOwn: boolean): RawBuilder<boolean> {
  const [x, y] = isOwn ? [sql`o.longitude`, sql`o.latitude`] : [sql`o.public_longitude`, sql`o.public_latitude`];
  const isAcross = west > east;
  // In the order of `map_key`, no point of a box comes before its north-western corner or after its south-eastern one.
  const keys = isOwn || isAcross ? sql`` : sql`and o.map_key between ${mapKey(north, west)}::bigint and ${mapKey(south, east)}::bigint`;
  return sql<boolean>`(${isOwn ? sql`true` : sql`o.map_key is not null`} ${keys} and ${y} between ${south}::float8 and ${north}::float8
    and ${isAcross ? sql`(${x} >= ${west}::float8 or ${x} <= ${east}::float8)` : sql`${x} between ${west}::float8 and ${east}::float8`})`;
}

/** Where a filter looks, and not for what. */
export const pickPlace = ({ country, place, publicPlace, box, isInProject }: RecordFilter): RecordFilter => ({
  country,
  place,
  publicPlace,
  box,
  isInProject,
});

/**
 * The day by which others know that the record `o` was made: its last one, and of a record that hides its place the last one of its month
 * (decision 0090).
 */
export const KNOWN_BY = sql`(case when o.geoprivacy = 'open' then o.observed_to
  else (date_trunc('month', o.observed_to::timestamp) + interval '1 month - 1 day')::date end)`;
export const IN_ONE_YEAR = sql<boolean>`extract(year from o.observed_from) = extract(year from o.observed_to)`;

/** Whether the record `o` of the user `u` can be the first of its species, as the viewer sees it. */
export const canBeFirst = (viewerId: string) =>
  sql<boolean>`o.deleted_at is null and not o.is_empty and ${isListedFor(viewerId)} and not ${IS_ABSENCE}`;

/**
 * Whether the record `o` is the first of its species at the place of a filter, in its year or ever, by what the public knows of each. With
 * `since`, also none may be there that arrived before. Decision 0090 says which comes first.
 */
export function isFirstHere(novelty: 'year' | 'ever', filter: RecordFilter, viewerId: string, since?: Date): RawBuilder<boolean> {
  const position = sql`coalesce(${KNOWN_BY}, 'infinity'::date)`;
  const inYear = sql`and ${IN_ONE_YEAR} and extract(year from o.observed_from) = extract(year from hit.observed_from)`;
  return sql<boolean>`(${novelty === 'year' ? IN_ONE_YEAR : sql`true`} and not exists (
    select 1 from (select o.id, o.taxon_id, ${position} as known_by, o.listed_at, o.observed_from) hit, lateral (
      select o.id from observations o join users u on u.id = o.user_id
      where o.taxon_id = hit.taxon_id
        and ((${position}, o.listed_at, o.id) < (hit.known_by, hit.listed_at, hit.id) ${since ? sql`or o.listed_at <= ${since}` : sql``})
        and ${canBeFirst(viewerId)} ${novelty === 'year' ? inYear : sql``} and ${matches(pickPlace(filter), false)}
    ) earlier
  ))`;
}

/** For one value, PostgreSQL reads the index of the field in the order of lists (migration 0087). */
const isOneOf = (field: RawBuilder<unknown>, values: readonly string[]) =>
  values.length === 1 ? sql<boolean>`${field} = ${values[0]}` : sql<boolean>`${field} = any(${[...values]}::text[])`;

/** Whether the record `o` has a photo that may be shown: for others, one whose bytes the server has. */
const hasPhoto = (isOwn: boolean) => sql<boolean>`exists (
  select 1 from observation_media om
  ${isOwn ? sql`` : sql`join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256`}
  where om.observation_id = o.id and not om.is_failed
)`;

/** Whether the record `o` passes the filter: by its true date and place if `isOwn`, otherwise by its public ones. */
export function matches(filter: RecordFilter, isOwn: boolean): RawBuilder<boolean> {
  const { taxonIds, group, days, between, years, months, country, userId, place, box, unseenBy, viewerId } = filter;
  const where: RawBuilder<unknown>[] = [sql`true`];
  // For one taxon, PostgreSQL then reads the index of taxon and place.
  if (taxonIds) where.push(taxonIds.length === 1 ? sql`o.taxon_id = ${taxonIds[0]}` : sql`o.taxon_id = any(${[...taxonIds]}::integer[])`);
  if (group) where.push(sql`exists (select 1 from taxa g where g.id = o.taxon_id and g.taxon_group = ${group})`);
  for (const range of [days, between]) if (range) where.push(isNearDays(range), liesInDays(range, isOwn));
  if (years)
    where.push(
      isNearDays(spanYears(years)),
      sql`(${sql.join(
        years.map((year) => liesInDays(yearRange(year), isOwn)),
        sql` or `,
      )})`,
    );
  if (months) where.push(months.length === 1 ? sql`${MONTH} = ${months[0]}::integer` : sql`${MONTH} = any(${[...months]}::integer[])`);
  if (country) where.push(isOwn ? sql`o.country_code = ${country}` : sql`o.public_country_code = ${country}`);
  if (userId) where.push(sql`o.user_id = ${userId}`);
  if (filter.hasPhotos) where.push(hasPhoto(isOwn));
  if (filter.hasNoPhotos) where.push(sql`not ${hasPhoto(isOwn)}`);
  if (filter.isInProject) where.push(filter.isInProject);
  where.push(...attributeConditions(filter, isOwn));
  if (place) where.push(isAtPlace(place.area, place.callerId));
  if (filter.publicPlace) where.push(isInPublicPlace(filter.publicPlace.id, filter.publicPlace.callerId));
  if (box) where.push(isInBox(box, isOwn));
  if (unseenBy) where.push(isUnseenBy(unseenBy));
  const { firstOfYear } = filter;
  // Of an array from a subquery, PostgreSQL expects few, and begins with them.
  if (firstOfYear?.ids) where.push(sql`${FOUND_SPECIES} is not null and o.id = any(array(select unnest(${[...firstOfYear.ids]}::uuid[])))`);
  else if (firstOfYear) where.push(sql`${FOUND_SPECIES} is not null and ${isFirstHere('year', filter, firstOfYear.viewerId)}`);
  if (filter.sharing) where.push(filter.sharing === 'open' ? sql`o.geoprivacy = 'open'` : sql`o.geoprivacy <> 'open'`);
  if (filter.isWithoutPrivate) where.push(sql`o.geoprivacy <> 'private'`);
  if (viewerId && !isOwn) where.push(isUnblocked(sql`o.user_id`, viewerId));
  return sql<boolean>`${sql.join(where, sql` and `)}`;
}

/** What a filter asks of the fields of the record `o`. Others see all of these fields, but the uncertainty of the public place only. */
function attributeConditions(filter: RecordFilter, isOwn: boolean): RawBuilder<boolean>[] {
  const { qualities, validations, lifeStages, sexes, breedingCodes, wildness, maxUncertaintyM, licenses } = filter;
  const where: RawBuilder<boolean>[] = [];
  if (qualities) where.push(isOneOf(sql`o.quality`, qualities));
  if (validations) where.push(isOneOf(sql`o.validation`, validations));
  if (filter.isUnnamed) where.push(sql`${FOUND_SPECIES} is null`);
  if (lifeStages) where.push(isOneOf(sql`o.life_stage`, lifeStages));
  if (sexes) where.push(isOneOf(sql`o.sex`, sexes));
  if (breedingCodes) where.push(isOneOf(sql`o.attributes ->> 'breeding_code'`, breedingCodes));
  if (wildness) where.push(isOneOf(sql`o.attributes ->> 'wildness'`, wildness));
  if (licenses) where.push(isOneOf(sql`o.license`, licenses));
  if (maxUncertaintyM !== undefined)
    where.push(
      isOwn ? sql<boolean>`o.coordinate_uncertainty_m <= ${maxUncertaintyM}` : sql<boolean>`o.public_uncertainty_m <= ${maxUncertaintyM}`,
    );
  return where;
}

/**
 * Whether the record `o` is in a public place, as far as the caller may know: the caller's own records by their true points, open ones of
 * others by their points, obscured ones only if all of their grid cell is, private ones never (decision 0077). The pieces of the place are
 * looked up in the index of `map_key`: what a request costs depends on the records in and around the place, not on its corners.
 */
export function isInPublicPlace(placeId: string, callerId: string): RawBuilder<boolean> {
  // Of an array, PostgreSQL expects few and begins with them; of a subquery like this one, most of all records, which it would read one by one.
  return sql<boolean>`o.id = any(array(
    select r.id from public_place_cells c cross join lateral (
      select inside.id from observations inside
      where inside.map_key between c.key_from and c.key_to and inside.deleted_at is null and inside.user_id <> ${callerId}::uuid
        and inside.geoprivacy = case when c.is_hidden then 'obscured' else 'open' end
        and ${isInPiece(sql`inside.public_longitude`, sql`inside.public_latitude`)} offset 0
    ) r where c.place_id = ${placeId}::uuid
    union all
    select own.id from observations own
    where own.user_id = ${callerId}::uuid and own.deleted_at is null and own.latitude is not null and exists (
      select 1 from public_place_cells c
      where c.place_id = ${placeId}::uuid and not c.is_hidden
        and c.bounds @> box(point(own.longitude, own.latitude), point(own.longitude, own.latitude))
        and ${isInPiece(sql`own.longitude`, sql`own.latitude`)}
    )
  ))`;
}
