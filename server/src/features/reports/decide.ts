import { HIDEABLE, isOneOf, listKeys, PERSON_ACTIONS } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';
import { answerAppeal } from './appeals.ts';
import { type Act, type Action, decideReport, findAct, insertAct, upholdReports } from './cases.ts';
import { type Hideable, setHidden } from './hiding.ts';
import { actOnPerson, lockCause, type PersonAction, tellRestricted } from './people.ts';
import { answerPerson } from './personal-appeals.ts';
import { forgetReportedTexts, isReportedTextKept } from './reported-texts.ts';
import { lockReport, type ReportRow } from './store.ts';

/** What a person learns about moderators' decisions on what they made. */
const OUTCOMES = { hide: 'hidden', restore: 'restored', answer: 'answered' } as const;

const TABLES = { identification: 'identifications', comment: 'comments' } as const satisfies Partial<Record<Hideable, string>>;

/** Carries out what a moderator decided, and logs it. A repeated act changes nothing; one that does not fit the state gives 409. */
export async function decide(context: Context, tx: Tx, act: Act): Promise<void> {
  const { id, action, actorId, note, until } = act;
  const report = 'reportId' in act.about ? await lockReport(tx, act.about.reportId) : await lockCause(context, tx, act, act.about.userId);
  if (!report) throw new Fault('not_found');
  const row = { id, action, actor_id: actorId, ...subjectOf(action, report), report_id: report.id, note, until };
  const existing = await findAct(tx, id);
  if (existing) {
    if (listKeys(existing).some((name) => !isSame(row[name], existing[name]))) throw new Fault('conflict');
    return;
  }
  const isDone = isOneOf(PERSON_ACTIONS, action)
    ? await actOnPerson(context, tx, report, { ...act, action })
    : await ACTIONS[action](tx, report, act);
  if (!isDone) throw new Fault('conflict');
  if (!(await insertAct(tx, row))) throw new Fault('conflict');
  await forgetReportedTexts(tx, report);
  await notifyConcerned(tx, { id, action, actorId }, report);
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());

/** What an act is about: what was reported, or who made it. */
function subjectOf(action: Action, { subject_kind, subject_id, subject_user_id }: ReportRow) {
  if (isOneOf(PERSON_ACTIONS, action)) return { subject_kind: 'user' as const, subject_id: subject_user_id ?? subject_id };
  return { subject_kind, subject_id };
}

/** What each action does; false if the report or its subject is not in the state that it needs. */
const ACTIONS: Record<Exclude<Action, PersonAction>, (tx: Tx, report: ReportRow, act: Act) => Promise<boolean>> = {
  async dismiss(tx, report, { actorId, note }) {
    if (report.state !== 'open') return false;
    await decideReport(tx, report.id, { state: 'dismissed', actorId, note });
    return true;
  },
  async hide(tx, report, { actorId, note }) {
    const kind = hideable(report);
    if (!kind) return false;
    const outcome = await setHidden(tx, kind, report.subject_id, true);
    // What its author deleted is judged by what it said (decision 0093).
    const isJudged = outcome === 'gone' && report.state === 'open' && (await isReportedTextKept(tx, report.id));
    if (outcome !== 'changed' && !isJudged) return false;
    await upholdReports(tx, kind, report.subject_id, { actorId, note });
    return true;
  },
  async restore(tx, report, { note }) {
    const kind = hideable(report);
    if (!kind || (await setHidden(tx, kind, report.subject_id, false)) !== 'changed') return false;
    await answerAppeal(tx, kind, report.subject_id, note);
    return true;
  },
  async answer(tx, report, { note }) {
    const kind = hideable(report);
    return (await answerPerson(tx, report, note)) || (kind !== null && (await answerAppeal(tx, kind, report.subject_id, note)));
  },
};

function hideable({ subject_kind }: ReportRow): Hideable | null {
  return HIDEABLE.find((kind) => kind === subject_kind) ?? null;
}

/** Notifies the people concerned of a moderator's decision: the author, and those who reported it. Moderators are not named. */
async function notifyConcerned(
  tx: Tx,
  { id: causeId, action, actorId }: Pick<Act, 'id' | 'action' | 'actorId'>,
  report: ReportRow,
): Promise<void> {
  const { subject_kind: subject, subject_id: id, subject_user_id: maker } = report;
  const event = { kind: 'moderation', subject: `${subject} ${id}`, causeId } as const;
  const events: NewNotification[] = [];
  if (isOneOf(PERSON_ACTIONS, action)) {
    if (maker !== null) events.push(tellRestricted(maker, action, causeId));
    const reporters = subject === 'user' && action !== 'reinstate' ? await listReporters(tx, report, false) : [];
    // A moderator who acted without a report wrote the one that it left.
    for (const userId of reporters.filter((one) => one !== actorId))
      events.push({ ...event, userId, reason: 'reported', subject: `report ${subject} ${id}`, facts: { moderation: 'acted', subject } });
    return insertNotifications(tx, events);
  }
  if (action !== 'dismiss' && maker !== null) {
    const recordId = await findRecord(tx, subject, id);
    const about = recordId === null ? {} : { recordId };
    // Without the person it was for, whose account can be erased before the notification.
    const facts = { moderation: OUTCOMES[action], subject, ...(subject === 'message' && { path: '/messages' }) };
    events.push({ ...event, ...about, userId: maker, reason: 'own_content', facts });
  }
  if (action === 'dismiss' || action === 'hide') {
    const moderation = action === 'hide' ? 'upheld' : 'dismissed';
    // Without the record, which may be hidden from them now.
    for (const userId of await listReporters(tx, report, action === 'hide'))
      events.push({ ...event, userId, reason: 'reported', subject: `report ${subject} ${id}`, facts: { moderation, subject } });
  }
  await insertNotifications(tx, events);
}

/** Who sent this report, or with `isAll` any report of the same content that was upheld with it. */
async function listReporters(tx: Tx, report: ReportRow, isAll: boolean): Promise<string[]> {
  if (!isAll) return report.reporter_id === null ? [] : [report.reporter_id];
  const { rows } = await sql<{ reporter_id: string }>`
    select distinct reporter_id from reports
    where subject_kind = ${report.subject_kind} and subject_id = ${report.subject_id} and state = 'upheld' and reporter_id is not null
  `.execute(tx);
  return rows.map((row) => row.reporter_id);
}

/** The record that something is or belongs to; null for a person or a message. */
async function findRecord(tx: Tx, kind: ReportRow['subject_kind'], id: string): Promise<string | null> {
  if (kind === 'observation') return id;
  if (kind === 'user' || kind === 'message') return null;
  const { rows } = await sql<{ observation_id: string }>`
    select observation_id from ${sql.table(TABLES[kind])} where id = ${id}
  `.execute(tx);
  return rows[0]?.observation_id ?? null;
}
