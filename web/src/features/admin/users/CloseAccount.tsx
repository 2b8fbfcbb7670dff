import { Alert, Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useSending } from '../../../shared/session/form';
import { notifier } from '../../../shared/session/session';
import classes from '../admin.module.css';
import { type AdminUserDetails, closeAccount, useAdminChange } from '../data';

const MAX_REASON = 500;

interface Props {
  person: AdminUserDetails;
  onClosed: () => void;
}

/** Closes an account, with the reason that the person gets by mail. */
export function CloseAccount({ person, onClosed }: Props) {
  const { t } = useTranslation(['admin', 'common']);
  const change = useAdminChange();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { submit, isSending, errors } = useSending(async () => {
    if (reason.trim() === '') return setMissing(true);
    await change(closeAccount(person.id, reason.trim()));
    notifier.show('positive', t('user.closed', { name: person.name }));
    onClosed();
  });
  const errorText = errors.form ?? Object.values(errors.fields)[0];
  return (
    <form className={classes.part} onSubmit={submit} noValidate aria-labelledby="user-close">
      <SectionTitle id="user-close" level={3}>
        {t('user.close')}
      </SectionTitle>
      <p className={classes.quiet}>{t('user.close_about')}</p>
      {isAsking && (
        <Textarea
          label={t('user.reason')}
          description={t('user.reason_hint')}
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={reason}
          error={isMissing && t('user.reason_missing')}
          onChange={(event) => {
            setMissing(false);
            setReason(event.currentTarget.value);
          }}
        />
      )}
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <div className={classes.row}>
        {isAsking ? (
          <>
            <Button type="submit" color="brick" loading={isSending}>
              {t('user.close_now')}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('common:action.cancel')}
            </Button>
          </>
        ) : (
          <Button variant="default" color="brick" onClick={() => setAsking(true)}>
            {t('user.close')}
          </Button>
        )}
      </div>
    </form>
  );
}
