import { MAX_CHARTED_SPECIES, MAX_EXPLORED, MAX_FOUND_PLACES, type TaxonGroup } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, OBSERVED } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import { isJourneyShared, isListedFor } from '../../db/visibility.ts';
import { isVisitor } from '../accounts/access.ts';
import { isNamedFor } from '../accounts/store.ts';
import { COMPLETE_GROUPS, selectWeek } from '../frequencies/store.ts';
import { foldName, isInPiece, isPlaceShownTo, type PublicPlaceRow } from '../geo/public-places.ts';
import { isInPublicPlace } from '../observations/filter/record-filter.ts';
import { type PhotoOfPlace, PHOTOS_OF_PLACE } from './photos.ts';

export type FoundPlace = Pick<PublicPlaceRow, 'id' | 'kind' | 'name' | 'names' | 'latitude' | 'longitude' | 'area_m2'>;
export interface PlaceOfPage extends FoundPlace, Pick<PublicPlaceRow, 'text' | 'attribution' | 'polygons' | 'owner_id'> {
  photos: PhotoOfPlace[];
  /** Null where the caller is not told the name of who made it public. */
  owner_name: string | null;
}

const FOUND = sql`p.id, p.kind, p.name, p.names, p.latitude, p.longitude, p.area_m2`;
const SHOWN = sql`public_places p left join users u on u.id = p.owner_id`;
const MAX_WORDS = 8;

/** The places whose names have all words of a text, those that begin with it first, then the shortest names. */
export async function findPlacesByName(db: Db, callerId: string, text: string): Promise<FoundPlace[]> {
  const folded = foldName(text).trim();
  const words = folded.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const has = words.map((word) => sql`position(${word} in p.search) > 0`);
  const { rows } = await sql<FoundPlace>`
    select ${FOUND} from ${SHOWN} where ${isPlaceShownTo(callerId)} and ${sql.join(has, sql` and `)}
    order by position(${folded} in p.search) <> 1, length(p.name), p.area_m2 desc, p.id limit ${sql.lit(MAX_FOUND_PLACES)}
  `.execute(db);
  return rows;
}

/** The places that a point lies in, the smallest first. */
export async function findPlacesAt(db: Db, callerId: string, at: { latitude: number; longitude: number }): Promise<FoundPlace[]> {
  const [x, y] = [sql`${at.longitude}::float8`, sql`${at.latitude}::float8`];
  const { rows } = await sql<FoundPlace>`
    select ${FOUND} from ${SHOWN} where ${isPlaceShownTo(callerId)} and p.id in (
      select c.place_id from public_place_cells c
      where not c.is_hidden and c.bounds @> box(point(${x}, ${y}), point(${x}, ${y}))
        and ${isInPiece(x, y)}
    ) order by p.area_m2, p.id limit ${sql.lit(MAX_FOUND_PLACES)}
  `.execute(db);
  return rows;
}

export async function findPlacePage(db: Db, callerId: string, id: string, sendsMail: boolean): Promise<PlaceOfPage | undefined> {
  const { rows } = await sql<PlaceOfPage>`
    select ${FOUND}, p.text, p.attribution, p.polygons, p.owner_id, ${PHOTOS_OF_PLACE} as photos,
      case when u.id = ${callerId} or ${isNamedFor(isVisitor({ userId: callerId }), sendsMail)} then u.name end as owner_name
    from ${SHOWN} where p.id = ${id} and ${isPlaceShownTo(callerId)}
  `.execute(db);
  return rows[0];
}

export interface PlaceFigures {
  effort: { journeys: number; duration_s: number; distance_m: number };
  lists: { group: TaxonGroup; week: number; lists: number }[];
  /** The most recorded species first, each with its weeks. */
  species: { id: number; group: TaxonGroup | null; weeks: { week: number; records: number; lists: number }[] }[];
}

/**
 * The open records of a known day that lie in the place, at most the latest 10,000. That a record belongs to a journey is known of shared
 * ones only (decision 0053); those on which everything of a group was recorded are lists (decision 0055).
 */
function foundIn(placeId: string, callerId: string, now: Date): RawBuilder<unknown> {
  return sql`
    select ${FOUND_SPECIES} as species, t.taxon_group as grp, ${selectWeek(sql`o.observed_from`)} as week, j.id as journey,
      array(select c.name from ${COMPLETE_GROUPS} as c (name)) as complete
    from observations o join users u on u.id = o.user_id
    left join journeys j on j.id = o.journey_id and j.user_id = o.user_id and ${isJourneyShared(now)}
    left join taxa t on t.id = o.taxon_id
    where ${isListedFor(callerId)} and not ${IS_ABSENCE} and o.geoprivacy = 'open' and o.observed_from = o.observed_to
      and ${isInPublicPlace(placeId, callerId)}
    order by ${OBSERVED} desc, o.id desc limit ${sql.lit(MAX_EXPLORED)}`;
}

export async function countPlaceFigures(db: Db, placeId: string, callerId: string, now: Date): Promise<PlaceFigures> {
  const { rows } = await sql<PlaceFigures>`
    with found as materialized (${foundIn(placeId, callerId, now)}),
    charted as materialized (
      select species, grp, count(*) as records from found where species is not null group by 1, 2
      order by 3 desc, 1 limit ${sql.lit(MAX_CHARTED_SPECIES)}
    ), weeks as (
      select species, week, count(*)::integer as records, (count(distinct journey) filter (where grp = any(complete)))::integer as lists
      from found where species in (select species from charted) group by 1, 2
    )
    select (
      select json_build_object('journeys', count(*)::integer,
        'duration_s', coalesce(sum(60 * round(coalesce((j.effort ->> 'duration_s')::float8, extract(epoch from j.ended_at - j.started_at)) / 60)), 0)::integer,
        'distance_m', coalesce(sum(track.distance_m), 0))
      from journeys j left join journey_tracks track on track.journey_id = j.id
      where j.id in (select journey from found where journey is not null)
    ) as effort, (
      select coalesce(json_agg(listed), '[]') from (
        select complete_group as "group", week, count(distinct journey)::integer as lists
        from found cross join unnest(complete) as complete_group group by 1, 2 order by 1, 2
      ) listed
    ) as lists, (
      select coalesce(json_agg(json_build_object('id', c.species, 'group', c.grp, 'weeks', (
        select json_agg(json_build_object('week', w.week, 'records', w.records, 'lists', w.lists)) from weeks w where w.species = c.species
      )) order by c.records desc, c.species), '[]') from charted c
    ) as species
  `.execute(db);
  return onlyRow(rows);
}
