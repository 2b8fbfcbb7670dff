import type { ReactNode } from 'react';
import { initialsOf } from '../../../ui/initials';
import classes from './Portrait.module.css';

interface Props {
  name: string;
  /** Marks after the name. */
  mark?: ReactNode;
  /** Secondary line: country, member since. */
  line?: string;
  actions?: ReactNode;
}

/** Name and picture of a person. */
export function Portrait({ name, mark, line, actions }: Props) {
  return (
    <header className={classes.portrait}>
      <span className={classes.picture} aria-hidden>
        {initialsOf(name)}
      </span>
      <div className={classes.words}>
        <h1 className={classes.name}>
          {name} {mark}
        </h1>
        {line && <p className={classes.line}>{line}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
