import { Link } from 'react-router';
import { Avatar } from '../avatar/Avatar';
import classes from './UserBlock.module.css';

interface Props {
  to: string;
  person: { id: string; name: string };
  /** Secondary line: level, country, "Pro". */
  line?: string;
}

/** The logged-in user, for the user slot of Frame. */
export function UserBlock({ to, person, line }: Props) {
  return (
    <Link className={classes.block} to={to}>
      <Avatar person={person} />
      <span className={classes.words}>
        <span dir="auto" className={classes.name}>
          {person.name}
        </span>
        {line && <span className={classes.line}>{line}</span>}
      </span>
    </Link>
  );
}
