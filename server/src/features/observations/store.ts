import {
  type DayRange,
  type FieldsThat,
  type Language,
  LISTED_NOTES,
  publicAttributeNames,
  RECORD_FIELD_NAMES,
  recordField,
  type RecordValues,
} from '@veld/contract';
import type { PlaceWords } from '@veld/geography';
import { type RawBuilder, sql } from 'kysely';
import { atLeast } from '../../db/limit.ts';
import type { Db, Tx } from '../../db/open.ts';
import { HAS_IMAGE, IS_PUBLIC, isListedFor } from '../../db/visibility.ts';
import type { DeclaredPhoto } from '../media/present.ts';
import type { ListPosition } from './cursor.ts';

/** The fields whose stored value `presentPublic` may read. */
type ReadByOthers = Pick<RecordValues, FieldsThat<{ others: 'always' | 'if_open' | 'month' }>>;

/** The columns for others. They do not include the true place, so that `presentPublic` cannot reveal it. */
export interface PublicRow extends ReadByOthers {
  id: string;
  user_id: string;
  user_name: string;
  user_is_pro: boolean;
  taxon_name: string | null;
  taxon_scientific_name: string | null;
  taxon_rank: string | null;
  taxon_group: string | null;
  taxon_has_image: boolean;
  observed_from: string | null;
  observed_to: string | null;
  geoprivacy: RecordValues['geoprivacy'];
  public_latitude: number | null;
  public_longitude: number | null;
  public_uncertainty_m: number | null;
  public_country_code: string | null;
  public_place: PlaceWords | null;
  quality: 'casual' | 'needs_id' | 'confirmed';
  /** The position in public lists, as text with microseconds. */
  listed_at: string;
  created_at: Date;
  attributes: Record<string, unknown>;
  media: DeclaredPhoto[];
}

/** The columns of lists for others: only the first photo, and one character more of the notes than a list shows. */
export interface ListedRow extends PublicRow {
  photo_count: number;
}

/** The columns for the owner. */
export interface OwnRow extends PublicRow, RecordValues {
  geoprivacy: RecordValues['geoprivacy'];
  country_code: string | null;
  place: PlaceWords | null;
  needs_review: boolean;
  version: number;
  owner_seq: number;
  updated_at: Date;
  is_deleted: boolean;
}

const isReadByOthers = (name: (typeof RECORD_FIELD_NAMES)[number]) => !['never', 'public_place'].includes(recordField(name).others);
/** As one piece of text: the query builder would go through a list of references again for every query. */
const columns = (names: readonly string[]) => sql.raw(names.map((name) => `o.${name}`).join(', '));
const READ_BY_OTHERS = columns(RECORD_FIELD_NAMES.filter(isReadByOthers));
const READ_BY_OWNER = columns(RECORD_FIELD_NAMES.filter((name) => !isReadByOthers(name) && name !== 'geoprivacy'));

interface ColumnParts {
  fields: RawBuilder<unknown>;
  attributes: RawBuilder<unknown>;
  /** Rows of observation_media of the record `o`. */
  photos: RawBuilder<unknown>;
}

const columnsForOthers = ({ fields, attributes, photos }: ColumnParts) => sql`
  o.id, o.user_id, u.name as user_name, u.is_pro as user_is_pro, ${fields},
  t.scientific_name as taxon_scientific_name, t.rank as taxon_rank,
  t.taxon_group, ${HAS_IMAGE} as taxon_has_image,
  o.observed_from, o.observed_to, o.geoprivacy,
  o.public_latitude, o.public_longitude, o.public_uncertainty_m, o.public_country_code, o.public_place,
  o.quality, to_char(o.listed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as listed_at, o.created_at,
  ${attributes} as attributes,
  coalesce((
    select json_agg(json_build_object(
      'id', om.media_id, 'media_id', m.id, 'sha256', om.sha256, 'type', om.type, 'width', coalesce(m.width, om.width), 'height', coalesce(m.height, om.height),
      'caption', om.caption, 'license', om.license, 'order', om.position, 'crop', om.crop, 'crop_id', mc.id, 'crop_state', mc.state,
      'thumbhash', case when om.crop is null then m.thumbhash else mc.thumbhash end, 'state', m.state, 'fault', m.fault
    ) order by om.position, om.media_id)
    from ${photos} om
    left join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256
    left join media_crops mc on mc.media_id = m.id and mc.crop = om.crop
  ), '[]') as media`;

const PUBLIC_COLUMNS = columnsForOthers({
  fields: READ_BY_OTHERS,
  attributes: sql`o.attributes`,
  photos: sql`(select * from observation_media where observation_id = o.id)`,
});

/** As `PUBLIC_COLUMNS`, without what `ListedObservation` leaves out, because a page would otherwise be as large as its records. */
const LISTED_COLUMNS = sql`${columnsForOthers({
  fields: sql`${columns(RECORD_FIELD_NAMES.filter((name) => isReadByOthers(name) && name !== 'notes'))}, left(o.notes, ${sql.raw(String(LISTED_NOTES + 1))}) as notes`,
  attributes: sql`case when o.attributes = '{}' then o.attributes else coalesce((
    select jsonb_object_agg(key, value) from jsonb_each(o.attributes)
    where key = any(${sql.raw(`'{${publicAttributeNames().join(',')}}'::text[]`)})
  ), '{}') end`,
  photos: sql`(select * from observation_media where observation_id = o.id order by position, media_id limit 1)`,
})}, (select count(*)::integer from observation_media where observation_id = o.id) as photo_count`;

const OWN_COLUMNS = sql`${PUBLIC_COLUMNS},
  ${READ_BY_OWNER}, o.country_code, o.place, o.needs_review, o.version, o.owner_seq, o.updated_at, o.deleted_at is not null as is_deleted`;

/** The name of a record's taxon and the tables of the record. Names are in `language`, else English, else scientific. */
function recordsIn(language: Language): { taxonName: RawBuilder<unknown>; tables: RawBuilder<unknown> } {
  const tables = sql`observations o
    join users u on u.id = o.user_id
    left join taxa t on t.id = o.taxon_id
    left join taxon_names e on e.taxon_id = o.taxon_id and e.language = 'en' and e.is_preferred`;
  if (language === 'en') return { taxonName: sql`coalesce(e.name, t.display_name) as taxon_name`, tables };
  return {
    taxonName: sql`coalesce(n.name, e.name, t.display_name) as taxon_name`,
    tables: sql`${tables} left join taxon_names n on n.taxon_id = o.taxon_id and n.language = ${language} and n.is_preferred`,
  };
}

/** A record of the caller, or a public record of others, with the columns for the owner. Routes must present it accordingly. */
export async function findObservation(db: Db | Tx, id: string, callerId: string, language: Language): Promise<OwnRow | undefined> {
  const { taxonName, tables } = recordsIn(language);
  const { rows } = await sql<OwnRow>`
    select ${OWN_COLUMNS}, ${taxonName} from ${tables}
    where o.id = ${id} and o.deleted_at is null and (o.user_id = ${callerId} or (${IS_PUBLIC}))
  `.execute(db);
  return rows[0];
}

/** The owner's records after a position in the owner's sequence, deleted ones included. */
export async function listChanges(db: Db, userId: string, after: number, limit: number, language: Language): Promise<OwnRow[]> {
  const { taxonName, tables } = recordsIn(language);
  const { rows } = await sql<OwnRow>`
    select ${OWN_COLUMNS}, ${taxonName} from ${tables}
    where o.user_id = ${userId} and o.owner_seq > ${after}
    order by o.owner_seq limit ${atLeast(limit)}
  `.execute(db);
  return rows.slice(0, limit);
}

export async function findOwnerSeq(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('owner_counters').select('seq').where('user_id', '=', userId).executeTakeFirst();
  return row?.seq ?? 0;
}

export interface ListFilter {
  callerId: string;
  language: Language;
  userId?: string | undefined;
  taxonId?: number | undefined;
  country?: string | null | undefined;
  /** Only records whose whole date range lies in these days. */
  days?: DayRange | null | undefined;
  /** Only these records. */
  ids?: readonly string[] | undefined;
  /** Only records after this position. */
  after?: ListPosition | null | undefined;
  limit: number;
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
 * Records with the columns for others: last received first, and those that hide their place at the first day of their month (decision
 * 0016). A list of the caller includes ticks and filters by true place and date.
 */
export async function listObservations(db: Db, filter: ListFilter): Promise<ListedRow[]> {
  const isOwn = filter.userId === filter.callerId;
  const where = [isOwn ? sql`o.deleted_at is null` : isListedFor(filter.callerId)];
  if (filter.userId) where.push(sql`o.user_id = ${filter.userId}`);
  if (filter.taxonId) where.push(sql`o.taxon_id = ${filter.taxonId}`);
  if (filter.country) where.push(isOwn ? sql`o.country_code = ${filter.country}` : sql`o.public_country_code = ${filter.country}`);
  if (filter.days) where.push(liesInDays(filter.days, isOwn));
  if (filter.ids) where.push(sql`o.id = any(${[...filter.ids]}::uuid[])`);
  if (filter.after) where.push(sql`(o.listed_at, o.id) < (${filter.after.listed_at}::timestamptz, ${filter.after.id}::uuid)`);
  const { taxonName, tables } = recordsIn(filter.language);
  const { rows } = await sql<ListedRow>`
    select ${LISTED_COLUMNS}, ${taxonName} from ${tables}
    where ${sql.join(where, sql` and `)}
    order by o.listed_at desc, o.id desc limit ${atLeast(filter.limit)}
  `.execute(db);
  return rows.slice(0, filter.limit);
}
