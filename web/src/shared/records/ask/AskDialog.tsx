import { Button, Modal, Textarea } from '@mantine/core';
import { MAX_VALIDATION_TEXT, type Question, QUESTIONS } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askObserver } from '../../../local/changes/validation';
import { DialogActions } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';
import { currentDatabase, notifier } from '../../session/session';
import classes from './AskDialog.module.css';

interface Props {
  recordId: string;
  /** The record is `asked` until the observer answers; only for who may decide about it. */
  asValidator?: boolean;
  /** After the question is stored on this device. */
  onAsked?: (questionId: string) => void;
  onClose: () => void;
}

/** Asks the observer of a record: a ready question by one tap, or one in words. It waits for a connection in the outbox. */
export function AskDialog({ recordId, asValidator = false, onAsked, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['validation', 'notifications', 'observations', 'common']);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const ask = async (question: Question) => {
    setBusy(true);
    try {
      const id = await askObserver(currentDatabase(), recordId, { question, text: text.trim(), as_validator: asValidator });
      onAsked?.(id);
      onClose();
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('ask.title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.questions}>
        {QUESTIONS.filter((one) => one !== 'other').map((question) => (
          <Button
            key={question}
            variant="default"
            className={classes.question}
            disabled={isBusy || text.trim() !== ''}
            onClick={() => void ask(question)}
          >
            {t(`notifications:question.${question}`)}
          </Button>
        ))}
      </div>
      <Textarea
        className={classes.own}
        label={t('ask.own')}
        value={text}
        maxLength={MAX_VALIDATION_TEXT}
        autosize
        minRows={2}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button disabled={text.trim() === ''} loading={isBusy} onClick={() => void ask('other')}>
          {t('ask.send')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
