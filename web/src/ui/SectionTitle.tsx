import type { ReactNode } from 'react';
import classes from './Headings.module.css';

interface Props {
  children: ReactNode;
  /** A link or button at the end of the line, for example "See all". */
  action?: ReactNode;
  level?: 2 | 3;
  id?: string;
}

export function SectionTitle({ children, action, level = 2, id }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.section}>
      <Heading className={classes.sectionTitle} id={id}>
        {children}
      </Heading>
      {action && <div className={classes.sectionAction}>{action}</div>}
    </div>
  );
}
