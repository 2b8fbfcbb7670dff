import type { Appeal, HiddenThing, ModerationAct, Report, ReportCase } from '@veld/contract';
import type { AppealJson, HiddenRow } from './appeals.ts';
import type { CaseRow, ListedAct } from './cases.ts';
import type { ReportRow } from './store.ts';

/** A report for the person who made it. */
export function presentReport(row: ReportRow): Report {
  const { id, subject_kind, subject_id, reason, text, state } = row;
  return { id, subject_kind, subject_id, reason, text, state, created_at: row.created_at.toISOString() };
}

function presentAppeal({ id, text, reply, created_at, answered_at }: AppealJson): Appeal {
  return { id, text, reply, created_at: instant(created_at), answered_at: answered_at && instant(answered_at) };
}

/** Something hidden, for its owner. */
export function presentHidden(row: HiddenRow): HiddenThing {
  return {
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
    ...(row.standing ? { standing: row.standing } : {}),
    ...(row.until ? { until: row.until.toISOString() } : {}),
    hidden_at: row.hidden_at.toISOString(),
    note: row.note ?? '',
    appeal: row.appeal && presentAppeal(row.appeal),
  };
}

/** A report for moderators. */
export function presentCase(row: CaseRow): ReportCase {
  return {
    ...presentReport(row),
    reporter: named(row.reporter_id, row.reporter_name),
    subject_user: named(row.subject_user_id, row.subject_user_name),
    observation_id: row.observation_id,
    subject_text: row.subject_text,
    reported_text: row.reported_text === row.subject_text ? null : row.reported_text,
    subject_taxon: row.subject_taxon,
    hidden_at: row.hidden_at?.toISOString() ?? null,
    standing: row.standing,
    until: row.standing_until?.toISOString() ?? null,
    is_actionable: row.is_actionable,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_note: row.decision_note,
    appeal: row.appeal && presentAppeal(row.appeal),
  };
}

export function presentAct(row: ListedAct): ModerationAct {
  const { id, action, subject_kind, subject_id, observation_id, note, until } = row;
  return {
    id,
    action,
    subject_kind,
    subject_id,
    observation_id,
    note,
    is_automatic: row.actor_id === null,
    until: until?.toISOString() ?? null,
    actor: named(row.actor_id, row.actor_name),
    at: row.at.toISOString(),
  };
}

/** Null for a closed account. */
function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id !== null && name !== null ? { id, name } : null;
}

/** JSON of PostgreSQL has times with another form than the contract. */
const instant = (value: string): string => new Date(value).toISOString();
