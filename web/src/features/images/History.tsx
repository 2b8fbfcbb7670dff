import { Alert, Button, TextInput } from '@mantine/core';
import type { ImageChange } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../i18n/format';
import { useErrorText } from '../../shared/session/form';
import { useLanguage } from '../../shared/session/session';
import { licenseName } from '../../shared/records/value-labels';
import classes from './History.module.css';

const MAX_REASON = 500;

interface Props {
  history: readonly ImageChange[];
  isLocked: boolean;
  onRevert: (changeId: string, reason: string) => Promise<void>;
}

/** Who changed the image of a species and why, newest first. Earlier images can be taken back. */
export function History({ history, isLocked, onRevert }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const language = useLanguage();
  const errorTextOf = useErrorText();
  const [reverting, setReverting] = useState<string | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const revert = (id: string) => {
    setReverting(id);
    setErrorText(null);
    onRevert(id, reason.trim())
      .then(() => setReason(''))
      .catch((error: unknown) => {
        const { fields, form } = errorTextOf(error);
        setErrorText(form ?? (Object.values(fields).join(' ') || t('common:error.title')));
      })
      .finally(() => setReverting(null));
  };
  return (
    <>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {!isLocked && history.some(({ can_revert: canRevert }) => canRevert) && (
        <TextInput
          className={classes.reason}
          label={t('history.reason')}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <ol className={classes.list}>
        {history.map((change) => (
          <li key={change.id} className={classes.change}>
            {change.url ? <img src={change.url} alt="" width={64} height={64} /> : <span className={classes.none} />}
            <div className={classes.words}>
              <span className={classes.action}>{t(`history.${change.action}`)}</span>
              <span className={classes.quiet}>{[change.user_name, ago(change.changed_at, language)].filter(Boolean).join(' · ')}</span>
              {change.attribution !== null && (
                <span className={classes.quiet}>
                  {[change.attribution, change.license && licenseName(change.license)].filter(Boolean).join(' · ')}
                </span>
              )}
              {change.reason && <span>{change.reason}</span>}
            </div>
            {change.can_revert && !isLocked && (
              <Button
                variant="default"
                loading={reverting === change.id}
                aria-label={t('history.take_again_of', { ago: ago(change.changed_at, language) })}
                onClick={() => revert(change.id)}
              >
                {t('history.take_again')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
