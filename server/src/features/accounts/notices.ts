import type { Language } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { insertMail, mailDate, mailName, publicUrl } from '../../mail/outbox.ts';

export interface Recipient {
  name: string;
  email: string;
  language: Language;
  country: string | null;
  timeZone: string | null;
}

/** Notifies a person that their password was changed, in case someone else did it. The mail contains no token. */
export async function mailPasswordChanged(context: Context, tx: Tx, recipient: Recipient): Promise<void> {
  await insertMail(context, tx, {
    ...mailTo(context, recipient),
    template: 'password_changed',
    values: {
      ...nameAndDate(context, recipient),
      link: `${publicUrl(context)}/password/reset`,
    },
  });
}

/** Notifies a person that their email address was changed. Goes to the previous address, in case someone else changed it. */
export async function mailEmailChanged(context: Context, tx: Tx, recipient: Recipient): Promise<void> {
  await insertMail(context, tx, { ...mailTo(context, recipient), template: 'email_changed', values: nameAndDate(context, recipient) });
}

function mailTo(context: Context, recipient: Recipient) {
  return { id: uuid7(context.now()), recipient: recipient.email, language: recipient.language };
}

function nameAndDate(context: Context, recipient: Recipient) {
  return { name: mailName(recipient.name), date: mailDate(context.now(), recipient) };
}
