import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar/Avatar';
import classes from './Portrait.module.css';

interface Props {
  person: { id: string; name: string };
  /** The address of a picture; initials without one. */
  picture?: string | null | undefined;
  /** Marks after the name. */
  mark?: ReactNode;
  /** Secondary line: country, member since. */
  line?: string;
  actions?: ReactNode;
}

/** Name and picture of a person. */
export function Portrait({ person, picture, mark, line, actions }: Props) {
  return (
    <header className={classes.portrait}>
      {picture ? (
        <img className={classes.picture} src={picture} alt="" width={88} height={88} decoding="async" />
      ) : (
        <Avatar person={person} size="large" />
      )}
      <div className={classes.words}>
        <h1 className={classes.name}>
          <bdi dir="auto">{person.name}</bdi> {mark}
        </h1>
        {line && <p className={classes.line}>{line}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
