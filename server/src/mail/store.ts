import { sql } from 'kysely';
import type { Db, Tx } from '../db/open.ts';

/** How long a mail stays claimed before another sender may send it; longer than all SMTP timeouts together. */
const LEASE_MS = 5 * 60_000;
const KEEP_MS = 30 * 86_400_000;

export interface ClaimedMail {
  recipient: string;
  subject: string;
  body: string;
  unsubscribe_url: string | null;
  /** Number of attempts, including this one. */
  tries: number;
}

/** Claims a due mail for this sender. Undefined if it is sent, failed, expired, or claimed by another sender. */
export async function claimMail(db: Db, id: string, now: Date): Promise<ClaimedMail | undefined> {
  return db
    .updateTable('mails')
    .set((set) => ({ tries: set('tries', '+', 1), next_try_at: new Date(now.getTime() + LEASE_MS) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .returning(['recipient', 'subject', 'body', 'unsubscribe_url', 'tries'])
    .executeTakeFirst();
}

/** What is left of a mail that is not sent again: its text may contain a link that gives access to an account. */
const NO_TEXT = { recipient: '', body: '', unsubscribe_url: null };

/** Marks a mail as sent and deletes its address and text. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: now, last_error: null, ...NO_TEXT })
    .where('id', '=', id)
    .execute();
}

/** Marks a mail as failed and deletes its address and text. */
export async function markFailed(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', last_error: reason, ...NO_TEXT })
    .where('id', '=', id)
    .execute();
}

/** Marks waiting mails whose link no longer works as failed and deletes their addresses and texts. */
export async function endExpired(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', last_error: 'expired', ...NO_TEXT })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .execute();
}

export async function postpone(db: Db, id: string, reason: string, until: Date): Promise<void> {
  await db.updateTable('mails').set({ last_error: reason, next_try_at: until }).where('id', '=', id).execute();
}

export async function listDueMails(db: Db, now: Date): Promise<string[]> {
  const due = await db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(20)
    .execute();
  return due.map((row) => row.id);
}

export async function removeOldMails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('created_at', '<', new Date(now.getTime() - KEEP_MS))
    .execute();
}

/** Deletes the mails of a person, and those to an address. */
export async function removeMails(tx: Tx, { userId, address = null }: { userId: string; address?: string | null }): Promise<void> {
  await sql`delete from mails where user_id = ${userId} or recipient = ${address}`.execute(tx);
}
