import type { JourneyContent } from '@veld/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE } from '../../db/conditions.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { IS_PUBLIC, isJourneyShared, isUnblocked } from '../../db/visibility.ts';

export type JourneyRow = Selectable<Tables['journeys']>;

/** A journey with what others may see of its person and its records. */
export interface SharedRow extends JourneyRow {
  sharing: 'cells' | 'full';
  user_name: string;
  user_is_pro: boolean;
  records: number;
  species: number;
}

export async function findJourney(on: Db | Tx, id: string): Promise<JourneyRow | undefined> {
  return on.selectFrom('journeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the journey until the transaction ends. */
export async function lockJourney(tx: Tx, id: string): Promise<JourneyRow | undefined> {
  return tx.selectFrom('journeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether this write was stored before; remembers it. */
export async function isRepeated(tx: Tx, journeyId: string, writeId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('journey_writes')
    .values({ journey_id: journeyId, write_id: writeId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 0n;
}

type Written = Pick<JourneyRow, 'version' | 'owner_seq' | 'updated_at' | 'shared_at'>;

const columnsOf = ({ complete_groups, companions, effort, trim, weather, ...content }: JourneyContent) => ({
  ...content,
  // An older device does not send it.
  ...(weather !== undefined && { weather: weather && JSON.stringify(weather) }),
  name: content.name.trim(),
  complete_groups: JSON.stringify(complete_groups),
  companions: JSON.stringify(companions),
  effort: JSON.stringify(effort),
  trim: trim && JSON.stringify(trim),
});

/** Undefined if the id is in use. */
export async function insertJourney(
  tx: Tx,
  content: JourneyContent,
  row: Written & Pick<Insertable<Tables['journeys']>, 'id' | 'user_id' | 'created_at'>,
): Promise<JourneyRow | undefined> {
  return tx
    .insertInto('journeys')
    .values({ ...columnsOf(content), ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateJourney(tx: Tx, id: string, content: JourneyContent, row: Written): Promise<JourneyRow> {
  return tx
    .updateTable('journeys')
    .set({ ...columnsOf(content), ...row })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateTrack(
  tx: Tx,
  id: string,
  change: Partial<Pick<JourneyRow, 'points' | 'last_seq' | 'owner_seq' | 'updated_at'>>,
): Promise<JourneyRow> {
  return tx.updateTable('journeys').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Leaves a tombstone that says nothing but that the journey is gone. */
export async function removeJourney(tx: Tx, { id, version }: JourneyRow, owner_seq: number, now: Date): Promise<void> {
  await tx.deleteFrom('journey_blocks').where('journey_id', '=', id).execute();
  await tx.deleteFrom('journey_tracks').where('journey_id', '=', id).execute();
  await tx.deleteFrom('journey_writes').where('journey_id', '=', id).execute();
  const nothing = {
    name: '',
    notes: '',
    companions: '[]',
    complete_groups: '[]',
    effort: '{}',
    weather: null,
    trim: null,
    location_id: null,
  };
  await tx
    .updateTable('journeys')
    .set({
      ...nothing,
      target_groups: [],
      target_taxon_ids: [],
      planned_duration_s: null,
      started_at: new Date(0),
      ended_at: null,
      sharing: 'none',
      shared_at: null,
      points: 0,
      last_seq: null,
      distance_m: null,
      track_revision: sql`track_revision + 1`,
      track_is_ready: false,
      track_fault: null,
      track_due_on: null,
      track_areas: null,
      version: version + 1,
      owner_seq,
      updated_at: now,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** The journeys of a person after a position in their sequence, deleted ones included. */
export async function listChanges(db: Db, userId: string, after: number, limit: number): Promise<JourneyRow[]> {
  return db
    .selectFrom('journeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('owner_seq', '>', after)
    .orderBy('owner_seq')
    .limit(limit)
    .execute();
}

/** The records of the journey `j` that show others where and when they were made. */
const OPEN_RECORDS = sql`
  observations o where o.journey_id = j.id and o.user_id = j.user_id and o.geoprivacy = 'open' and ${IS_PUBLIC} and not ${IS_ABSENCE}`;
const SHARED_COLUMNS = sql`
  j.*, u.name as user_name, u.is_pro as user_is_pro,
  (select count(*)::integer from ${OPEN_RECORDS}) as records,
  (select count(distinct ${FOUND_SPECIES})::integer from ${OPEN_RECORDS}) as species`;

/** The journey with its stored track, if its owner shares it with the caller. */
export async function findShared(
  db: Db,
  id: string,
  callerId: string,
  now: Date,
): Promise<(SharedRow & { track: string | null }) | undefined> {
  const { rows } = await sql<SharedRow & { track: string | null }>`
    select ${SHARED_COLUMNS}, t.track from journeys j join users u on u.id = j.user_id
    left join journey_tracks t on t.journey_id = j.id and j.track_is_ready
    where j.id = ${id} and ${isJourneyShared(now)} and ${isUnblocked(sql`j.user_id`, callerId)}
  `.execute(db);
  return rows[0];
}

export interface SharedFilter {
  callerId: string;
  userId?: string | undefined;
  now: Date;
  /** Only after this position. */
  after: { listed_at: string; id: string } | null;
  limit: number;
}

export async function listShared(db: Db, { callerId, userId, now, after, limit }: SharedFilter): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    select ${SHARED_COLUMNS} from journeys j join users u on u.id = j.user_id
    where ${isJourneyShared(now)} and ${isUnblocked(sql`j.user_id`, callerId)}
      ${userId ? sql`and j.user_id = ${userId}` : sql``}
      ${after ? sql`and (j.started_at, j.id) < (${after.listed_at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by j.started_at desc, j.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Deletes all journeys of a person, with their tracks. */
export async function removeJourneys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('journeys').where('user_id', '=', userId).execute();
}
