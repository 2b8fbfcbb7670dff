import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { auth } from './data';
import { useSending } from './form';
import { GuestForm } from './GuestForm';
import { innerAddress } from './inner-address';

export default function LoginScreen() {
  const { t } = useTranslation(['accounts', 'common']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [email, setEmail] = useState(auth.state().user?.email ?? '');
  const [password, setPassword] = useState('');
  const { submit, isSending, trouble } = useSending(async () => {
    await auth.login({ email, password });
    await navigate(innerAddress(search.get('next')), { replace: true });
  });
  return (
    <GuestForm
      title={t('login.title')}
      lead={auth.state().needs_login ? t('login.again') : undefined}
      submitLabel={t('common:action.log_in')}
      isSending={isSending}
      trouble={trouble}
      onSubmit={submit}
      after={
        <>
          <Anchor component={Link} to="/password/reset">
            {t('login.forgotten')}
          </Anchor>
          <Anchor component={Link} to="/register">
            {t('login.new')}
          </Anchor>
        </>
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
        label={t('field.password')}
        name="password"
        autoComplete="current-password"
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
