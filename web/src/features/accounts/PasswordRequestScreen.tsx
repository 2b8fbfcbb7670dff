import { Anchor } from '@mantine/core';
import { requestPassword } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmailField } from './AccountFields';
import { api } from '../../local/app/veld';
import { useSending } from '../../shared/session/form';
import classes from './accounts.module.css';
import { GuestForm } from './GuestForm';

export default function PasswordRequestScreen() {
  const { t } = useTranslation(['accounts', 'common']);
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const { submit, isSending, errors } = useSending(async () => {
    await api.call(requestPassword, { body: { email } }, { token: null });
    setIsSent(true);
  });
  const back = (
    <Anchor component={Link} to="/login">
      {t('request.back')}
    </Anchor>
  );
  if (isSent) {
    return (
      <div className={classes.sheet} role="status">
        <h1 className={classes.title}>{t('request.sent_title')}</h1>
        <p className={classes.lead}>{t('request.sent', { email })}</p>
        <div className={classes.after}>{back}</div>
      </div>
    );
  }
  return (
    <GuestForm
      title={t('request.title')}
      lead={t('request.lead')}
      submitLabel={t('request.submit')}
      isSending={isSending}
      errors={errors}
      onSubmit={submit}
      after={back}
    >
      <EmailField value={email} onChange={setEmail} error={errors.fields.email} />
    </GuestForm>
  );
}
