import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './ObserveButton.module.css';

interface Props {
  to: string;
  label: string;
  /** `bar`: raised in the bottom bar; `rail`: round; `wide`: full width with label. */
  look?: 'bar' | 'rail' | 'wide';
}

/** The primary button of the app. */
export function ObserveButton({ to, label, look = 'wide' }: Props) {
  return (
    <Link
      className={classes.observe}
      data-look={look}
      to={to}
      aria-label={look === 'rail' ? label : undefined}
      title={look === 'rail' ? label : undefined}
    >
      <span className={classes.round}>
        <IconPlus size={look === 'wide' ? 22 : 28} stroke={2.25} aria-hidden />
      </span>
      {look !== 'rail' && <span className={classes.label}>{label}</span>}
    </Link>
  );
}
