import type { ReactNode } from 'react';
import { EmptyNotebook } from './drawings/EmptyDrawings';
import classes from './StateParts.module.css';

interface Props {
  /** One of ui/drawings; the empty notebook by default. */
  drawing?: ReactNode;
  /** Needed only if the screen has no such heading. */
  title?: string;
  /** 1 if it is the title of the screen. */
  headingLevel?: 1 | 2;
  sentence: string;
  /** One button or link. */
  action?: ReactNode;
}

/** Shown instead of an empty list. */
export function EmptyState({ drawing = <EmptyNotebook />, title, headingLevel = 2, sentence, action }: Props) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes.state} data-empty-state>
      {drawing}
      {title && <Heading className={classes.title}>{title}</Heading>}
      <p className={classes.sentence}>{sentence}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
