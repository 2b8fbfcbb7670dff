import { createTransport, type Transporter } from 'nodemailer';
import type { Context } from '../http/context.ts';
import { claimMail, endExpired, listDueMails, markFailed, markSent, postpone, removeOldMails } from './store.ts';

/** Delay in minutes after each failed attempt; after one more attempt the mail is marked as failed. */
const BACKOFF_MINUTES = [1, 5, 15, 60, 240, 720, 1440];
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Registers the jobs that send queued mails through SMTP_URL, with backoff. Without SMTP_URL mails stay in the table until their
 * links expire, and in development they are also logged.
 */
export function registerMail(context: Context): void {
  const { config, jobs, db } = context;
  const transport = config.SMTP_URL ? openTransport(config.SMTP_URL) : null;

  const send = async (id: string): Promise<void> => {
    if (!transport) return logMail(context, id);
    const mail = await claimMail(db, id, context.now());
    if (!mail) return;
    try {
      await transport.sendMail({
        from: config.MAIL_FROM,
        // As an object, so that no part of an address is parsed as a list or a header.
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body,
        // The same for every attempt, so that a mail sent again after a lost response can be recognised as a duplicate.
        messageId: `<${id}@veld>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe_url) },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await markSent(db, id, context.now());
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      const reason = [code, responseCode].filter(Boolean).join(' ') || 'unknown';
      // The server rejected the address or the text permanently.
      const isPermanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
      const minutes = BACKOFF_MINUTES[mail.tries - 1];
      if (isPermanent || minutes === undefined) await markFailed(db, id, reason);
      else await postpone(db, id, reason, new Date(context.now().getTime() + minutes * 60_000));
      // Without the address and the text, which are private.
      context.log.warn({ mail: id, reason, tries: mail.tries }, isPermanent || minutes === undefined ? 'mail failed' : 'mail not sent');
    }
  };

  jobs.add({ name: 'mail', timeLimit: 120, run: ({ id }: { id: string }) => send(id) });
  jobs.add({
    name: 'mail-waiting',
    cron: '* * * * *',
    timeLimit: 900,
    run: async () => {
      await endExpired(db, context.now());
      if (!transport) return;
      for (const id of await listDueMails(db, context.now())) await send(id);
    },
  });
  jobs.add({ name: 'mail-cleanup', cron: '41 3 * * *', run: () => removeOldMails(db, context.now()) });
}

/** The headers with which mail programs offer to stop mails, in one tap and without opening a page (RFC 8058). */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  return url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

async function logMail(context: Context, id: string): Promise<void> {
  if (context.config.NODE_ENV !== 'development') return;
  const mail = await context.db.selectFrom('mails').select(['subject', 'body']).where('id', '=', id).executeTakeFirst();
  if (mail) context.log.info({ subject: mail.subject, body: mail.body }, 'mail (no SMTP_URL: kept in the database)');
}

/** A transport with default timeouts, which the URL can override (`?socketTimeout=5000`). */
export function openTransport(address: string): Transporter {
  const url = new URL(address);
  for (const [name, value] of Object.entries(TIMEOUTS)) if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  return createTransport(url.href);
}
