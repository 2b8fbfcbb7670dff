import { Button, Modal, Radio, Textarea } from '@mantine/core';
import { type Decision, DECISIONS, MAX_VALIDATION_TEXT } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/DialogBody';
import { useFocusBack } from '../../ui/steady-focus';
import classes from './validation.module.css';

interface Props {
  /** What is chosen at first. */
  initial: Decision;
  onDecide: (decision: { state: Decision; reason: string }) => void;
  onClose: () => void;
}

/** Decides about a record, with a reason. */
export function DecideDialog({ initial, onDecide, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['validation', 'notifications', 'common']);
  const [state, setState] = useState<Decision>(initial);
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onClose} title={t('decide.title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.form}>
        <Radio.Group label={t('decide.state')} value={state} onChange={(value) => setState(value)}>
          {DECISIONS.map((one) => (
            <Radio key={one} value={one} label={t(`notifications:validation.${one}`)} description={t(`about.${one}`)} mt="sm" />
          ))}
        </Radio.Group>
        <Textarea
          label={t('decide.reason')}
          value={reason}
          maxLength={MAX_VALIDATION_TEXT}
          autosize
          minRows={2}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button onClick={() => onDecide({ state, reason: reason.trim() })}>{t('decide.save')}</Button>
      </DialogActions>
    </Modal>
  );
}
