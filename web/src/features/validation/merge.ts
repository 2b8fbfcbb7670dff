import type { AskedQuestion, LoggedDecision, RecordValidation } from '@veld/contract';
import type { ValidationChange } from '../../local/changes/validation';
import { dropRefused } from '../../local/outbox/pending-changes';

type Person = LoggedDecision['user'];

/** What the server has, with what the user decided, asked and answered on this device. A refused change changes nothing. */
export function withChanges(sent: RecordValidation, changes: readonly ValidationChange[], me: NonNullable<Person>): RecordValidation {
  return dropRefused(changes)
    .toSorted((one, other) => one.at - other.at)
    .reduce((shown, change) => applyChange(shown, change, me), sent);
}

function applyChange(shown: RecordValidation, change: ValidationChange, me: NonNullable<Person>): RecordValidation {
  const { decisions, questions } = shown;
  const created_at = new Date(change.at).toISOString();
  switch (change.kind) {
    case 'decision': {
      if (decisions.some(({ id }) => id === change.id)) return shown;
      const { state, reason } = change.decision;
      const one: LoggedDecision = { id: change.id, user: me, is_automatic: false, state, reason, is_undone: false, created_at };
      return { ...shown, state, is_reopened: false, decisions: [one, ...decisions] };
    }
    case 'question': {
      if (questions.some(({ id }) => id === change.id)) return shown;
      const { question, text, as_validator: is_validators } = change.question;
      const one: AskedQuestion = { id: change.id, user: me, question, text, is_validators, created_at, answer: null };
      return { ...shown, state: is_validators ? 'asked' : shown.state, questions: [one, ...questions] };
    }
    case 'withdrawal':
      return withState({ ...shown, questions: questions.filter(({ id }) => id !== change.id) });
    case 'answer': {
      const answer = { ...change.answer, answered_at: created_at };
      return withState({ ...shown, questions: questions.map((one) => (one.id === change.id ? { ...one, answer } : one)) });
    }
  }
}

/** A record is asked as long as a validator waits. */
function withState(shown: RecordValidation): RecordValidation {
  const isAsked = shown.questions.some((one) => one.is_validators && one.answer === null);
  return shown.state === 'asked' && !isAsked ? { ...shown, state: 'unverified' } : shown;
}
