import type { ReactNode } from 'react';
import { CloudOff } from './drawings/CloudOff';
import classes from './StateParts.module.css';

interface Props {
  /** One of ui/drawings; the broken cloud by default. */
  drawing?: ReactNode;
  title?: string;
  /** 1 where the title is the screen's own. */
  headingLevel?: 1 | 2;
  /** What happened, that the data are safe, what to do. */
  sentence: string;
  action?: ReactNode;
  /** A number or code to pass on when asking for help. */
  detail?: string;
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
