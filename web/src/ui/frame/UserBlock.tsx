import { Link } from 'react-router';
import { initialsOf } from '../initials';
import classes from './UserBlock.module.css';

interface Props {
  to: string;
  name: string;
  /** Secondary line: level, country, "Pro". */
  line?: string;
  pictureUrl?: string | null;
}

/** The logged-in user, for the user slot of Frame. */
export function UserBlock({ to, name, line, pictureUrl }: Props) {
  return (
    <Link className={classes.block} to={to}>
      <span className={classes.picture} aria-hidden>
        {pictureUrl ? <img src={pictureUrl} alt="" width={44} height={44} /> : initialsOf(name)}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        {line && <span className={classes.line}>{line}</span>}
      </span>
    </Link>
  );
}
