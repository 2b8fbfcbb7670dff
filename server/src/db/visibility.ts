import { type RawBuilder, sql } from 'kysely';
import type { Slot } from './fixed.ts';

/** Whether others may see the record `o` of the user `u`. Records to be erased with their account are hidden at once. */
export const IS_PUBLIC = sql<boolean>`o.deleted_at is null and not o.is_empty and u.erase_after is null`;

/**
 * Whether a public record `o` of the user `u` is in lists and counts for a stranger. A record that hides its place enters them at the
 * start of the UTC day after its first save, with all others of that day, so that nobody can see it arrive (decision 0016).
 */
export const IS_LISTED = sql<boolean>`${IS_PUBLIC} and (
  o.geoprivacy = 'open' or o.created_at < date_trunc('day', now() at time zone 'utc') at time zone 'utc'
)`;

/** As `IS_LISTED`, with the caller's own records at once. */
export function isListedFor(callerId: string | Slot): RawBuilder<boolean> {
  return sql<boolean>`(${IS_LISTED} or (${IS_PUBLIC} and o.user_id = ${callerId}))`;
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

/** Whether the comment `c` of the user `cu` is shown to a person who may see its record. What a moderator hid is shown to its author. */
export function isCommentShownTo(callerId: string | Slot): RawBuilder<boolean> {
  return sql<boolean>`(c.deleted_at is null and cu.erase_after is null and (c.hidden_at is null or c.user_id = ${callerId}))`;
}
