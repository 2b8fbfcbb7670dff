import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { blockedFor, isPublicTo } from '../../db/visibility.ts';
import { IS_EXPERT } from '../observations/grade.ts';
import { lockOwnerWrites } from '../observations/ledger.ts';

export interface IdentificationRow {
  id: string;
  observation_id: string;
  user_id: string;
  taxon_id: number;
  disagrees: boolean;
  comment: string;
  withdrawn_at: Date | null;
}

/** An identification with what a list shows of it. */
export interface ListedIdentification extends IdentificationRow {
  user_name: string;
  user_is_pro: boolean;
  user_is_former: boolean;
  is_expert: boolean;
  created_at: Date;
  /** Its place in the list of its record; 0 in lists whose order does not depend on the time. */
  place: number;
  /** Whether its maker and the caller have a block. */
  is_unseen: boolean;
}

export interface Keys {
  id: string;
  observationId: string;
  userId: string;
}

export interface LockedRecord {
  user_id: string;
  taxon_id: number | null;
}

/** Locks the writes of the owner of a record, as every write does. Undefined for a record that the caller may not see. */
export async function lockRecord(tx: Tx, id: string, callerId: string): Promise<LockedRecord | undefined> {
  await lockOwnerWrites(tx, sql`${id}`);
  const { rows } = await sql<LockedRecord>`
    select o.user_id, o.taxon_id from observations o join users u on u.id = o.user_id
    where o.id = ${id} and (${isPublicTo(callerId)} or (o.user_id = ${callerId} and o.deleted_at is null))
  `.execute(tx);
  return rows[0];
}

/** An identification by its id, and how many the person has made of the record, withdrawn and replaced ones included. */
export async function findIdentification(
  tx: Tx,
  { id, observationId, userId }: Keys,
): Promise<{ existing: IdentificationRow | undefined; count: number }> {
  const { rows } = await sql<IdentificationRow>`
    select id, observation_id, user_id, taxon_id, disagrees, comment, withdrawn_at from identifications
    where id = ${id} or (observation_id = ${observationId} and user_id = ${userId})
  `.execute(tx);
  return {
    existing: rows.find((row) => row.id === id),
    count: rows.filter((row) => row.observation_id === observationId && row.user_id === userId).length,
  };
}

/** Which part of the identifications of each record. */
export interface Part {
  limit: number;
  /** Those after this position, as `pickPosition`. */
  after?: readonly string[] | null;
  /** Only the one with this id. */
  only?: string;
}

/** The position of an identification in its list. */
export const pickPosition = ({ place, id }: ListedIdentification): readonly string[] => [String(place), id];

/**
 * The identifications of some records that the caller may see, the first received first; of a record that hides its place others get
 * them in the order of their ids, which says nothing of the time. Those to be erased with their account are left out, and those that a
 * moderator has hidden are there for their maker only. Of people with whom the caller has a block there are the active ones, which count
 * for the grade; `presentIdentification` leaves out whose they are.
 */
export async function listOfRecords(db: Db | Tx, ids: readonly string[], callerId: string, part: Part): Promise<ListedIdentification[]> {
  const isUnseen = sql<boolean>`(i.user_id in ${blockedFor(callerId)})`;
  const place = sql`case when o.geoprivacy <> 'open' and o.user_id <> ${callerId} then 0 else i.seq end`;
  const [afterPlace, afterId] = part.after ?? [];
  const isAfter = afterPlace === undefined ? sql`true` : sql`(${place}, i.id) > (${afterPlace}::bigint, ${afterId}::uuid)`;
  const { rows } = await sql<ListedIdentification>`
    select listed.* from observations o cross join lateral (
      select i.id, i.observation_id, i.user_id, i.taxon_id, i.disagrees and i.id <> all(o.ended_disagreements) as disagrees, i.comment, i.withdrawn_at, i.created_at, ${place} as place,
        iu.name as user_name, iu.is_pro as user_is_pro, iu.deleted_at is not null as user_is_former, ${IS_EXPERT} as is_expert, ${isUnseen} as is_unseen
      from identifications i join users iu on iu.id = i.user_id join taxa t on t.id = i.taxon_id
      where i.observation_id = o.id and iu.erase_after is null and (i.withdrawn_at is null or not ${isUnseen})
        and (i.hidden_by_moderator_at is null or i.user_id = ${callerId})
        and ${isAfter} and ${part.only === undefined ? sql`true` : sql`i.id = ${part.only}`}
      order by ${place}, i.id limit ${part.limit}
    ) listed
    where o.id = any(${[...ids]}::uuid[])
    order by listed.observation_id, listed.place, listed.id
  `.execute(db);
  return rows;
}

/** Inserts an identification and withdraws the person's former one. False if the id is in use. */
export async function insertIdentification(tx: Tx, row: Omit<IdentificationRow, 'withdrawn_at'>): Promise<boolean> {
  await sql`
    update identifications set withdrawn_at = now()
    where observation_id = ${row.observation_id} and user_id = ${row.user_id} and withdrawn_at is null
  `.execute(tx);
  const { rows } = await sql`
    insert into identifications (id, observation_id, user_id, taxon_id, disagrees, comment, denied_taxon_ids)
    values (${row.id}, ${row.observation_id}, ${row.user_id}, ${row.taxon_id}, ${row.disagrees}, ${row.comment}, case when ${row.disagrees} then array(
      select taxon_id from identifications
      where observation_id = ${row.observation_id} and user_id <> ${row.user_id} and withdrawn_at is null and hidden_by_moderator_at is null
      union select taxon_id from observations where id = ${row.observation_id} and taxon_id is not null
    ) end)
    on conflict (id) do nothing returning id
  `.execute(tx);
  return rows.length > 0;
}

/**
 * Withdraws an active identification. One that never arrived was to replace what the person has on the record, which is then withdrawn.
 * False if there is none.
 */
export async function setWithdrawn(tx: Tx, keys: Pick<IdentificationRow, 'id' | 'observation_id' | 'user_id'>): Promise<boolean> {
  const { rows } = await sql`
    update identifications set withdrawn_at = now()
    where observation_id = ${keys.observation_id} and user_id = ${keys.user_id} and withdrawn_at is null
      and (id = ${keys.id} or not exists (select 1 from identifications known where known.id = ${keys.id}))
    returning id
  `.execute(tx);
  return rows.length > 0;
}

export async function setHidden(tx: Tx, id: string, isHidden: boolean): Promise<void> {
  await tx
    .updateTable('identifications')
    .set({ hidden_by_moderator_at: isHidden ? sql`now()` : null })
    .where('id', '=', id)
    .execute();
}
