import type { ReactNode } from 'react';
import { CloudOff } from './drawings/CloudOff';
import classes from './StateParts.module.css';

interface Props {
  /** One of ui/drawings; the broken cloud by default. */
  drawing?: ReactNode;
  title?: string;
  /** What happened, that the data are safe, what to do. */
  sentence: string;
  action?: ReactNode;
  /** A number or code to pass on when asking for help. */
  detail?: string;
}

export function ErrorState({ drawing = <CloudOff />, title, sentence, action, detail }: Props) {
  return (
    <div className={classes.state} role="alert">
      {drawing}
      {title && <h2 className={classes.title}>{title}</h2>}
      <p className={classes.sentence}>{sentence}</p>
      {action && <div className={classes.action}>{action}</div>}
      {detail && <p className={classes.detail}>{detail}</p>}
    </div>
  );
}
