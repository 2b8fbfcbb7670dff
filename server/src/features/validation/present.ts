import type { AskedQuestion, LoggedDecision, RecordValidation } from '@veld/contract';
import type { ListedDecision, ListedQuestion, ValidatedRow } from './store.ts';

interface Parts {
  decisions: readonly ListedDecision[];
  questions: readonly ListedQuestion[];
}

/** What validators say of a record. Of one that hides its place, others get no time (decision 0016). */
export function presentValidation(record: ValidatedRow, { decisions, questions }: Parts): RecordValidation {
  const timeOf = (time: Date) => (record.is_hidden ? null : time.toISOString());
  return {
    state: record.validation,
    is_reopened: record.is_reopened,
    decisions: decisions.map((row): LoggedDecision => ({
      id: row.id,
      user: presentPerson(row),
      is_automatic: row.is_automatic,
      state: row.state,
      // What was written by somebody whom the caller does not see stays unread.
      reason: row.is_unseen ? '' : row.reason,
      is_undone: row.is_undone,
      created_at: timeOf(row.created_at),
    })),
    questions: questions.map((row): AskedQuestion => ({
      id: row.id,
      user: presentPerson(row),
      question: row.question,
      text: row.text,
      is_validators: row.is_validators,
      created_at: timeOf(row.created_at),
      answer:
        row.answer === null ? null : { answer: row.answer, text: row.answer_text, answered_at: row.answered_at && timeOf(row.answered_at) },
    })),
    basis: record.is_decidable ? record.basis : null,
  };
}

function presentPerson({ user_id, user_name, user_is_former, is_unseen }: ListedDecision | ListedQuestion): LoggedDecision['user'] {
  if (user_id === null || is_unseen) return null;
  return { id: user_id, name: user_name ?? '', ...(user_is_former && { is_former: true as const }) };
}
