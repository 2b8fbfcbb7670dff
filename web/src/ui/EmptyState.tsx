import type { ReactNode } from 'react';
import { EmptyNotebook } from './drawings/EmptyNotebook';
import classes from './StateParts.module.css';

interface Props {
  /** One of ui/drawings; the empty notebook by default. */
  drawing?: ReactNode;
  /** Only where the screen has no heading that says it. */
  title?: string;
  sentence: string;
  /** One button or link. */
  action?: ReactNode;
}

/** What a list shows that has nothing in it. */
export function EmptyState({ drawing = <EmptyNotebook />, title, sentence, action }: Props) {
  return (
    <div className={classes.state}>
      {drawing}
      {title && <h2 className={classes.title}>{title}</h2>}
      <p className={classes.sentence}>{sentence}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
