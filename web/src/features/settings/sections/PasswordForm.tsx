import { Button, PasswordInput } from '@mantine/core';
import { Password, passwordFault } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth, useUser } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import shared from '../settings.module.css';
import { CurrentPassword, Fold, FormErrorText, type FormProps } from './Fold';

/** Changes the password; needs the network. */
export function PasswordForm({ onDone }: FormProps) {
  const { t } = useTranslation(['settings', 'accounts', 'common']);
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { submit, isSending, errors } = useSending(async () => {
    await auth.patchAccount({ password: next, current_password: current });
    setCurrent('');
    setNext('');
    setIsOpen(false);
    onDone();
  });
  const fault = passwordFault(next, user);
  const isBad = fault !== null || !Password.safeParse(next).success;
  return (
    <Fold label={t('account.password')} value={t('account.password_change')} isOpen={isOpen} onToggle={setIsOpen}>
      <form className={shared.form} onSubmit={submit} noValidate>
        <FormErrorText text={errors.form} />
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <CurrentPassword value={current} onChange={setCurrent} error={errors.fields.current_password} />
        <PasswordInput
          label={t('account.new_password')}
          description={t('account.password_hint')}
          name="new-password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          error={errors.fields.password ?? (fault ? t(`accounts:field.${fault}`) : undefined)}
          visibilityToggleButtonProps={{ 'aria-label': t('account.show_password') }}
        />
        <p className={shared.quiet}>{t('account.password_logs_out')}</p>
        <div className={shared.row}>
          <Button type="submit" loading={isSending} disabled={isBad || current === ''}>
            {t('common:action.save')}
          </Button>
        </div>
      </form>
    </Fold>
  );
}
