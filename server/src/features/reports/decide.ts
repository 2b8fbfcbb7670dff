import { HIDEABLE } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { Fault } from '../../http/fault.ts';
import { answerAppeal } from './appeals.ts';
import { type Action, decideReport, findAct, insertAct, upholdReports } from './cases.ts';
import { type Hideable, setHidden } from './hiding.ts';
import { notifyConcerned } from './notify.ts';
import { lockReport, type ReportRow } from './store.ts';

export interface Act {
  id: string;
  actorId: string;
  action: Action;
  reportId: string;
  note: string;
}

/** Carries out what a moderator decided, and logs it. A repeated act changes nothing; one that does not fit the state gives 409. */
export async function decide(tx: Tx, act: Act): Promise<void> {
  const report = await lockReport(tx, act.reportId);
  if (!report) throw new Fault('not_found');
  const { id, action, actorId, note } = act;
  const row = {
    id,
    action,
    actor_id: actorId,
    subject_kind: report.subject_kind,
    subject_id: report.subject_id,
    report_id: report.id,
    note,
  };
  const existing = await findAct(tx, id);
  if (existing) {
    if (Object.entries(existing).some(([name, value]) => row[name as keyof typeof row] !== value)) throw new Fault('conflict');
    return;
  }
  if (!(await ACTIONS[action](tx, report, act))) throw new Fault('conflict');
  if (!(await insertAct(tx, row))) throw new Fault('conflict');
  await notifyConcerned(tx, id, action, report);
}

/** What each action does; false if the report or its subject is not in the state that it needs. */
const ACTIONS: Record<Action, (tx: Tx, report: ReportRow, act: Act) => Promise<boolean>> = {
  async dismiss(tx, report, { actorId, note }) {
    if (report.state !== 'open') return false;
    await decideReport(tx, report.id, { state: 'dismissed', actorId, note });
    return true;
  },
  async hide(tx, report, { actorId, note }) {
    const kind = hideable(report);
    if (!kind || !(await setHidden(tx, kind, report.subject_id, true))) return false;
    await upholdReports(tx, kind, report.subject_id, { actorId, note });
    return true;
  },
  async restore(tx, report, { note }) {
    const kind = hideable(report);
    if (!kind || !(await setHidden(tx, kind, report.subject_id, false))) return false;
    await answerAppeal(tx, kind, report.subject_id, note);
    return true;
  },
  async answer(tx, report, { note }) {
    const kind = hideable(report);
    return kind !== null && (await answerAppeal(tx, kind, report.subject_id, note));
  },
};

function hideable({ subject_kind }: ReportRow): Hideable | null {
  return HIDEABLE.find((kind) => kind === subject_kind) ?? null;
}
