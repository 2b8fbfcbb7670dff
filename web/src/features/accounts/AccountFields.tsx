import { PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The email address of an account. */
export function EmailField({ value, onChange, error }: Props) {
  const { t } = useTranslation('accounts');
  return (
    <TextInput
      label={t('field.email')}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}

/** An existing password, or with `isNew` a new one with its requirements. */
export function PasswordField({ value, onChange, error, label, isNew = false }: Props & { label?: string; isNew?: boolean }) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordInput
      label={label ?? t('field.password')}
      description={isNew ? t('field.password_hint') : undefined}
      name="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': t('field.show_password') }}
    />
  );
}
