import { Button, Textarea } from '@mantine/core';
import { type Answer, MAX_VALIDATION_TEXT, OPEN_QUESTIONS, type Question } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerQuestion } from '../../local/changes/validation';
import { currentDatabase, notifier } from '../../shared/session/session';
import classes from './validation.module.css';

interface Props {
  recordId: string;
  question: { id: string; question: Question };
}

/** Answers a question about an own record: by one tap, or in words. The answer waits for a connection in the outbox. */
export function AnswerButtons({ recordId, question: { id, question } }: Props) {
  const { t } = useTranslation(['validation', 'notifications', 'observations']);
  const isOpen = OPEN_QUESTIONS.includes(question);
  const [isWriting, setWriting] = useState(isOpen);
  const [text, setText] = useState('');
  const answer = (chosen: Answer) =>
    answerQuestion(currentDatabase(), { recordId, id }, { answer: chosen, text: chosen === 'text' ? text.trim() : '' }).catch(
      (error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
  const ready: readonly Answer[] = isOpen ? ['unknown'] : ['yes', 'no', 'unknown'];
  return (
    <div className={classes.answers}>
      {isWriting && (
        <Textarea
          aria-label={t('answer.label')}
          placeholder={t('answer.label')}
          value={text}
          maxLength={MAX_VALIDATION_TEXT}
          autosize
          minRows={1}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={classes.choices}>
        {isWriting && (
          <Button disabled={text.trim() === ''} onClick={() => void answer('text')}>
            {t('answer.send')}
          </Button>
        )}
        {ready.map((one) => (
          <Button key={one} variant="default" onClick={() => void answer(one)}>
            {t(`notifications:answer.${one}`)}
          </Button>
        ))}
        {!isWriting && (
          <Button variant="subtle" onClick={() => setWriting(true)}>
            {t('notifications:answer.text')}
          </Button>
        )}
      </div>
    </div>
  );
}
