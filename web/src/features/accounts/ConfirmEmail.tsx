import { confirmEmail } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../local/app/veld';
import { auth, notifier } from '../../shared/session/session';
import { useSending } from '../../shared/session/form';
import { GuestForm } from './GuestForm';

/** Opened from an email, possibly on another device. Waits for a tap, because mail servers open links to check them. */
export function ConfirmEmail({ token }: { token: string }) {
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
