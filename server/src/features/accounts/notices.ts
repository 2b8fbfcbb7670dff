import type { Language } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { insertMail, mailDate, mailName, publicUrl } from '../../mail/outbox.ts';

export interface Told {
  name: string;
  email: string;
  language: Language;
  timeZone: string | null;
}

/** Reports a new password to the person, so that somebody else's change is noticed. The mail has no token. */
export async function tellPasswordChanged(context: Context, tx: Tx, told: Told): Promise<void> {
  await insertMail(context, tx, {
    ...mailTo(context, told),
    template: 'password_changed',
    values: {
      ...facts(context, told),
      link: `${publicUrl(context)}/password/reset`,
    },
  });
}

/** Sent to the previous address, because whoever changed it controls the new one. */
export async function tellEmailChanged(context: Context, tx: Tx, told: Told): Promise<void> {
  await insertMail(context, tx, { ...mailTo(context, told), template: 'email_changed', values: facts(context, told) });
}

function mailTo(context: Context, told: Told) {
  return { id: uuid7(context.now()), recipient: told.email, language: told.language };
}

function facts(context: Context, told: Told) {
  return { name: mailName(told.name), date: mailDate(context.now(), told.language, told.timeZone) };
}
