import type { PERSON_ACTIONS } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { translate } from '../../http/messages.ts';
import { mailDate } from '../../mail/outbox.ts';
import { languageOfUser, notify } from '../accounts/notices.ts';
import type { Standing } from '../accounts/standing.ts';
import { lockUser, setUser } from '../accounts/store.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';
import { answerAppeal } from './appeals.ts';
import { type Act, decideReport, findAct, insertAct } from './cases.ts';
import { insertReport, lockReport, type ReportRow } from './store.ts';

/** What moderators do about a person, instead of about what somebody made (decision 0084). */
export type PersonAction = (typeof PERSON_ACTIONS)[number];

/** The standing after an act; a warning leaves it. */
const STANDING_AFTER: Record<Exclude<PersonAction, 'warn'>, Standing | null> = { limit: 'limited', suspend: 'suspended', reinstate: null };

const MAILS = {
  warn: 'account_warned',
  limit: 'account_limited',
  suspend: 'account_suspended',
  reinstate: 'account_reinstated',
} as const satisfies Record<PersonAction, string>;

const OUTCOMES = { warn: 'warned', limit: 'limited', suspend: 'suspended', reinstate: 'reinstated' } as const;

/** Where a person reads how they are restricted, and appeals. */
const OWN_ACCOUNT = '/settings/account';

/**
 * Warns, limits, suspends or reinstates the person whom a report is about, and tells them by mail. 403 for administrators, 422 without a
 * reason or with an end that is over; false if the person is gone, or stands so already.
 */
export async function actOnPerson(context: Context, tx: Tx, report: ReportRow, act: Act & { action: PersonAction }): Promise<boolean> {
  const { action, actorId, note, until } = act;
  if (action !== 'reinstate' && note === '') throw invalid('note', 'required');
  if (until && until <= context.now()) throw invalid('until', 'date_past');
  const user = report.subject_user_id === null ? undefined : await lockUser(tx, report.subject_user_id);
  if (!user) return false;
  if (user.roles.includes('admin')) throw new Fault('forbidden');
  if (action !== 'warn' && !(await changeStanding(tx, user, report, { ...act, action }))) return false;
  if (report.subject_kind === 'user' && report.state === 'open') await decideReport(tx, report.id, { state: 'upheld', actorId, note });
  await notify(context, tx, user, 'en', MAILS[action], { note: until ? `${note}\n\n${sayEnd(user, until)}` : note || '–' });
  return true;
}

/** When the restriction ends, in a sentence. */
function sayEnd(user: UserRow, until: Date): string {
  const language = languageOfUser(user) ?? 'en';
  const date = mailDate(until, { language, country: user.country_code, timeZone: user.time_zone });
  return translate(language, 'mail.restriction.ends', { date });
}

/** False if the person stands so already, until the same time. */
async function changeStanding(
  tx: Tx,
  user: UserRow,
  report: ReportRow,
  { action, note, until }: Act & { action: Exclude<PersonAction, 'warn'> },
): Promise<boolean> {
  const standing = STANDING_AFTER[action];
  if (standing === user.standing && until?.getTime() === user.standing_until?.getTime()) return false;
  await setUser(tx, user.id, {
    standing,
    standing_since: standing === null ? null : sql<Date>`now()`,
    standing_report_id: standing === null ? null : report.id,
    standing_until: until,
  });
  await answerAppeal(tx, 'user', user.id, note);
  return true;
}

/**
 * The report with which somebody is restricted whom nobody has reported: that of an earlier attempt, for a reinstatement that about
 * which the restriction was decided, or a new one in the moderator's name. Appeals are answered with it, like with any other.
 */
export async function lockCause(context: Context, tx: Tx, { id, action, actorId }: Act, userId: string): Promise<ReportRow | undefined> {
  const user = await lockUser(tx, userId);
  if (!user) return undefined;
  const reportId = (await findAct(tx, id))?.report_id ?? (action === 'reinstate' ? user.standing_report_id : null);
  if (reportId !== null) {
    const report = await lockReport(tx, reportId);
    if (report?.subject_user_id !== userId) throw new Fault('conflict');
    return report;
  }
  if (action === 'reinstate') throw new Fault('conflict');
  return insertReport(tx, {
    id,
    reporter_id: actorId,
    subject_kind: 'user',
    subject_id: userId,
    subject_user_id: userId,
    reason: 'other',
    text: '',
    is_void: false,
    reported_text: null,
    created_at: context.now(),
  });
}

/** What tells a person what moderators did about them. */
export function tellRestricted(userId: string, action: PersonAction, causeId: string): NewNotification {
  const facts = { moderation: OUTCOMES[action], subject: 'user', path: OWN_ACCOUNT } as const;
  return { kind: 'moderation', reason: 'own_content', subject: `standing ${userId}`, userId, causeId, facts };
}

/** How somebody with an open account is restricted. */
export async function findStanding(
  db: Db,
  userId: string,
): Promise<(Pick<UserRow, 'standing' | 'standing_until'> & { is_actionable: boolean }) | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['standing', 'standing_until', 'roles'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { standing: row.standing, standing_until: row.standing_until, is_actionable: !row.roles.includes('admin') };
}

const ENDS_AT_ONCE = 500;

/** Ends the restrictions whose time is over, and tells the people. Whom it does not reach has the next run. */
export async function endRestrictions(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('users')
    .select('id')
    .where('standing_until', '<=', context.now())
    // A closed account keeps its standing until it is opened again.
    .where('deleted_at', 'is', null)
    .orderBy('standing_until')
    .limit(ENDS_AT_ONCE)
    .execute();
  for (const { id } of due) await inTransaction(context.db, (tx) => endRestriction(context, tx, id));
}

async function endRestriction(context: Context, tx: Tx, userId: string): Promise<void> {
  const user = await lockUser(tx, userId);
  // A moderator may have changed it since.
  if (!user?.standing_until || user.standing_until > context.now()) return;
  await setUser(tx, userId, { standing: null, standing_since: null, standing_report_id: null, standing_until: null });
  const note = translate(languageOfUser(user) ?? 'en', 'mail.restriction.over');
  await answerAppeal(tx, 'user', userId, note);
  const id = uuid7(context.now());
  const row = { id, action: 'reinstate', actor_id: null, subject_kind: 'user', subject_id: userId, note: '', until: null } as const;
  await insertAct(tx, { ...row, report_id: user.standing_report_id });
  await notify(context, tx, user, 'en', MAILS.reinstate, { note });
  await insertNotifications(tx, [tellRestricted(userId, 'reinstate', id)]);
}
