import {
  fromKeys,
  type DayRange,
  type FieldsThat,
  getKnown,
  type HiddenBy,
  type Language,
  LISTED_NOTES,
  publicAttributeNames,
  type QualityTopic,
  RECORD_FIELD_NAMES,
  recordField,
  type RecordValues,
  type TaxonGroup,
  type ValidationState,
} from '@veld/contract';
import type { PlaceWords } from '@veld/geography';
import { type RawBuilder, sql } from 'kysely';
import { EPOCH } from '../../db/epoch.ts';
import { fixed, type Slot } from '../../db/fixed.ts';
import { atLeast, roundUpRows } from '../../db/limit.ts';
import { IS_ABSENCE, OBSERVED } from '../../db/conditions.ts';
import type { Db, Tx } from '../../db/open.ts';
import { PLANNED_ANEW } from '../../db/prepared.ts';
import { HAS_IMAGE, IS_LISTED, isListedAlone, isListedFor, isPublicTo } from '../../db/visibility.ts';
import { isAtPlace, type PlaceArea } from '../geo/place-area.ts';
import type { DeclaredPhoto } from '../media/present.ts';
import type { ListPosition } from './cursor.ts';
import { recentRows, type RowKey } from './recent-rows.ts';
import { liesInDays, matches, MONTH, type RecordFilter, withoutViewer } from './filter/record-filter.ts';
import { onlyRow } from '../../db/rows.ts';

/** The fields whose stored value `presentPublic` may read. */
type ReadByOthers = Pick<RecordValues, FieldsThat<{ others: 'always' | 'if_open' | 'month' }>>;

/** The columns for others that are of the record's own row. They do not include the true place, so that `presentPublic` cannot reveal it. */
export interface RecordRow extends ReadByOthers {
  id: string;
  observed_from: string | null;
  observed_to: string | null;
  geoprivacy: RecordValues['geoprivacy'];
  public_latitude: number | null;
  public_longitude: number | null;
  public_uncertainty_m: number | null;
  public_country_code: string | null;
  public_place: PlaceWords | null;
  quality: 'casual' | 'needs_id' | 'confirmed';
  is_held_back: boolean;
  /** The topics of quality that are voted down. */
  voted_against: QualityTopic[];
  validation: ValidationState;
  community_taxon_id: number | null;
  created_at: Date;
  attributes: Record<string, unknown>;
}

/** Of a single record: why it hides its place. */
interface HidingColumns {
  hidden_by?: HiddenBy | null;
}

/** The columns for others that are of other tables, and where a record is in public lists. */
export interface RelatedColumns {
  user_id: string;
  user_name: string;
  user_is_pro: boolean;
  user_is_former: boolean;
  taxon_id: number | null;
  taxon_name: string | null;
  taxon_scientific_name: string | null;
  taxon_rank: string | null;
  taxon_group: TaxonGroup | null;
  taxon_has_image: boolean;
  /** The position in public lists, as text with microseconds. */
  listed_at: string;
  media: DeclaredPhoto[];
}

export interface PublicRow extends RecordRow, RelatedColumns, HidingColumns {
  taxon_id: number | null;
}

/** A record in a list for others: of its photos only the first, and of its notes one character more than a list shows. */
export interface ListedRow extends RelatedColumns {
  id: string;
  /** The same object for as long as the row in the database does not change (recent-rows.ts). */
  record: Readonly<RecordRow>;
  photo_count: number;
}

/** The columns for the owner. */
export interface OwnRow extends PublicRow, RecordValues {
  geoprivacy: RecordValues['geoprivacy'];
  owner_geoprivacy: RecordValues['geoprivacy'] | null;
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

const recordColumns = ({ fields, attributes }: Omit<ColumnParts, 'photos'>) => sql`
  o.id, ${fields}, o.observed_from, o.observed_to, o.geoprivacy,
  o.public_latitude, o.public_longitude, o.public_uncertainty_m, o.public_country_code, o.public_place,
  o.quality, o.is_held_back, o.voted_against, o.validation, o.community_taxon_id, o.created_at, ${attributes} as attributes`;

/**
 * The order of a list: by the time of the observation, or by arrival on the server. `oldest`: the first observed first, without records whose
 * date nobody knows.
 */
type ListOrder = 'observed' | 'uploaded' | 'oldest';
const POSITIONS: Record<ListOrder, RawBuilder<Date>> = { observed: OBSERVED, uploaded: sql<Date>`o.listed_at`, oldest: OBSERVED };
const inOrder = (order: ListOrder) => (order === 'oldest' ? sql`${POSITIONS[order]}, o.id` : sql`${POSITIONS[order]} desc, o.id desc`);
/** Whether the record `o` comes after a position. */
const isAfterPosition = (order: ListOrder, listedAt: string | Slot, id: string | Slot) =>
  sql`(${POSITIONS[order]}, o.id) ${order === 'oldest' ? sql`>` : sql`<`} (${listedAt}::timestamptz, ${id}::uuid)`;
/** Those without a date are at the beginning of time. */
const IS_DATED = sql`${OBSERVED} > timestamptz '0001-01-01 00:00:00+00'`;

const relatedColumns = (order: ListOrder) => sql`
  o.user_id, u.name as user_name, u.is_pro as user_is_pro, u.deleted_at is not null as user_is_former,
  t.scientific_name as taxon_scientific_name, t.rank as taxon_rank,
  t.taxon_group, ${HAS_IMAGE} as taxon_has_image,
  to_char(${POSITIONS[order]} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as listed_at`;

/** A row `om` of observation_media with what is stored of it, as `DeclaredPhoto`. */
const PHOTO = sql`json_build_object(
  'id', om.media_id, 'media_id', m.id, 'sha256', om.sha256, 'type', om.type, 'width', coalesce(m.width, om.width), 'height', coalesce(m.height, om.height),
  'caption', om.caption, 'license', om.license, 'order', om.position, 'crop', om.crop, 'crop_id', mc.id, 'crop_state', mc.state,
  'thumbhash', case when om.crop is null then m.thumbhash else mc.thumbhash end, 'state', m.state, 'fault', m.fault
)`;
const STORED_PHOTO = sql`
  left join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256
  left join media_crops mc on mc.media_id = m.id and mc.crop = om.crop`;

const columnsForOthers = ({ fields, attributes, photos, order = 'uploaded' }: ColumnParts & { order?: ListOrder }) => sql`
  ${recordColumns({ fields, attributes })}, ${relatedColumns(order)},
  (select json_build_object('reason', s.reason, 'grid_km', s.grid_km) from sensitive_taxa s where s.id = o.hiding_rule_id) as hidden_by,
  coalesce((
    select json_agg(${PHOTO} order by om.position, om.media_id) from ${photos} om ${STORED_PHOTO}
  ), '[]') as media`;

/** As the columns of a single record, without what `ListedObservation` leaves out, because a page would otherwise be as large as its records. */
const LISTED_RECORD_COLUMNS = recordColumns({
  fields: sql`${columns(RECORD_FIELD_NAMES.filter((name) => isReadByOthers(name) && name !== 'notes'))}, left(o.notes, ${sql.raw(String(LISTED_NOTES + 1))}) as notes`,
  attributes: sql`case when o.attributes = '{}' then o.attributes else coalesce((
    select jsonb_object_agg(key, value) from jsonb_each(o.attributes)
    where key = any(${sql.raw(`'{${publicAttributeNames().join(',')}}'::text[]`)})
  ), '{}') end`,
});

/** The columns of a list, without those of `readRecentRows`. */
const listedColumns = (
  version: RawBuilder<unknown>,
  order: ListOrder,
) => sql`o.id, ${version} as row_version, o.taxon_id, ${relatedColumns(order)}, (
  select json_build_array(${PHOTO}, om.photo_count)
  from (
    select *, count(*) over () as photo_count from observation_media where observation_id = o.id order by position, media_id limit 1
  ) om ${STORED_PHOTO}
) as first_photo`;
const ROW_VERSION = sql`o.xmin::text`;
const LISTED_COLUMNS = fromKeys(['observed', 'uploaded', 'oldest'] as const, (order) => listedColumns(ROW_VERSION, order));
/** Of a subquery, which has no `xmin` of its own. */
const SUBQUERY_COLUMNS = listedColumns(sql`o.row_version`, 'uploaded');

/** The columns of complete records for others. */
const wholeColumns = (order: ListOrder) =>
  columnsForOthers({
    fields: READ_BY_OTHERS,
    attributes: sql`o.attributes`,
    photos: sql`(select * from observation_media where observation_id = o.id)`,
    order,
  });
const WHOLE_COLUMNS = fromKeys(['observed', 'uploaded', 'oldest'] as const, wholeColumns);

const ownColumns = (
  photos: RawBuilder<unknown>,
) => sql`${columnsForOthers({ fields: READ_BY_OTHERS, attributes: sql`o.attributes`, photos })},
  ${READ_BY_OWNER}, o.owner_geoprivacy, o.country_code, o.place, o.needs_review, o.version, o.owner_seq, o.updated_at, o.deleted_at is not null as is_deleted`;

const OWN_COLUMNS = ownColumns(sql`(select * from observation_media where observation_id = o.id)`);

/**
 * The name of a record's taxon, and the tables of the record `o`, which is a row of `records`. Names are in `language`, else English,
 * else scientific.
 */
function recordsIn(
  isEnglish: boolean,
  language: Language | Slot,
  records: RawBuilder<unknown> = sql`observations`,
): { taxonName: RawBuilder<unknown>; tables: RawBuilder<unknown> } {
  const tables = sql`${records} o
    join users u on u.id = o.user_id
    left join taxa t on t.id = o.taxon_id
    left join taxon_names e on e.taxon_id = o.taxon_id and e.language = 'en' and e.is_preferred`;
  if (isEnglish) return { taxonName: sql`coalesce(e.name, t.display_name) as taxon_name`, tables };
  return {
    taxonName: sql`coalesce(n.name, e.name, t.display_name) as taxon_name`,
    tables: sql`${tables} left join taxon_names n on n.taxon_id = o.taxon_id and n.language = ${language} and n.is_preferred`,
  };
}

interface RecordKey {
  id: string;
  callerId: string;
  language: Language;
}

const selectRecord = fixed<RecordKey, PublicRow, `${'en' | 'other'} ${'person' | 'moderator'}`>(({ id, callerId, language }, shape) => {
  const [name, caller] = shape.split(' ');
  const { taxonName, tables } = recordsIn(name === 'en', language);
  const isShown = caller === 'moderator' ? sql`not o.is_empty and u.erase_after is null` : isPublicTo(callerId);
  return sql`
    select ${WHOLE_COLUMNS.uploaded}, ${taxonName} from ${tables}
    where o.id = ${id} and o.deleted_at is null and (o.user_id = ${callerId} or (${isShown}))
  `;
});

/**
 * A record of the caller, with the columns for the owner, or a public record of others, with those for others. Moderators also see what is
 * hidden, and the records of people with a block between them.
 */
export async function findObservation(
  db: Db | Tx,
  id: string,
  callerId: string,
  language: Language,
  isModerator = false,
): Promise<PublicRow | OwnRow | undefined> {
  const shape = `${language === 'en' ? 'en' : 'other'} ${isModerator ? 'moderator' : 'person'}` as const;
  const [row] = await selectRecord(db, { id, callerId, language }, shape);
  return row?.user_id === callerId ? findOwnObservation(db, id, callerId, language) : row;
}

export function isOwnRow(row: PublicRow | OwnRow): row is OwnRow {
  return 'owner_seq' in row;
}

const selectOwn = fixed<{ id: string; userId: string; language: Language }, OwnRow, 'en' | 'other'>(({ id, userId, language }, name) => {
  const { taxonName, tables } = recordsIn(name === 'en', language);
  return sql`select ${OWN_COLUMNS}, ${taxonName} from ${tables} where o.id = ${id} and o.deleted_at is null and o.user_id = ${userId}`;
});

/** A record of a person with the columns for its owner. */
export async function findOwnObservation(db: Db | Tx, id: string, userId: string, language: Language): Promise<OwnRow | undefined> {
  const [row] = await selectOwn(db, { id, userId, language }, language === 'en' ? 'en' : 'other');
  return row;
}

/**
 * What the owner gets of a record that a statement has just written: `stored` is its row, and `photos` the rows of its photos, which the
 * statement would not see in the tables.
 */
export function writtenRecord(
  isEnglish: boolean,
  language: Slot,
  stored: RawBuilder<unknown>,
  photos: RawBuilder<unknown>,
): RawBuilder<OwnRow> {
  const { taxonName, tables } = recordsIn(isEnglish, language, stored);
  return sql`select ${ownColumns(photos)}, ${taxonName} from ${tables}`;
}

/**
 * The limit is inside, so that the plan does not depend on how many records a person has. The condition outside lets PostgreSQL look up
 * the person instead of reading all of them.
 */
const selectChanges = fixed<{ userId: string; after: number; language: Language }, OwnRow, `${'en' | 'other'} ${number}`>(
  ({ userId, after, language }, shape) => {
    const [name, limit] = shape.split(' ');
    const changed = sql`(
      select * from observations o where o.user_id = ${userId} and o.owner_seq > ${after} order by o.owner_seq limit ${atLeast(Number(limit))}
    )`;
    const { taxonName, tables } = recordsIn(name === 'en', language, changed);
    return sql`select ${OWN_COLUMNS}, ${taxonName} from ${tables} where o.user_id = ${userId} order by o.owner_seq`;
  },
);

/** The owner's records after a position in the owner's sequence, deleted ones included. */
export async function listChanges(db: Db, userId: string, after: number, limit: number, language: Language): Promise<OwnRow[]> {
  const rows = await selectChanges(db, { userId, after, language }, `${language === 'en' ? 'en' : 'other'} ${roundUpRows(limit)}`);
  return rows.slice(0, limit);
}

const selectPosition = fixed<{ userId: string }, { seq: number | null; epoch: string; total: number | null }, boolean>(
  ({ userId }, isFirst) => {
    const total = isFirst ? sql`(select count(*)::int from observations where user_id = ${userId})` : sql`null::int`;
    return sql`select (select seq from owner_counters where user_id = ${userId}) as seq, ${EPOCH} as epoch, ${total} as total`;
  },
);

/** The owner's sequence, and the epoch of the data. `total` is, only if asked, the number of records, deleted ones included. */
export async function findPosition(
  db: Db,
  userId: string,
  { isFirst = false } = {},
): Promise<{ seq: number; epoch: string; total: number | null }> {
  const { seq, epoch, total } = onlyRow(await selectPosition(db, { userId }, isFirst));
  return { seq: seq ?? 0, epoch, total };
}

export interface ListFilter {
  callerId: string;
  language: Language;
  userId?: string | undefined;
  taxonId?: number | undefined;
  country?: string | null | undefined;
  place?: PlaceArea | null | undefined;
  /** Only records of people that the caller follows. */
  isOfFollowed?: true | undefined;
  /** Only records whose whole date range lies in these days. */
  days?: DayRange | null | undefined;
  quality?: RecordRow['quality'] | undefined;
  /** Only records with a photo whose bytes the server has, which others can see. */
  hasPhotos?: true | undefined;
  /** Only what was found, and is not private: what embeds show. */
  isForEmbed?: true | undefined;
  /** Only what hides nothing of its place, and is public. */
  isOpen?: true | undefined;
  /** Only records of others that need identification, and that the caller has not identified. */
  isWaiting?: true | undefined;
  /** Without the records that the caller has marked as reviewed. */
  isUnreviewed?: boolean | undefined;
  /** Only records whose taxon is in one of these groups. */
  groups?: readonly TaxonGroup[] | undefined;
  /** Without the records of people that the caller has muted. */
  isForFeed?: true | undefined;
  /** Only what was found, of which this holds too. */
  selection?: RecordFilter | undefined;
  /** What a later feature asks of the record `o`. */
  isMeant?: RawBuilder<boolean> | undefined;
  /** Only these records. */
  ids?: readonly string[] | undefined;
  /** By the time of the observation unless another is asked for. */
  order?: ListOrder | undefined;
  /** Only records after this position. */
  after?: ListPosition | null | undefined;
  limit: number;
}

/** Whether the caller has not muted a person, by default the observer of the record `o`. */
export const isUnmuted = (callerId: string | Slot, person = sql`o.user_id`) =>
  sql<boolean>`${person} not in (select r.other_id from relations r where r.user_id = ${callerId} and r.kind = 'mute')`;

interface FeedValues {
  callerId: string;
  language: Language;
  listedAt: string | undefined;
  id: string | undefined;
}

/** `listObservations` without filters. */
const selectFeed = fixed<FeedValues, PositionRow, `${'en' | 'other'} ${'first' | 'next'} ${'feed' | 'list'} ${ListOrder} ${number}`>(
  (slots, shape) => {
    const [name, page, kind, given, limit] = shape.split(' ');
    const order = given as ListOrder;
    const { taxonName, tables } = recordsIn(name === 'en', slots.language);
    const isAfter = page === 'next' ? sql`and ${isAfterPosition(order, slots.listedAt, slots.id)}` : sql``;
    const isDated = order === 'oldest' ? sql`and ${IS_DATED}` : sql``;
    return sql`
    select ${LISTED_COLUMNS[order]}, ${taxonName} from ${tables}
    where ${isListedFor(slots.callerId)} ${isAfter} ${isDated} ${kind === 'feed' ? sql`and ${isUnmuted(slots.callerId)}` : sql``}
    order by ${inOrder(order)} limit ${atLeast(Number(limit))}
  `;
  },
);

interface PositionRow extends RowKey, Omit<RelatedColumns, 'media'> {
  /** With the number of photos; null without photos. */
  first_photo: [DeclaredPhoto, number] | null;
}

/**
 * Records with the columns for others, latest first in the order that is asked for; those that hide their place are at the first day of
 * their month (decision 0016). A list of the caller includes ticks and filters by true place and date.
 */
export async function listObservations(db: Db, filter: ListFilter): Promise<ListedRow[]> {
  // Repeated only if a record was changed between the two statements.
  for (;;) {
    const rows = await selectPositions(db, filter);
    const records = await readRecentRows(db, rows);
    if (!records) continue;
    return rows.map(({ first_photo, ...row }) => {
      const [photo, photo_count] = first_photo ?? [];
      return Object.assign(row, { record: getKnown(records, row.id), media: photo ? [photo] : [], photo_count: photo_count ?? 0 });
    });
  }
}

async function selectPositions(db: Db, filter: ListFilter): Promise<PositionRow[]> {
  const { callerId, language, after, limit, isForFeed, order = 'observed', ...filters } = filter;
  if (filter.isOfFollowed) return selectFollowed(db, filter);
  if (Object.values(filters).some((value) => value != null)) return selectListed<PositionRow>(db, LISTED_COLUMNS[order], filter);
  const shape =
    `${language === 'en' ? 'en' : 'other'} ${after ? 'next' : 'first'} ${isForFeed ? 'feed' : 'list'} ${order} ${roundUpRows(limit)}` as const;
  return (await selectFeed(db, { callerId, language, listedAt: after?.listed_at, id: after?.id }, shape)).slice(0, limit);
}

/** Rows of the table, as they are kept in memory. */
const readRecentRows = recentRows(
  fixed<{ ids: string[] }, RecordRow & RowKey>(
    ({ ids }) => sql`select ${ROW_VERSION} as row_version, ${LISTED_RECORD_COLUMNS} from observations o where o.id = any(${ids}::uuid[])`,
  ),
);

/** As `listObservations`, complete: with all photos and the whole notes. Last received first unless another order is asked for. */
export function listWholeObservations(db: Db, filter: ListFilter): Promise<PublicRow[]> {
  const { order = 'uploaded' } = filter;
  return selectListed<PublicRow>(db, WHOLE_COLUMNS[order], { ...filter, order });
}

/** What an order of the queue is computed from: of a record what others know of it. */
export interface Candidate extends ListPosition {
  group: TaxonGroup | null;
  taxon_id: number | null;
  country: string | null;
  month: number | null;
}

/** The records of a filter, last received first. */
export async function listCandidates(db: Db, filter: ListFilter): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select o.id, o.taxon_id, t.taxon_group as "group", o.public_country_code as country, ${MONTH} as month,
      to_char(o.listed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as listed_at
    from observations o join users u on u.id = o.user_id left join taxa t on t.id = o.taxon_id
    where ${whereOf(filter)} order by ${inOrder('uploaded')} limit ${sql.lit(filter.limit)}
  `.execute(db);
  return rows;
}

/** The number of records that `listObservations` would list without its limit, counted up to `filter.limit`. */
export async function countObservations(db: Db, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from observations o join users u on u.id = o.user_id left join taxa t on t.id = o.taxon_id
      where ${whereOf(filter)} order by ${inOrder('uploaded')} limit ${sql.lit(filter.limit)}
    ) counted
  `.execute(db);
  return onlyRow(rows).count;
}

async function selectListed<Row>(db: Db, listed: RawBuilder<unknown>, filter: ListFilter): Promise<Row[]> {
  const { taxonName, tables } = recordsIn(filter.language === 'en', filter.language);
  const { rows } = await sql<Row>`
    select ${listed}, ${taxonName} from ${tables}
    where ${isReadAlone(filter) ? isOnPage(filter) : whereOf(filter)}
    order by ${inOrder(filter.order ?? 'observed')} limit ${atLeast(filter.limit)}
  `.execute(db);
  return rows.slice(0, filter.limit);
}

/** Whether the records of a filter are found without other tables: those of Explore, whose filter PostgreSQL often misjudges. */
const isReadAlone = ({ selection, groups, isOpen }: ListFilter) => selection !== undefined && !groups && !isOpen;

/** Whether the record `o` is on the page, which is found before anything is joined to it. */
const isOnPage = (filter: ListFilter) => sql<boolean>`o.id = any(array(
  select ${sql.raw(PLANNED_ANEW)} o.id from observations o where ${whereOf(filter, isListedAlone(filter.callerId))}
  order by ${inOrder(filter.order ?? 'observed')} limit ${atLeast(filter.limit)}
))`;

/** The records `o` of the users `u` with the taxa `t` that a filter selects. */
function whereOf(filter: ListFilter, isListed = isListedFor(filter.callerId)): RawBuilder<unknown> {
  const isOwn = (filter.userId ?? filter.selection?.userId) === filter.callerId;
  const where = [isOwn ? sql`o.deleted_at is null` : isListed];
  if (filter.userId) where.push(sql`o.user_id = ${filter.userId}`);
  if (filter.taxonId) where.push(sql`o.taxon_id = ${filter.taxonId}`);
  if (filter.country) where.push(isOwn ? sql`o.country_code = ${filter.country}` : sql`o.public_country_code = ${filter.country}`);
  if (filter.place) where.push(isAtPlace(filter.place, filter.callerId));
  if (filter.days) where.push(liesInDays(filter.days, isOwn));
  if (filter.quality) where.push(sql`o.quality = ${filter.quality}`);
  if (filter.hasPhotos)
    where.push(sql`exists (
      select 1 from observation_media om
      join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256 and m.state = 'ready'
      where om.observation_id = o.id
    )`);
  if (filter.isForEmbed) where.push(sql`o.geoprivacy <> 'private' and not ${IS_ABSENCE}`);
  if (filter.isOpen) where.push(sql`(o.geoprivacy = 'open' and ${IS_LISTED})`);
  if (filter.selection) where.push(sql`not o.is_empty and not ${IS_ABSENCE} and ${matches(withoutViewer(filter.selection), isOwn)}`);
  if (filter.isForFeed) where.push(isUnmuted(filter.callerId));
  if (filter.ids) where.push(sql`o.id = any(${[...filter.ids]}::uuid[])`);
  if (filter.after) where.push(isAfterPosition(filter.order ?? 'observed', filter.after.listed_at, filter.after.id));
  if (filter.order === 'oldest') where.push(IS_DATED);
  if (filter.isWaiting)
    where.push(sql`o.quality = 'needs_id' and o.user_id <> ${filter.callerId} and not exists (
      select 1 from identifications i where i.observation_id = o.id and i.user_id = ${filter.callerId} and i.withdrawn_at is null
    )`);
  if (filter.isUnreviewed)
    where.push(sql`not exists (
      select 1 from reviewed_records r where r.observation_id = o.id and r.user_id = ${filter.callerId} and r.is_reviewed
    )`);
  if (filter.isMeant) where.push(filter.isMeant);
  if (filter.groups) where.push(sql`t.taxon_group = any(${[...filter.groups]}::text[])`);
  return sql.join(where, sql` and `);
}

/** So many of the latest records of all are looked through before those of each person. */
const LATEST = 500;
const IN_ORDER = inOrder('uploaded');

/**
 * A page of records of people that the caller follows, found in two ways, because neither is fast for everybody. For callers who follow
 * active people, they are among the latest records of all. If those are too few, the latest record of each person is looked up, and further
 * ones of those people only whose latest record is on the page: no others can have one on it.
 */
async function selectFollowed(db: Db, filter: ListFilter): Promise<PositionRow[]> {
  const { callerId, language, after, limit } = filter;
  const count = atLeast(limit);
  const isMeant = whereOf({ ...filter, after: null });
  const isAfter = after ? sql`(o.listed_at, o.id) < (${after.listed_at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const followed = sql`(select r.other_id from relations r where r.user_id = ${callerId} and r.kind = 'follow')`;
  const latestOfAll = sql`(
    select *, ${ROW_VERSION} as row_version from observations o
    where o.deleted_at is null and not o.is_empty and ${isAfter} order by ${IN_ORDER} limit ${sql.lit(LATEST)}
  )`;
  const { taxonName, tables } = recordsIn(language === 'en', language, latestOfAll);
  const { rows: amongLatest } = await sql<PositionRow>`
    select ${SUBQUERY_COLUMNS}, ${taxonName} from ${tables} where o.user_id in ${followed} and ${isMeant} order by ${IN_ORDER} limit ${count}
  `.execute(db);
  if (amongLatest.length >= limit) return amongLatest.slice(0, limit);
  const latestOf = (most: RawBuilder<unknown>) => sql`(
    select o.id, o.listed_at from observations o left join taxa t on t.id = o.taxon_id
    where o.user_id = u.id and o.deleted_at is null and ${isAfter} and ${isMeant} order by ${IN_ORDER} limit ${most}
  )`;
  const { rows: byPerson } = await sql<{ id: string }>`
    select o.id from (
      select u.id, u.erase_after from users u cross join lateral ${latestOf(sql`1`)} o where u.id in ${followed} order by ${IN_ORDER} limit ${count}
    ) u cross join lateral ${latestOf(count)} o
    order by ${IN_ORDER} limit ${count}
  `.execute(db);
  const ids = byPerson.slice(0, limit).map(({ id }) => id);
  return ids.length === 0
    ? []
    : selectListed<PositionRow>(db, LISTED_COLUMNS.uploaded, { callerId, language, ids, limit, order: 'uploaded' });
}
