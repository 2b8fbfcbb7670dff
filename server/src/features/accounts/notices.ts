import type { Language } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { insertMail, mailDate, mailName, publicUrl } from '../../mail/outbox.ts';

export interface Recipient {
  name: string;
  email: string;
  language: Language;
  timeZone: string | null;
}

/** Reports a new password to the person, so that somebody else's change is noticed. The mail has no token. */
export async function mailPasswordChanged(context: Context, tx: Tx, recipient: Recipient): Promise<void> {
  await insertMail(context, tx, {
    ...mailTo(context, recipient),
    template: 'password_changed',
    values: {
      ...facts(context, recipient),
      link: `${publicUrl(context)}/password/reset`,
    },
  });
}

/** Sent to the previous address, because whoever changed it controls the new one. */
export async function mailEmailChanged(context: Context, tx: Tx, recipient: Recipient): Promise<void> {
  await insertMail(context, tx, { ...mailTo(context, recipient), template: 'email_changed', values: facts(context, recipient) });
}

function mailTo(context: Context, recipient: Recipient) {
  return { id: uuid7(context.now()), recipient: recipient.email, language: recipient.language };
}

function facts(context: Context, recipient: Recipient) {
  return { name: mailName(recipient.name), date: mailDate(context.now(), recipient.language, recipient.timeZone) };
}
