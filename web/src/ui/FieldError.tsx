import { IconAlertCircle } from '@tabler/icons-react';
import classes from './FieldError.module.css';

interface Props {
  /** Referenced by the field's `aria-describedby`. */
  id?: string;
  /** One or more sentences; nothing is shown without any. */
  messages: string | readonly string[] | null | undefined;
}

/** Error messages under a field. */
export function FieldError({ id, messages }: Props) {
  const lines = typeof messages === 'string' ? [messages] : (messages ?? []);
  if (lines.length === 0) return null;
  return (
    <p className={classes.error} id={id} role="alert">
      <IconAlertCircle className={classes.icon} size={18} aria-hidden />
      <span>{lines.join(' ')}</span>
    </p>
  );
}
