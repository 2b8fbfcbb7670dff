import { Link } from 'react-router';
import { initialsOf } from '../initials';
import classes from './UserBlock.module.css';

interface Props {
  to: string;
  name: string;
  /** One quiet line: level, country, "Pro". */
  line?: string;
  pictureUrl?: string | null;
}

/** Who is signed in, for Frame's user slot. */
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
