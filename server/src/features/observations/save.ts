import { type Crop, type Language, RECORD_FIELD_NAMES } from '@veld/contract';
import { sql } from 'kysely';
import { EXPERIENCE_CELL } from './ledger.ts';
import { fixed, type Slot } from '../../db/fixed.ts';
import type { Db, Tx } from '../../db/open.ts';
import { Fault } from '../../http/fault.ts';
import type { RecordState } from './access.ts';
import { IS_ON_MAP, MAP_ENTRY } from './map-changes.ts';
import { type OwnRow, writtenRecord } from './store.ts';
import { reopenedBy } from './validation.ts';

/** What a save depends on. */
interface Start {
  /** The new value of the owner's counter. */
  seq: number;
  state: FoundState | undefined;
  /** Whether the taxon exists and is neither deleted nor merged. */
  isCurrentTaxon: boolean;
}

interface FoundState extends RecordState {
  taxon_id: number | null;
  /** The cell of its place (`EXPERIENCE_CELL`). */
  cell: number | null;
  is_repeated: boolean;
  /** Whether somebody has identified it. */
  is_identified: boolean;
  /** Whether somebody has voted on its quality. */
  is_voted: boolean;
  /** Of the write that is repeated; null for a write from before hashes were stored. */
  content_hash: string | null;
}

interface StartKeys {
  id: string;
  userId: string;
  writeId: string;
  taxonId: number | null;
}

type StartRow = Omit<FoundState, 'user_id'> & { user_id: string | null; seq: number; seq_before: number | null; is_current_taxon: boolean };

const STATE_COLUMNS = sql`o.user_id, o.version, o.taxon_id, ${EXPERIENCE_CELL} as cell, o.deleted_at is not null as is_deleted, w.write_id is not null as is_repeated, w.content_hash,
  exists (select 1 from identifications i where i.observation_id = o.id and i.withdrawn_at is null) as is_identified,
  exists (select 1 from record_votes v where v.observation_id = o.id and v.value = '') as is_voted`;

const advanceAndSelect = fixed<StartKeys, StartRow>(
  ({ id, userId, writeId, taxonId }) => sql`
    with counted as (
      insert into owner_counters (user_id, seq) select id, 1 from users where id = ${userId} and deleted_at is null
      on conflict (user_id) do update set seq = owner_counters.seq + 1
      returning seq
    )
    select counted.seq, (select seq from owner_counters where user_id = ${userId}) as seq_before, ${STATE_COLUMNS},
      exists (select 1 from taxa t where t.id = ${taxonId}::integer and not t.is_deleted and t.accepted_id is null) as is_current_taxon
    from counted
    left join observations o on o.id = ${id}
    left join observation_writes w on w.observation_id = o.id and w.write_id = ${writeId}
  `,
);

const selectState = fixed<{ id: string; writeId: string | null }, FoundState>(
  ({ id, writeId }) => sql`
    select ${STATE_COLUMNS} from observations o
    left join observation_writes w on w.observation_id = o.id and w.write_id = ${writeId}
    where o.id = ${id}
  `,
);

export async function findState(on: Db | Tx, id: string, writeId: string | null): Promise<FoundState | undefined> {
  const [state] = await selectState(on, { id, writeId });
  return state;
}

/**
 * Advances the owner's counter, which serialises the writes of one person, and finds what the save depends on, in one statement.
 * Throws 401 if the account was deleted.
 */
export async function startSave(tx: Tx, keys: StartKeys): Promise<Start> {
  const [row] = await advanceAndSelect(tx, keys);
  if (!row) throw new Fault('not_logged_in');
  const { seq, seq_before, is_current_taxon, ...state } = row;
  // The statement sees what was stored when it began. If it then waited for another write of this person, that is too old.
  if ((seq_before ?? 0) + 1 !== seq) return { seq, state: await findState(tx, keys.id, keys.writeId), isCurrentTaxon: false };
  return { seq, state: state.user_id === null ? undefined : (state as FoundState), isCurrentTaxon: is_current_taxon };
}

/** The columns of a record that a save sets to a value. */
const SAVED_COLUMNS = [
  ...RECORD_FIELD_NAMES,
  'attributes',
  'observed_from',
  'observed_to',
  'observed_at',
  'country_code',
  'public_latitude',
  'public_longitude',
  'public_uncertainty_m',
  'public_country_code',
  'place',
  'public_place',
  'map_key',
  'owner_geoprivacy',
  'hiding_rule_id',
  'is_empty',
  'quality',
] as const;

export type SavedColumns = Record<(typeof SAVED_COLUMNS)[number], unknown>;

/** A photo as a row of `observation_media`. */
export interface PhotoRow {
  media_id: string;
  sha256: string;
  type: string;
  width: number;
  height: number;
  caption: string | null;
  license: string | null;
  position: number;
  crop: Crop | null;
}

interface SavedValues extends SavedColumns {
  id: string;
  userId: string;
  sessionId: string;
  writeId: string;
  version: number;
  seq: number;
  /** Null for the time of the first save. */
  listedAt: string | null;
  needsReview: boolean;
  hash: string;
  /** The draft, as JSON. */
  body: string;
  /** The photos (`PhotoRow`), as JSON. */
  photos: string;
  language: Language;
}

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));

const insertOf = (slots: Record<keyof SavedValues, Slot>) => sql`
  insert into observations (id, user_id, version, owner_seq, listed_at, needs_review, ${columnList(SAVED_COLUMNS)})
  values (${slots.id}, ${slots.userId}, ${slots.version}, ${slots.seq}, coalesce(${slots.listedAt}::timestamptz, now()), ${slots.needsReview},
    ${sql.join(SAVED_COLUMNS.map((name) => slots[name]))})
  on conflict (id) do nothing
  returning *`;

/** A record that needs a review keeps the flag until its taxon or verbatim name changes. */
const updateOf = (slots: Record<keyof SavedValues, Slot>) => sql`
  update observations set
    ${reopenedBy(slots)},
    version = ${slots.version}, owner_seq = ${slots.seq}, updated_at = now(), listed_at = coalesce(${slots.listedAt}::timestamptz, created_at),
    needs_review = ${slots.needsReview}::boolean or (
      needs_review and taxon_id is not distinct from ${slots.taxon_id}::integer and verbatim_name is not distinct from ${slots.verbatim_name}::text
    ),
    ${sql.join(SAVED_COLUMNS.map((name) => sql`${sql.id(name)} = ${slots[name]}`))}
  where id = ${slots.id}
  returning *`;

/**
 * One statement for all that a save stores: the record, its version with the name of the device, its photos, and its place on the map.
 * It returns the record as the owner gets it, from what it has written.
 */
const storeAll = fixed<SavedValues, OwnRow, `${'insert' | 'update'} ${'en' | 'other'}`>((slots, shape) => {
  const [kind, name] = shape.split(' ');
  return sql`
    with stored as (${kind === 'insert' ? insertOf(slots) : updateOf(slots)}),
    versions as (
      insert into observation_writes (observation_id, write_id, version, content_hash, body, device_name)
      select stored.id, ${slots.writeId}::uuid, stored.version, ${slots.hash}::text, ${slots.body}::jsonb,
        (select device_name from sessions where user_id = ${slots.userId} and id = ${slots.sessionId})
      from stored
    ), mapped as (
      insert into map_changes (map_key, is_obscured, shown_on, records)
      select ${MAP_ENTRY}, 1 from stored o where o.map_pending is null and ${IS_ON_MAP}
    ), photos as (
      insert into observation_media (observation_id, media_id, sha256, type, width, height, caption, license, position, crop, is_failed)
      select stored.id, p.*, exists (
        select 1 from media m where m.user_id = ${slots.userId} and m.photo_id = p.media_id and m.sha256 = p.sha256 and m.state = 'failed'
      ) from stored, jsonb_to_recordset(${slots.photos}::jsonb) as p (
        media_id uuid, sha256 text, type text, width integer, height integer, caption text, license text, position integer, crop jsonb
      )
      returning *
    )
    ${writtenRecord(name === 'en', slots.language, sql`stored`, sql`photos`)}
  `;
});

export interface Save extends Omit<SavedValues, 'photos' | keyof SavedColumns> {
  columns: SavedColumns;
  photos: readonly PhotoRow[];
}

/** Undefined if another user inserted a record with this id at the same time. */
export async function storeSave(tx: Tx, { columns, photos, ...given }: Save, isUpdate: boolean): Promise<OwnRow | undefined> {
  const values = { ...columns, ...given, photos: JSON.stringify(photos) };
  const [row] = await storeAll(tx, values, `${isUpdate ? 'update' : 'insert'} ${given.language === 'en' ? 'en' : 'other'}`);
  return row;
}
