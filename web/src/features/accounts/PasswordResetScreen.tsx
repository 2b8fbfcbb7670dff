import { Anchor } from '@mantine/core';
import { resetPassword } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { PasswordField } from './AccountFields';
import { api } from '../../local/app/veld';
import { auth, notifier } from './data';
import { useSending } from './form';
import { GuestForm } from './GuestForm';

/** Opened from an email, possibly while logged in. A reset ends every session. */
export default function PasswordResetScreen() {
  const { t } = useTranslation(['accounts', 'common']);
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const { submit, isSending, errors } = useSending(async () => {
    await api.call(resetPassword, { body: { token, password } }, { token: null });
    notifier.show('positive', t('reset.done'));
    const ended = auth.state().token;
    if (ended) await auth.dropToken(ended);
    await navigate('/login', { replace: true });
  });
  return (
    <GuestForm
      title={t('reset.title')}
      lead={t('reset.lead')}
      submitLabel={t('reset.submit')}
      isSending={isSending}
      errors={{ ...errors, form: errors.fields.token ?? errors.form }}
      onSubmit={submit}
      after={
        <Anchor component={Link} to="/password/reset">
          {t('reset.request_new_link')}
        </Anchor>
      }
    >
      <PasswordField isNew label={t('reset.password')} value={password} onChange={setPassword} error={errors.fields.password} />
    </GuestForm>
  );
}
