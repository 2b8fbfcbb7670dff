import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormErrorText } from '../../../shared/session/form';
import { cancelProject, type Project, useShowSaved } from '../data';
import classes from './edit.module.css';

/** Cancels a project after a question, or takes that back. Nobody loses a record. */
export function CancelProject({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const errorTextOf = useFormErrorText();
  const showSaved = useShowSaved();
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const set = async (isCancelled: boolean) => {
    setSending(true);
    setErrorText(null);
    try {
      const changed = await cancelProject(project.id, isCancelled);
      showSaved(changed);
      onChange(changed);
      setAsking(false);
    } catch (error) {
      setErrorText(errorTextOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <section className={classes.cancel}>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {project.is_cancelled ? (
        <Button variant="default" loading={isSending} onClick={() => void set(false)}>
          {t('uncancel')}
        </Button>
      ) : isAsking ? (
        <>
          <p className={classes.text}>{t('cancel_hint')}</p>
          <div className={classes.actions}>
            <Button color="brick" loading={isSending} onClick={() => void set(true)}>
              {t('cancel_confirm')}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('common:action.cancel')}
            </Button>
          </div>
        </>
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('cancel')}
        </Button>
      )}
    </section>
  );
}
