import { Alert, Button, Textarea } from '@mantine/core';
import { MAX_REPLY } from '@veld/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { newId } from '../../../local/db/ids';
import { useLanguage } from '../../accounts/data';
import { useSending } from '../../accounts/form';
import { type FeedbackEntry, useReply } from '../data';
import classes from '../feedback.module.css';

/** The replies to a message, and a field to answer them. */
export function Conversation({ feedback }: { feedback: FeedbackEntry }) {
  const { t } = useTranslation('feedback');
  const language = useLanguage();
  if (feedback.replies.length === 0) return null;
  return (
    <>
      <ul className={classes.replies}>
        {feedback.replies.map(({ id, text, is_team, at }) => (
          <li key={id}>
            <span className={classes.quiet}>
              {t(is_team ? 'reply.team' : 'reply.you')} · <time dateTime={at}>{ago(at, language)}</time>
            </span>
            <p className={classes.reply}>{text}</p>
          </li>
        ))}
      </ul>
      <ReplyForm id={feedback.id} />
    </>
  );
}

function ReplyForm({ id }: { id: string }) {
  const { t } = useTranslation(['feedback', 'common']);
  const reply = useReply(id);
  // A repeated request of the same reply has the same id.
  const replyId = useRef(newId());
  const [text, setText] = useState('');
  const { submit, isSending, errors } = useSending(async () => {
    if (text.trim() === '') return;
    await reply(replyId.current, text.trim());
    replyId.current = newId();
    setText('');
  });
  const errorText = errors.form ?? errors.fields.text;
  return (
    <form className={classes.part} onSubmit={submit} noValidate>
      <Textarea
        label={t('reply.label')}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={MAX_REPLY}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <div>
        <Button type="submit" variant="default" loading={isSending} disabled={text.trim() === ''}>
          {t('reply.send')}
        </Button>
      </div>
    </form>
  );
}
