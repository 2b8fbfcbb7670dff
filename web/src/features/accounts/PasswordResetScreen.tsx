import { Anchor } from '@mantine/core';
import { confirmEmail, resetPassword } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { api } from '../../local/app/veld';
import { useSending } from '../../shared/session/form';
import { auth, notifier } from '../../shared/session/session';
import { PasswordField } from './AccountFields';
import { GuestForm } from './GuestForm';

/** The page of the links in emails, opened with or without a session: they set a password, or with `?for=email` confirm an address. */
export default function PasswordResetScreen() {
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  return search.get('for') === 'email' ? <ConfirmEmail token={token} /> : <NewPassword token={token} />;
}

/** A reset ends every session. */
function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation(['accounts', 'common']);
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

/** Opened from an email, possibly on another device. Waits for a tap, because mail servers open links to check them. */
function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const { submit, isSending, errors } = useSending(async () => {
    await api.call(confirmEmail, { body: { token } }, { token: null });
    notifier.show('positive', t('confirm.done'));
    await auth.fetchUser();
    await navigate(auth.check() ? '/' : '/login', { replace: true });
  });
  return (
    <GuestForm
      title={t('confirm.title')}
      lead={t('confirm.lead')}
      submitLabel={t('confirm.submit')}
      isSending={isSending}
      errors={{ ...errors, form: errors.fields.token ?? errors.form }}
      onSubmit={submit}
    >
      {null}
    </GuestForm>
  );
}
