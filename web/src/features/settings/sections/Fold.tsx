import { Alert, PasswordInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirst } from '../../../ui/steady-focus';
import classes from './Fold.module.css';

export interface FormProps {
  onDone: () => void;
}

/** A row that expands into a form. */
export function Fold({
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

export function FormErrorText({ text }: { text: string | null }) {
  return text ? (
    <Alert color="brick" role="alert">
      {text}
    </Alert>
  ) : null;
}

export function CurrentPassword({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
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
