import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';
import type { Action } from './cases.ts';
import type { Hideable } from './hiding.ts';
import type { ReportRow } from './store.ts';

/** What a person learns about moderators' decisions on what they made. */
const OUTCOMES = { hide: 'hidden', restore: 'restored', answer: 'answered' } as const;

/** Notifies the people concerned of a moderator's decision: the author, and those who reported it. Moderators are not named. */
export async function notifyConcerned(tx: Tx, actId: string, action: Action, report: ReportRow): Promise<void> {
  const { subject_kind: subject, subject_id: id, subject_user_id: maker } = report;
  const event = { kind: 'moderation', subject: `${subject} ${id}`, causeId: actId } as const;
  const events: NewNotification[] = [];
  if (action !== 'dismiss' && maker !== null) {
    const recordId = await findRecord(tx, subject, id);
    const about = recordId === null ? {} : { recordId };
    events.push({ ...event, ...about, userId: maker, reason: 'own_content', facts: { moderation: OUTCOMES[action], subject } });
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

/** The record that something is or belongs to; null for a person. */
async function findRecord(tx: Tx, kind: ReportRow['subject_kind'], id: string): Promise<string | null> {
  if (kind === 'observation' || kind === 'user') return kind === 'user' ? null : id;
  const { rows } = await sql<{ observation_id: string }>`
    select observation_id from ${sql.table(TABLES[kind])} where id = ${id}
  `.execute(tx);
  return rows[0]?.observation_id ?? null;
}

const TABLES = { identification: 'identifications', comment: 'comments' } as const satisfies Partial<Record<Hideable, string>>;
