import { isRecord, Language } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { ClosedAccountRow, UserRow } from '../../db/rows.ts';
import { removeMails } from '../../mail/store.ts';
import { forgetCaller } from './caller-cache.ts';
import { nameKeys } from './names.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import type { Erasers } from '../../http/feature.ts';
import { translate } from '../../http/messages.ts';
import { insertMail, mailName } from '../../mail/outbox.ts';
import { removeOldConfirmations } from './addresses.ts';
import { removeOldAttempts } from './attempts.ts';
import { removeOldDevices, removeOldSessions } from './sessions.ts';
import { removeOldResets } from './resets.ts';

/** How long a closed account can be reopened. */
const REOPEN_PERIOD_MS = 14 * 86_400_000;

export interface Closing {
  now: Date;
  /** Whether records and photos are deleted too: hidden at once, and erased with the account. */
  isErased: boolean;
  /** Whether records keep the name of the person. */
  keepsName: boolean;
  /** Whether logging in reopens the account; false if an admin closed it. */
  canReopen: boolean;
  /** The language of the mail that confirms the erasure. */
  language: Language;
}

/**
 * Moves the personal data of an account to `closed_accounts` and ends its sessions. Its roles are lost: reopening does not bring them
 * back. Returns when the account will be erased.
 */
export async function closeUser(tx: Tx, user: UserRow, closing: Closing): Promise<Date> {
  const { now, isErased, keepsName } = closing;
  const endsAt = new Date(now.getTime() + REOPEN_PERIOD_MS);
  const { country_code, is_pro, preferences, badges, badges_seen, toasts, toasts_seen, wizards_seen, time_zone, app_version } = user;
  const kept = { country_code, is_pro, preferences, badges, badges_seen, toasts, toasts_seen, wizards_seen, time_zone, app_version };
  await tx
    .insertInto('closed_accounts')
    .values({
      user_id: user.id,
      name: user.name,
      email: user.email,
      password_hash: user.password_hash,
      kept: JSON.stringify(kept),
      may_return: closing.canReopen,
      language: closing.language,
      closed_at: now,
      ends_at: endsAt,
    })
    .execute();
  await tx
    .updateTable('users')
    .set({
      name: keepsName ? user.name : '',
      name_keys: [],
      email: '',
      pending_email: null,
      password_hash: '',
      country_code: null,
      roles: ['user'],
      is_pro: false,
      // Records without their own licence still need the default of the person.
      preferences: JSON.stringify(preferences.license === undefined ? {} : { license: preferences.license }),
      preferences_changed_at: '{}',
      badges: [],
      badges_seen: [],
      toasts: [],
      toasts_seen: [],
      wizards_seen: [],
      time_zone: null,
      app_version: null,
      deleted_at: now,
      erase_after: isErased ? endsAt : null,
    })
    .where('id', '=', user.id)
    .execute();
  await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  forgetCaller(tx, user.id);
  await tx.deleteFrom('password_resets').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('email_confirmations').where('user_id', '=', user.id).execute();
  // Earlier mails can contain links. One that is being sent still arrives, but its link no longer works.
  // By the address, those from before `user_id`; mails to an unconfirmed address may be for another account.
  const address = user.email_confirmed_at === null ? null : user.email;
  await removeMails(tx, { userId: user.id, address });
  return endsAt;
}

/** A closed account that can still be reopened, locked until the transaction ends. */
export async function lockClosed(tx: Tx, userId: string, now: Date): Promise<ClosedAccountRow | undefined> {
  return tx
    .selectFrom('closed_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('may_return', '=', true)
    .where('ends_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the records of a closed account keep the name of the person. */
function hasKeptName({ kept, may_return }: Pick<ClosedAccountRow, 'kept' | 'may_return'>): boolean {
  return may_return && isRecord(kept.preferences) && kept.preferences.on_delete === 'named';
}

/** Sets the password of a closed account after a password mail. Logging in with it reopens the account. */
export async function setClosedPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('closed_accounts').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute();
}

/** Restores the account from `closed_accounts`, without its roles. */
export async function reopenUser(tx: Tx, closed: ClosedAccountRow): Promise<UserRow> {
  const { preferences, preferences_changed_at: _, ...kept } = closed.kept as Partial<UserRow>;
  const user = await tx
    .updateTable('users')
    .set({
      ...kept,
      preferences: JSON.stringify(preferences ?? {}),
      name: closed.name,
      name_keys: nameKeys(closed.name),
      email: closed.email,
      password_hash: closed.password_hash,
      deleted_at: null,
      erase_after: null,
    })
    .where('id', '=', closed.user_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  forgetCaller(tx, closed.user_id);
  await tx.deleteFrom('closed_accounts').where('user_id', '=', closed.user_id).execute();
  return user;
}

export interface DueErasure {
  id: string;
  /** Whether the records and photos are erased too. */
  is_erased: boolean;
}

/** Closed accounts that are due to be erased; at most 1,000. */
async function listDueErasures(db: Db, now: Date): Promise<DueErasure[]> {
  const { rows } = await sql<DueErasure>`
    select u.id, u.erase_after is not null as is_erased
    from users u left join closed_accounts c on c.user_id = u.id
    where u.erased_at is null and (c.ends_at <= ${now} or (c.user_id is null and u.erase_after <= ${now}))
    order by u.deleted_at limit 1000
  `.execute(db);
  return rows;
}

/**
 * Erases what accounts store about a person, except the id. Other features must have erased their data before. Returns the removed row
 * of `closed_accounts`, which has the address for the confirmation mail; undefined if that address was never confirmed.
 */
async function erasePersonalData(tx: Tx, userId: string, now: Date): Promise<ClosedAccountRow | undefined> {
  const user = await tx.selectFrom('users').select('email_confirmed_at').where('id', '=', userId).executeTakeFirst();
  const closed = await tx.deleteFrom('closed_accounts').where('user_id', '=', userId).returningAll().executeTakeFirst();
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  forgetCaller(tx, userId);
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('email_confirmations').where('user_id', '=', userId).execute();
  await removeMails(tx, { userId });
  await tx.deleteFrom('devices').where('user_id', '=', userId).execute();
  await tx.updateTable('users').set({ email_key: null, erased_at: now }).where('id', '=', userId).execute();
  return user?.email_confirmed_at ? closed : undefined;
}

/**
 * Registers the daily job that erases accounts closed 14 days ago and deletes old sessions, devices and links of mails. The erasers
 * run in order.
 */
export function registerErasing(context: Context, erasers: Required<Pick<Erasers, 'private' | 'everything'>>): void {
  context.jobs.add({
    name: 'accounts-daily',
    cron: '17 3 * * *',
    timeLimit: 3600,
    run: async () => {
      const now = context.now();
      await removeOldAttempts(context.db, now);
      await removeOldSessions(context.db, now);
      await removeOldResets(context.db, now);
      await removeOldConfirmations(context.db, now);
      await removeOldDevices(context.db, now);
      for (const { id, is_erased } of await listDueErasures(context.db, now)) {
        for (const erase of [...(is_erased ? erasers.everything : []), ...erasers.private]) await erase(context, id);
        // Last, so that the next run repeats an interrupted erasure.
        await eraseAccount(context, id, is_erased, now);
      }
    },
  });
}

/** Erases the account and queues the confirmation mail in one transaction, so that repeated runs send one mail. */
async function eraseAccount(context: Context, id: string, isErased: boolean, now: Date): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const closed = await erasePersonalData(tx, id, now);
    if (!closed) return;
    const language = Language.safeParse(closed.language).data ?? 'en';
    const records = isErased ? 'mail.records.erased' : hasKeptName(closed) ? 'mail.records.named' : 'mail.records.stay';
    await insertMail(context, tx, {
      id: uuid7(now),
      // The account is gone; sending it empties the mail.
      userId: null,
      recipient: closed.email,
      language,
      template: 'ended',
      values: { name: mailName(closed.name), records: translate(language, records) },
    });
  });
}
