import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { focusFirst } from '../../ui/steady-focus';
import type { FormErrors } from '../../shared/session/form';
import classes from './accounts.module.css';

interface Props {
  title: string;
  lead?: string;
  submitLabel: string;
  isSending: boolean;
  errors: FormErrors;
  onSubmit: (event: React.FormEvent) => void;
  children: ReactNode;
  /** Links under the button. */
  after?: ReactNode;
}

/** A form for visitors. */
export function GuestForm({ title, lead, submitLabel, isSending, errors, onSubmit, children, after }: Props) {
  return (
    <form ref={focusFirst} className={classes.sheet} onSubmit={onSubmit} noValidate>
      <h1 className={classes.title}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      <Stack gap="md">
        {errors.form && (
          <Alert color="brick" role="alert">
            {errors.form}
          </Alert>
        )}
        {children}
        <Button type="submit" fullWidth loading={isSending}>
          {submitLabel}
        </Button>
      </Stack>
      {after && <div className={classes.after}>{after}</div>}
    </form>
  );
}
