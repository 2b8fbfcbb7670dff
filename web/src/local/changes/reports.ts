import { type BodyOf, putAppeal, putReport } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { call } from '../outbox/operation';
import { afterEnqueue, enqueue } from '../outbox/store';

export const REPORT_SUBJECT = 'report:';

type Appeal = BodyOf<typeof putAppeal>;

/** What an appeal is against has one subject, so that the newest text replaces the one before. */
export function appealSubject({ subject_kind, subject_id }: Pick<Appeal, 'subject_kind' | 'subject_id'>): string {
  return `appeal:${subject_kind}:${subject_id}`;
}

export const operations = {
  sendReport: call(putReport, { label: 'report', subject: ({ params }) => REPORT_SUBJECT + params.id }),
  sendAppeal: call(putAppeal, { label: 'appeal', subject: ({ body }) => appealSubject(body) }),
};

/** Resolves once the report is stored on this device, as does the other; the outbox sends it. */
export async function sendReport(database: UserDatabase, report: BodyOf<typeof putReport>, now = Date.now()): Promise<void> {
  await enqueue(database, operations.sendReport, { params: { id: newId() }, body: { ...report, text: report.text.trim() } }, now);
  await afterEnqueue(database);
}

export async function sendAppeal(database: UserDatabase, appeal: Appeal, now = Date.now()): Promise<void> {
  await enqueue(database, operations.sendAppeal, { params: { id: newId() }, body: { ...appeal, text: appeal.text.trim() } }, now);
  await afterEnqueue(database);
}
