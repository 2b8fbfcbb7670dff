import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { EmailField, PasswordField } from './AccountFields';
import { auth, notifier } from '../../shared/session/session';
import { useSending } from '../../shared/session/form';
import { GuestForm } from './GuestForm';
import { addressBefore, innerAddress } from '../../shared/session/inner-address';

/** Long enough for two sentences that nobody expects. */
const SHARED_EMAIL_MS = 20_000;

export default function LoginScreen() {
  const { t } = useTranslation(['accounts', 'common']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = innerAddress(search.get('next'));
  const [email, setEmail] = useState(auth.state().user?.email ?? '');
  const [password, setPassword] = useState('');
  const { submit, isSending, errors } = useSending(async () => {
    const ends = [
      auth.on('reopened', () => notifier.show('info', t('login.reopened'))),
      auth.on('emailShared', () =>
        notifier.show('warning', t('login.email_shared', { name: auth.state().user?.name ?? '' }), {
          link: { to: '/settings/account', label: t('common:screens.settings') },
          timeout: SHARED_EMAIL_MS,
        }),
      ),
    ];
    await auth.login({ email, password }).finally(() => {
      for (const end of ends) end();
    });
    await navigate(next, { replace: true });
  });
  return (
    <GuestForm
      title={t('login.title')}
      lead={auth.state().needs_login ? t('login.session_ended') : undefined}
      submitLabel={t('common:action.log_in')}
      isSending={isSending}
      errors={errors}
      onSubmit={submit}
      after={
        <>
          <Anchor component={Link} to="/password/reset">
            {t('login.forgot_password')}
          </Anchor>
          <Anchor component={Link} to={addressBefore('/register', next)}>
            {t('login.create_account')}
          </Anchor>
        </>
      }
    >
      <EmailField value={email} onChange={setEmail} error={errors.fields.email} />
      <PasswordField value={password} onChange={setPassword} error={errors.fields.password} />
    </GuestForm>
  );
}
