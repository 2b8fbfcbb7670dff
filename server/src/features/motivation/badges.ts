import { BADGES, type Badge, type Measured, measureProgress } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { setBadges } from '../accounts/store.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';
import { measure } from './measures.ts';

const isReached = (badge: Badge, measured: Measured) => measureProgress(badge, measured) >= badge.goal;

/**
 * Gives a person the badges that they have earned, and notifies them. A badge stays when records are deleted. It is lost only if it needed
 * a record that a moderator has hidden. The person's writes must be locked.
 */
export async function updateBadges(tx: Tx, userId: string, now: Date): Promise<void> {
  const held = new Set(await listHeld(tx, userId));
  const measured = await measure(tx, userId);
  const earned = BADGES.filter((badge) => !held.has(badge.id) && isReached(badge, measured)).map(({ id }) => id);
  const lost = await lostBadges(tx, userId, held, measured);
  if (earned.length === 0 && lost.length === 0) return;
  const ids = BADGES.map(({ id }) => id).filter((id) => (held.has(id) || earned.includes(id)) && !lost.includes(id));
  await sql`delete from user_badges where user_id = ${userId} and badge = any(${lost}::text[])`.execute(tx);
  await sql`
    insert into user_badges (user_id, badge, earned_at) select ${userId}::uuid, unnest(${earned}::text[]), ${now}
    on conflict do nothing
  `.execute(tx);
  await setBadges(tx, userId, ids);
  await insertNotifications(
    tx,
    earned.map((id) => noticeOf(userId, id, now)),
  );
}

/** One that was lost and earned again is the same. */
function noticeOf(userId: string, badge: string, at: Date): NewNotification {
  const facts = { name: badge, path: '/profile?tab=badges' };
  return { userId, kind: 'badge', reason: 'achieved', subject: badge, causeId: badge, facts, at };
}

async function lostBadges(tx: Tx, userId: string, held: ReadonlySet<string>, measured: Measured): Promise<string[]> {
  const missed = BADGES.filter((badge) => held.has(badge.id) && !isReached(badge, measured));
  if (missed.length === 0) return [];
  const withHidden = await measure(tx, userId, true);
  return missed.filter((badge) => isReached(badge, withHidden)).map(({ id }) => id);
}

async function listHeld(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('user_badges').select('badge').where('user_id', '=', userId).execute();
  return rows.map(({ badge }) => badge);
}
