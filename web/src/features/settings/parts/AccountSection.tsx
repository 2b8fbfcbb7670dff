import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { nameFault, Password, passwordFault } from '@veld/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirst } from '../../../ui/steady-focus';
import { auth, useIsOnline, useUser } from '../../accounts/data';
import { useSending } from '../../accounts/form';
import { UnconfirmedEmail } from '../../accounts/UnconfirmedEmail';
import type { SaveState } from '../data';
import { SaveMark, Section } from '../Section';
import shared from '../settings.module.css';
import classes from './AccountSection.module.css';
import { LogoutButton } from './LogoutButton';

interface Props {
  id: string;
  title: string;
}

/** Name, email and password; changing them needs the network. */
export function AccountSection({ id, title }: Props) {
  const { t } = useTranslation('settings');
  const isOnline = useIsOnline();
  const [state, setState] = useState<SaveState>(null);
  const done = () => setState('saved');
  return (
    <Section id={id} title={title} lead={isOnline ? undefined : t('account.offline')} mark={<SaveMark state={state} />}>
      <UnconfirmedEmail />
      <div>
        <NameForm onDone={done} />
        <MailForm onDone={done} />
        <PasswordForm onDone={done} />
      </div>
      <LogoutButton />
    </Section>
  );
}

/** A row that expands into a form. */
function Fold({
  label,
  value,
  isOpen,
  onToggle,
  children,
}: {
  label: string;
  value: string;
  isOpen: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <details
      className={classes.fold}
      open={isOpen}
      onToggle={(event) => {
        onToggle(event.currentTarget.open);
        if (event.currentTarget.open) focusFirst(event.currentTarget);
      }}
    >
      <summary>
        <span className={classes.summaryWords}>
          <span className={classes.summaryLabel}>{label}</span>
          <span>{value}</span>
        </span>
        <IconChevronDown size={22} aria-hidden />
      </summary>
      {children}
    </details>
  );
}

interface FormProps {
  onDone: () => void;
}

function FormErrorText({ text }: { text: string | null }) {
  return text ? (
    <Alert color="brick" role="alert">
      {text}
    </Alert>
  ) : null;
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

function CurrentPassword({ value, onChange, error }: { value: string; onChange: (value: string) => void; error: string | undefined }) {
  const { t } = useTranslation('settings');
  return (
    <PasswordInput
      label={t('account.current_password')}
      name="current-password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': t('account.show_password') }}
    />
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

function PasswordForm({ onDone }: FormProps) {
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
