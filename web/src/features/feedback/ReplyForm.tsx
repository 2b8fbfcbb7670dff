import { Alert, Button, Textarea } from '@mantine/core';
import { MAX_REPLY } from '@veld/contract';
import { useRef, useState } from 'react';
import { newId } from '../../local/db/ids';
import { useSending } from '../../shared/session/form';
import classes from './feedback.module.css';

interface Props {
  send: (replyId: string, text: string) => Promise<void>;
  texts: { label: string; hint?: string; send: string };
}

/** A reply to a message, by its author or an administrator. */
export function ReplyForm({ send, texts }: Props) {
  // A repeated request of the same reply has the same id.
  const replyId = useRef(newId());
  const [text, setText] = useState('');
  const { submit, isSending, errors } = useSending(async () => {
    if (text.trim() === '') return;
    await send(replyId.current, text.trim());
    replyId.current = newId();
    setText('');
  });
  const errorText = errors.form ?? errors.fields.text;
  return (
    <form className={classes.part} onSubmit={submit} noValidate>
      <Textarea
        label={texts.label}
        description={texts.hint}
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
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
