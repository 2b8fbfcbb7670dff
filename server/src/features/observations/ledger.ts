import { NOT_WILD } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE } from '../../db/conditions.ts';
import type { Slot } from '../../db/fixed.ts';
import type { Db, Tx } from '../../db/open.ts';
import { changeTotals } from '../accounts/store.ts';

/** Whether the record `o` has a photo that could be rendered, or that is still on its way. With a limit, because for `exists` PostgreSQL may read all photos once. */
export const HAS_PHOTO = sql<boolean>`((select true from observation_media om where om.observation_id = o.id and not om.is_failed limit 1) is not null)`;

/** Whether the record `o` is one of a wild organism, with a date and a place. Ticks and absences are not. */
export const IS_WILD_FIND = sql<boolean>`(o.deleted_at is null and not o.is_empty and not ${IS_ABSENCE}
  and o.observed_from is not null and o.latitude is not null and o.longitude is not null
  and coalesce(o.attributes ->> 'wildness', '') not in (${sql.join(NOT_WILD.map((value) => sql.lit(value)))}))`;

/** Whether the record `o` gives experience: a wild find with a name of the taxonomy or a photo, which no moderator has hidden. */
export const GIVES_EXPERIENCE = sql<boolean>`(${IS_WILD_FIND} and o.hidden_by_moderator_at is null and (o.taxon_id is not null or ${HAS_PHOTO}))`;

/** The cell of the record `o`, as an index has it: `experienceCell` of the contract in SQL. */
export const EXPERIENCE_CELL = sql<number>`(floor(o.latitude * 10) * 10000 + floor(o.longitude * 10))`;

/** Locks the writes of a person, as every write does. */
export async function lockWrites(tx: Tx, userId: string): Promise<void> {
  await sql`
    insert into owner_counters (user_id, seq) values (${userId}, 0) on conflict (user_id) do update set seq = owner_counters.seq
  `.execute(tx);
}

/** Locks the writes of the owner of a record, as every write does. */
export async function lockOwnerWrites(tx: Tx, record: RawBuilder<unknown>): Promise<void> {
  await sql`update owner_counters set seq = seq where user_id = (select user_id from observations where id = ${record})`.execute(tx);
}

/** Recomputes the badges and helpful identifications of the people that `people` selects. */
export const insertDue = (people: RawBuilder<unknown>) => sql`insert into motivation_due (user_id) ${people}`;

/** Forgets what has been computed. */
export async function removeDue(tx: Tx, seqs: readonly number[]): Promise<void> {
  await sql`delete from motivation_due where seq = any(${[...seqs]}::bigint[])`.execute(tx);
}

/** What a ledger of experience is compared with. */
export interface Ledger {
  userId: string | Slot;
  /** Common table expressions, of which `earned` has the columns reason, source_id, points and day. */
  earned: RawBuilder<unknown>;
  /** Whether the row `e` of the ledger is one that `earned` decides about. */
  isDecided: RawBuilder<boolean>;
  /** Whether the person's badges and helpful identifications are computed anew afterwards. */
  isFollowed?: boolean;
}

/**
 * Makes the ledger what was earned: adds what is missing, removes what is no longer earned, and changes the total by the difference. The
 * person's writes must be locked.
 */
export function ledgerStatement({ userId, earned, isDecided, isFollowed = true }: Ledger): RawBuilder<never> {
  const change = sql`coalesce((select sum(points) from added), 0) + coalesce((select sum(points) from changed), 0)
    - coalesce((select sum(points) from removed), 0)`;
  return sql<never>`
    with ${earned}, removed as (
      delete from xp_events e
      where e.user_id = ${userId} and ${isDecided}
        and not exists (select 1 from earned w where w.reason = e.reason and w.source_id = e.source_id)
      returning e.points
    ), changed as (
      update xp_events e set day = w.day, points = w.points
      from earned w join xp_events old on old.user_id = ${userId} and old.reason = w.reason and old.source_id = w.source_id
      where e.user_id = ${userId} and e.reason = w.reason and e.source_id = w.source_id
        and (old.day is distinct from w.day or old.points <> w.points)
      returning w.points - old.points as points
    ), added as (
      insert into xp_events (user_id, reason, source_id, points, day)
      select ${userId}::uuid, w.reason, w.source_id, w.points, w.day from earned w
      where not exists (
        select 1 from xp_events e where e.user_id = ${userId} and e.reason = w.reason and e.source_id = w.source_id
      )
      on conflict (user_id, reason, source_id) do nothing returning points
    )${isFollowed ? sql`, due as (${insertDue(sql`select id from users where id = ${userId}`)})` : sql``}
    ${changeTotals(userId, change, sql`exists (select 1 from added) or exists (select 1 from changed) or exists (select 1 from removed)`)}
  `;
}

/** Forgets that something waits to be computed for a person. */
export async function removeUserDue(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('motivation_due').where('user_id', '=', userId).execute();
}
