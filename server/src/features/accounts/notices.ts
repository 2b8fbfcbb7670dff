import type { Language } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { insertMail, mailDate, mailName, type NewMail, publicUrl } from '../../mail/outbox.ts';
import { readPreferences } from './present.ts';

/** The account a notice is about; its address may be a previous one. */
export type Recipient = Pick<UserRow, 'id' | 'name' | 'email' | 'email_confirmed_at' | 'preferences' | 'country_code' | 'time_zone'>;

/** Notifies a person that their password was changed, in case someone else did it. The mail contains no token. */
export async function mailPasswordChanged(context: Context, tx: Tx, to: Recipient, language: Language): Promise<void> {
  await notify(context, tx, to, language, 'password_changed', { link: `${publicUrl(context)}/password/reset` });
}

/** Notifies a person at the previous and the new address that the address was changed, in case someone else did it. */
export async function mailEmailChanged(context: Context, tx: Tx, before: Recipient, after: Recipient, language: Language): Promise<void> {
  await notify(context, tx, before, language, 'email_changed');
  await notify(context, tx, after, language, 'email_current');
}

/** Notifies a person of a login on a device that is new to the account. */
export async function mailNewLogin(context: Context, tx: Tx, to: Recipient, language: Language): Promise<void> {
  await notify(context, tx, to, language, 'new_login', { link: `${publicUrl(context)}/password/reset` });
}

/** Notifies a person of failed logins, once for each `id`. */
export async function mailFailedLogins(
  context: Context,
  tx: Tx,
  to: Recipient,
  { id, language }: { id: string; language: Language },
): Promise<void> {
  await notify(context, tx, to, language, 'failed_logins', { link: `${publicUrl(context)}/password/reset` }, id);
}

/**
 * Queues a mail about an account, with its name and the date of today unless `values` has another. Unconfirmed addresses get none,
 * because they may belong to somebody else.
 */
export async function notify(
  context: Context,
  tx: Tx,
  to: Recipient,
  requestLanguage: Language,
  template: NewMail['template'],
  values: Record<string, string> = {},
  id = uuid7(context.now()),
): Promise<void> {
  if (to.email_confirmed_at === null) return;
  const language = languageOfUser(to) ?? requestLanguage;
  const date = mailDate(context.now(), { language, country: to.country_code, timeZone: to.time_zone });
  await insertMail(context, tx, {
    id,
    userId: to.id,
    recipient: to.email,
    language,
    template,
    values: { name: mailName(to.name), date, ...values },
  });
}

/** The language in the person's preferences, or null. */
export function languageOfUser(user: Pick<UserRow, 'preferences'>): Language | null {
  return readPreferences(user.preferences).language;
}
