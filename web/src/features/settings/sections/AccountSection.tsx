import { Button, TextInput } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { nameFault } from '@veld/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../../../shared/session/form';
import { auth, useIsOnline, useUser } from '../../../shared/session/session';
import { UnconfirmedEmail } from '../../../shared/session/UnconfirmedEmail';
import { HiddenNote } from '../../reports/HiddenNote';
import { useLogOut } from '../../accounts/log-out';
import type { SaveState } from '../../../shared/session/preferences';
import { SaveMark, Section, type SectionProps } from '../Section';
import { CurrentPassword, Fold, FormErrorText, type FormProps } from './Fold';
import shared from '../settings.module.css';
import classes from './AccountSection.module.css';

const LogoutDialog = lazy(() => import('../../accounts/LogoutDialog'));

/** Name and email; changing them needs the network. */
export function AccountSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const isOnline = useIsOnline();
  const user = useUser();
  const [state, setState] = useState<SaveState>(null);
  const done = () => setState('saved');
  return (
    <Section id={id} title={title} lead={isOnline ? undefined : t('account.offline')} mark={<SaveMark state={state} />}>
      <UnconfirmedEmail />
      {user.standing && <HiddenNote kind="user" id={user.id} />}
      <div>
        <NameForm onDone={done} />
        <MailForm onDone={done} />
      </div>
      <LogoutButton />
    </Section>
  );
}

function NameForm({ onDone }: FormProps) {
  const { t } = useTranslation(['settings', 'accounts', 'common']);
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState(user.name);
  const { submit, isSending, errors } = useSending(async () => {
    await auth.patchAccount({ name });
    setIsOpen(false);
    onDone();
  });
  // A name from before the rules stays as it is.
  const fault = name === user.name ? null : nameFault(name);
  return (
    <Fold label={t('account.name')} value={user.name} isOpen={isOpen} onToggle={setIsOpen}>
      <form className={shared.form} onSubmit={submit} noValidate>
        <FormErrorText text={errors.form} />
        <TextInput
          label={t('account.name')}
          name="name"
          autoComplete="nickname"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errors.fields.name ?? (fault ? t(`accounts:field.${fault}`) : undefined)}
        />
        <div className={shared.row}>
          <Button type="submit" loading={isSending}>
            {t('common:action.save')}
          </Button>
        </div>
      </form>
    </Fold>
  );
}

function MailForm({ onDone }: FormProps) {
  const { t } = useTranslation(['settings', 'common']);
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  const { submit, isSending, errors } = useSending(async () => {
    await auth.patchAccount({ email, current_password: password });
    setPassword('');
    setIsOpen(false);
    onDone();
  });
  return (
    <Fold label={t('account.email')} value={user.email} isOpen={isOpen} onToggle={setIsOpen}>
      <form className={shared.form} onSubmit={submit} noValidate>
        <FormErrorText text={errors.form} />
        <TextInput
          label={t('account.email')}
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={errors.fields.email}
        />
        <CurrentPassword value={password} onChange={setPassword} error={errors.fields.current_password} />
        <p className={shared.quiet}>{t('account.password_logs_out')}</p>
        <div className={shared.row}>
          <Button type="submit" loading={isSending}>
            {t('common:action.save')}
          </Button>
        </div>
      </form>
    </Fold>
  );
}

/** Logs out at once if nothing is unsent; else asks what to do with it. */
function LogoutButton() {
  const { t } = useTranslation(['common', 'accounts']);
  const [isLeaving, setIsLeaving] = useState(false);
  const logOut = useLogOut(() => setIsLeaving(true));
  return (
    <div>
      <div className={classes.leave}>
        <Button variant="default" leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void logOut()}>
          {t('nav.log_out')}
        </Button>
        <Button variant="subtle" color="brick" onClick={() => setIsLeaving(true)}>
          {t('accounts:leave.remove')}
        </Button>
      </div>
      {isLeaving && (
        <Suspense fallback={null}>
          <LogoutDialog opened onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </div>
  );
}
