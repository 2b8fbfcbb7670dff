import type { ReactNode } from 'react';
import { EmptyNotebook } from './drawings/EmptyNotebook';
import classes from './StateParts.module.css';

interface Props {
  /** One of ui/drawings; the empty notebook by default. */
  drawing?: ReactNode;
  /** Only where the screen has no heading that says it. */
  title?: string;
  /** 1 where the title is the screen's own. */
  headingLevel?: 1 | 2;
  sentence: string;
  /** One button or link. */
  action?: ReactNode;
}

/** What a list shows that has nothing in it. */
export function EmptyState({ drawing = <EmptyNotebook />, title, headingLevel = 2, sentence, action }: Props) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes.state}>
      {drawing}
      {title && <Heading className={classes.title}>{title}</Heading>}
      <p className={classes.sentence}>{sentence}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
