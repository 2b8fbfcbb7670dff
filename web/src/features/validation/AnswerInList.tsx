import type { Notification } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { validationChanges } from '../../local/changes/validation';
import { currentDatabase } from '../../shared/session/session';
import { AnswerButtons } from './AnswerButtons';
import { useWords } from './use-words';
import classes from './AnswerInList.module.css';

/** Below a notification of a question: what answers it, or the answer. */
export function AnswerInList({ entry: { question, record } }: { entry: Notification }) {
  if (!question || question.is_answer || !record) return null;
  return <Answering question={question} recordId={record.id} />;
}

function Answering({ question, recordId }: { question: NonNullable<Notification['question']>; recordId: string }) {
  const { t } = useTranslation(['validation', 'notifications']);
  const { sayAnswer } = useWords();
  const database = currentDatabase();
  const here = useLiveQuery(async () => {
    const changes = await validationChanges(database, recordId, 0);
    return changes.findLast((one) => one.kind === 'answer' && one.id === question.id && one.state !== 'needs_attention') ?? null;
  }, [database, recordId, question.id]);
  if (here === undefined) return null;
  const given =
    here?.kind === 'answer' ? here.answer : question.answer === null ? null : { answer: question.answer, text: question.answer_text };
  return (
    <div className={classes.below}>
      {given ? (
        <p dir="auto">{t('answer.given', { answer: sayAnswer(given) })}</p>
      ) : (
        <AnswerButtons recordId={recordId} question={question} />
      )}
    </div>
  );
}
