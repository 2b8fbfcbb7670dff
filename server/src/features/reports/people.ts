import type { PERSON_ACTIONS } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { notify } from '../accounts/notices.ts';
import type { Standing } from '../accounts/standing.ts';
import { lockUser, setUser } from '../accounts/store.ts';
import { answerAppeal } from './appeals.ts';
import { type Act, decideReport } from './cases.ts';
import type { ReportRow } from './store.ts';

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

/**
 * Warns, limits, suspends or reinstates the person whom a report is about, and tells them by mail. 403 for administrators, 422 without a
 * reason; false if the person is gone, or stands so already.
 */
export async function actOnPerson(context: Context, tx: Tx, report: ReportRow, act: Act & { action: PersonAction }): Promise<boolean> {
  const { action, actorId, note } = act;
  if (action !== 'reinstate' && note === '') throw invalid('note', 'required');
  const user = report.subject_user_id === null ? undefined : await lockUser(tx, report.subject_user_id);
  if (!user) return false;
  if (user.roles.includes('admin')) throw new Fault('forbidden');
  if (action !== 'warn' && !(await changeStanding(tx, user, report, act))) return false;
  if (report.subject_kind === 'user' && report.state === 'open') await decideReport(tx, report.id, { state: 'upheld', actorId, note });
  await notify(context, tx, user, 'en', MAILS[action], { note: note || '–' });
  return true;
}

async function changeStanding(
  tx: Tx,
  user: UserRow,
  report: ReportRow,
  { action, note }: Act & { action: PersonAction },
): Promise<boolean> {
  const standing = action === 'warn' ? user.standing : STANDING_AFTER[action];
  if (standing === user.standing) return false;
  await setUser(tx, user.id, {
    standing,
    standing_since: standing === null ? null : sql<Date>`now()`,
    standing_report_id: standing === null ? null : report.id,
  });
  await answerAppeal(tx, 'user', user.id, note);
  return true;
}
