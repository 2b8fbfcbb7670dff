import type { ReactNode } from 'react';
import { CloudOff } from './drawings/CloudOff';
import classes from './StateParts.module.css';

interface Props {
  /** One of ui/drawings; the broken cloud by default. */
  drawing?: ReactNode;
  title?: string;
  /** 1 if it is the title of the screen. */
  headingLevel?: 1 | 2;
  /** Says what happened, that the data is safe, and what to do. */
  sentence: string;
  action?: ReactNode;
  /** An error code for support. */
  detail?: ReactNode;
}

export function ErrorState({ drawing = <CloudOff />, title, headingLevel = 2, sentence, action, detail }: Props) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes.state} role="alert">
      {drawing}
      {title && <Heading className={classes.title}>{title}</Heading>}
      <p className={classes.sentence}>{sentence}</p>
      {action && <div className={classes.action}>{action}</div>}
      {detail && <p className={classes.detail}>{detail}</p>}
    </div>
  );
}
