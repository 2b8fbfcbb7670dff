import { type RawBuilder, sql } from 'kysely';
import type { Slot } from './fixed.ts';

/**
 * Whether others may see the record `o` of the user `u`. Records to be erased with their account are hidden at once, as are those that a
 * moderator hides (decision 0046).
 */
export const IS_PUBLIC = sql<boolean>`o.deleted_at is null and not o.is_empty and o.hidden_by_moderator_at is null and u.erase_after is null`;

/**
 * Whether there is no block between the caller and the person with the id `person` (decision 0046). Everything that shows a caller what
 * others made has this condition. The list does not depend on the row, so PostgreSQL reads it once.
 */
export function isUnblocked(person: RawBuilder<unknown>, callerId: string | Slot): RawBuilder<boolean> {
  return sql<boolean>`${person} not in ${blockedFor(callerId)}`;
}

/** The ids of the people that the caller has blocked, and of those who have blocked the caller. */
export function blockedFor(callerId: string | Slot): RawBuilder<unknown> {
  return sql`(
    select b.other_id as id from relations b where b.user_id = ${callerId} and b.kind = 'block'
    union all select b.user_id from relations b where b.other_id = ${callerId} and b.kind = 'block'
  )`;
}

/** Whether the caller may see the record `o` of the user `u`, who is somebody else. */
export function isPublicTo(callerId: string | Slot): RawBuilder<boolean> {
  return sql<boolean>`(${IS_PUBLIC} and ${isUnblocked(sql`o.user_id`, callerId)})`;
}

/**
 * Whether the record `o` was first saved on an earlier UTC day. Everything that shows others a record that hides its place, or follows
 * from one, waits for it, so that nobody can see the moment of the save (decision 0016).
 */
export const IS_OF_EARLIER_DAY = sql<boolean>`o.created_at < date_trunc('day', now() at time zone 'utc') at time zone 'utc'`;

/**
 * Whether a public record `o` of the user `u` is in lists and counts for a stranger. A record that hides its place enters them at the
 * start of the UTC day after its first save, with all others of that day, so that nobody can see it arrive (decision 0016).
 */
export const IS_LISTED = sql<boolean>`${IS_PUBLIC} and (
  o.geoprivacy = 'open' or ${IS_OF_EARLIER_DAY}
)`;

/** As `IS_LISTED`, for a caller, whose own records are in lists at once. */
export function isListedFor(callerId: string | Slot): RawBuilder<boolean> {
  return sql<boolean>`((${IS_LISTED} or (${IS_PUBLIC} and o.user_id = ${callerId})) and ${isUnblocked(sql`o.user_id`, callerId)})`;
}

/**
 * As `isListedFor`, for a statement without the user of the record `o`: people whose accounts are to be erased are looked up once. With a
 * join, PostgreSQL may read all people for each record where it expects one record and finds thousands.
 */
export function isListedAlone(callerId: string): RawBuilder<boolean> {
  return sql<boolean>`(o.deleted_at is null and not o.is_empty and o.hidden_by_moderator_at is null
    and (o.geoprivacy = 'open' or ${IS_OF_EARLIER_DAY} or o.user_id = ${callerId})
    and o.user_id not in (select erased.id from users erased where erased.erase_after is not null) and ${isUnblocked(sql`o.user_id`, callerId)})`;
}

/** Whether a record counts in figures that open no list, those of embeds and of the server: listed, and not private. */
export const IS_COUNTED = sql<boolean>`${IS_LISTED} and o.geoprivacy <> 'private'`;

/**
 * Whether the taxon `t` has an image that may be shown. Photos to be erased with their account are hidden at once. Not `exists`
 * around all of it, for
 * which PostgreSQL may read all photos and people once instead of looking up those of a page.
 */
export const HAS_IMAGE = sql<boolean>`coalesce((
  select iu.erase_after is null or exists (select 1 from image_credits ic where ic.media_id = im.id) from media im join users iu on iu.id = im.user_id where im.id = t.image_media_id
), false)`;

/**
 * Whether the comment `c` of the user `cu` is shown to a person who may see its record: not where one has blocked the other. What a
 * moderator hid is shown to its author.
 */
export function isCommentShownTo(callerId: string | Slot): RawBuilder<boolean> {
  return sql<boolean>`(c.deleted_at is null and cu.erase_after is null and (c.hidden_at is null or c.user_id = ${callerId})
    and ${isUnblocked(sql`c.user_id`, callerId)})`;
}

/**
 * Whether others see the journey `j` of the user `u`: shared, since the day before `now` or longer (UTC). So a record that hides its
 * place is in place (`findHiddenAreas`) before anybody sees the track, and nobody sees where somebody is at the moment.
 */
export const isJourneyShared = (now: Date) => sql<boolean>`(
  j.deleted_at is null and j.ended_at is not null and j.sharing <> 'none' and u.deleted_at is null
  and j.shared_at < date_trunc('day', ${now}::timestamptz at time zone 'utc') at time zone 'utc'
)`;

/** Whether the identification `i` of the user `iu` counts. Those to be erased with their account, and hidden ones, do not. */
export const IS_ACTIVE = sql<boolean>`i.withdrawn_at is null and i.hidden_by_moderator_at is null and iu.erase_after is null`;
