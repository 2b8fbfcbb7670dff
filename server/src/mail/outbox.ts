import { dateLocale, type Language } from '@veld/contract';
import type { Context } from '../http/context.ts';
import type { Tx } from '../db/open.ts';
import { translate } from '../http/messages.ts';

export interface NewMail {
  /** Derived from the event that causes the mail, so that a repeated event sends one mail. */
  id: string;
  /** Whose account it is about: what is not sent goes with the account. Null for no account. */
  userId: string | null;
  recipient: string;
  language: Language;
  /** `reset` selects the texts `mail.reset.subject` and `mail.reset.body`. */
  template:
    | 'reset'
    | 'confirm'
    | 'address_in_use'
    | 'closed'
    | 'closed_by_admin'
    | 'account_warned'
    | 'account_limited'
    | 'account_suspended'
    | 'account_reinstated'
    | 'ended'
    | 'reopened'
    | 'password_changed'
    | 'email_changed'
    | 'email_current'
    | 'new_login'
    | 'failed_logins'
    | 'digest';
  values: Record<string, string>;
  /** When a link in the mail stops working. The mail is not sent after that, and its text is deleted. */
  expiresAt?: Date;
  /** Where a mail program stops mails like this one (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Whether the server can send mail. If not, addresses cannot be confirmed and count as confirmed (decision 0029). */
export function sendsMail({ config }: Pick<Context, 'config'>): boolean {
  return config.SMTP_URL !== undefined;
}

/** Queues a mail and its job in the transaction of the event that causes it. False if the mail exists already. */
export async function insertMail(context: Context, tx: Tx, mail: NewMail): Promise<boolean> {
  const made = await tx
    .insertInto('mails')
    .values({
      id: mail.id,
      recipient: mail.recipient,
      subject: translate(mail.language, `mail.${mail.template}.subject`),
      body: translate(mail.language, `mail.${mail.template}.body`, mail.values),
      created_at: context.now(),
      next_try_at: context.now(),
      expires_at: mail.expiresAt ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      user_id: mail.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows !== 1n) return false;
  await context.jobs.send('mail', { id: mail.id }, tx);
  return true;
}

/** A name without the characters of links, so that nobody can place a link in a mail by choosing a name. */
export function mailName(name: string): string {
  return name
    .replace(/[/\\:@]+/g, ' ')
    .replace(/\.(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A date in long form as the recipient's country writes it; in UTC if the time zone is unknown. */
export function mailDate(day: Date, to: { language: Language; country: string | null; timeZone: string | null }): string {
  const locale = dateLocale(to.language, to.country);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: to.timeZone ?? 'UTC' }).format(day);
}

/** The public address of this server, without a trailing slash. */
export function publicUrl(context: Pick<Context, 'config'>): string {
  const { PUBLIC_URL, HOST, PORT } = context.config;
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return (PUBLIC_URL ?? `http://${host}:${PORT}`).replace(/\/+$/, '');
}
