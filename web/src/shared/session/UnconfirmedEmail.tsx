import { Alert, Button } from '@mantine/core';
import { requestConfirmation } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { useUser } from './session';
import { useSending } from './form';

interface Props {
  /** Only for people that others cannot see yet, not for those who change their address. */
  isAboutListing?: boolean;
}

/** Says which address waits to be confirmed, and sends another link; nothing if none does. */
export function UnconfirmedEmail({ isAboutListing = false }: Props) {
  const { t } = useTranslation('accounts');
  const { email, email_confirmed: isConfirmed, pending_email: next } = useUser();
  const [isSent, setIsSent] = useState(false);
  const { submit, isSending, errors } = useSending(async () => {
    await api.call(requestConfirmation, {});
    setIsSent(true);
  });
  // A user stored by an earlier version has neither field.
  if (isConfirmed !== false && (!next || isAboutListing)) return null;
  return (
    <Alert color="ochre">
      <p>{next ? t('unconfirmed.change', { email: next }) : t('unconfirmed.text', { email })}</p>
      <form onSubmit={submit}>
        {isSent ? (
          <p role="status">{t('unconfirmed.resent')}</p>
        ) : (
          <Button type="submit" variant="default" mt="sm" loading={isSending}>
            {t('unconfirmed.resend')}
          </Button>
        )}
        {errors.form && <p role="alert">{errors.form}</p>}
      </form>
    </Alert>
  );
}
