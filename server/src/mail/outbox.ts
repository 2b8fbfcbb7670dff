import type { Language } from '@veld/contract';
import type { Context } from '../http/context.ts';
import type { Tx } from '../db/open.ts';
import { say } from '../http/messages.ts';

export interface NewMail {
  /** Made by the cause of the mail, so that a cause that runs twice makes one mail. */
  id: string;
  recipient: string;
  language: Language;
  /** `reset` takes the texts `mail.reset.subject` and `mail.reset.body`. */
  template: 'reset' | 'closed' | 'closed_by_admin' | 'ended' | 'reopened' | 'password_changed' | 'email_changed';
  values: Record<string, string>;
}

/** Puts a mail in the outbox, in the transaction of its cause, with the job that sends it. False where it is there already. */
export async function insertMail(context: Context, tx: Tx, mail: NewMail): Promise<boolean> {
  const made = await tx
    .insertInto('mails')
    .values({
      id: mail.id,
      recipient: mail.recipient,
      subject: say(mail.language, `mail.${mail.template}.subject`),
      body: say(mail.language, `mail.${mail.template}.body`, mail.values),
      created_at: context.now(),
      next_try_at: context.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows !== 1n) return false;
  await context.jobs.send('mail', { id: mail.id }, tx);
  return true;
}

/** A name as it may stand in a mail: nobody can make our mails carry an address of theirs by calling themselves one. */
export function mailName(name: string): string {
  return name
    .replace(/[/\\:@]+/g, ' ')
    .replace(/\.(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A day as a mail writes it. */
export function mailDate(day: Date, language: Language, timeZone: string | null): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timeZone ?? 'UTC' }).format(day);
}

/** Where people open this server, without a slash at the end. */
export function publicUrl(context: Context): string {
  const { PUBLIC_URL, HOST, PORT } = context.config;
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return (PUBLIC_URL ?? `http://${host}:${PORT}`).replace(/\/+$/, '');
}
