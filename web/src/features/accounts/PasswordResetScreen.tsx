import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { resetPassword } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { api } from '../../local/veld';
import { auth, notifier } from './data';
import { useSending } from './form';
import { GuestForm } from './GuestForm';

/** Opened from a mail, also by somebody who is logged in: every session ends with it. */
export default function PasswordResetScreen() {
  const { t } = useTranslation(['accounts', 'common']);
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [email, setEmail] = useState(search.get('email') ?? '');
  const [password, setPassword] = useState('');
  const { submit, isSending, trouble } = useSending(async () => {
    await api.call(resetPassword, { body: { token, email, password } }, { token: null });
    notifier.show('positive', t('reset.done'));
    const ended = auth.state().token;
    if (ended) await auth.refused(ended);
    await navigate('/login', { replace: true });
  });
  return (
    <GuestForm
      title={t('reset.title')}
      lead={t('reset.lead')}
      submitLabel={t('reset.submit')}
      isSending={isSending}
      trouble={{ ...trouble, whole: trouble.fields.token ?? trouble.whole }}
      onSubmit={submit}
      after={
        <Anchor component={Link} to="/password/reset">
          {t('reset.again')}
        </Anchor>
      }
    >
      <TextInput
        label={t('field.email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={trouble.fields.email}
      />
      <PasswordInput
        label={t('reset.password')}
        description={t('field.password_hint')}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={trouble.fields.password}
        visibilityToggleButtonProps={{ 'aria-label': t('field.show_password') }}
      />
    </GuestForm>
  );
}
