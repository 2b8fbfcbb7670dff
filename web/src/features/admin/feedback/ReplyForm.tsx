import { Alert, Button, Textarea } from '@mantine/core';
import { MAX_REPLY } from '@veld/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../local/db/ids';
import { useSending } from '../../accounts/form';
import classes from '../admin.module.css';
import { useAdminChange } from '../data';
import { sendReply } from './data';

/** Replies to a message; its author reads it under Feedback. */
export function ReplyForm({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const change = useAdminChange();
  // A repeated request of the same reply has the same id.
  const replyId = useRef(newId());
  const [text, setText] = useState('');
  const { submit, isSending, errors } = useSending(async () => {
    await change(sendReply(id, replyId.current, text.trim()));
    replyId.current = newId();
    setText('');
  });
  const errorText = errors.form ?? errors.fields.text;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label={t('queue.reply')}
        description={t('queue.reply_hint')}
        autosize
        minRows={1}
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
          {t('queue.send_reply')}
        </Button>
      </div>
    </form>
  );
}
