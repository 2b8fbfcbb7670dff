import { Alert, Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago, number } from '../../../i18n/format';
import { DialogActions } from '../../../ui/DialogBody';
import { useLanguage } from '../../../shared/session/session';
import { useFormErrorText } from '../../../shared/session/form';
import classes from '../admin.module.css';
import { type FailedJob, runAgain, useAdminChange } from '../data';

interface Props {
  job: FailedJob;
  onClose: () => void;
}

/** A job that failed, with its whole message; it can run again. */
export function FailureDialog({ job, onClose }: Props) {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const change = useAdminChange();
  const errorOf = useFormErrorText();
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const { id, queue, attempts, message, failed_at } = job;
  const run = () => {
    setBusy(true);
    setErrorText(null);
    change(runAgain(queue, id))
      .then(onClose, (error: unknown) => setErrorText(errorOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Modal opened onClose={onClose} title={queue} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <p className={classes.text}>{message || t('jobs.no_message')}</p>
      <p className={classes.quiet}>
        {t('jobs.attempts', { number: number(attempts, language) })} · <time dateTime={failed_at}>{ago(failed_at, language)}</time>
      </p>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <DialogActions>
        <Button loading={isBusy} aria-label={t('jobs.run_again_named', { queue })} onClick={run}>
          {t('jobs.run_again')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
