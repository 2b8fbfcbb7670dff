import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './SavedPage.module.css';
import { steadyFocus } from './steady-focus';

interface Props {
  title: string;
  /** Where the records are, for example "On this device". Announced when it changes. */
  note: ReactNode;
  /** Shown beside the title, for example Undo. */
  aside?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
  actions: ReactNode;
}

/** The page after saving. The title takes the focus when the page appears. */
export function SavedPage({ title, note, aside, isWide = false, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={steadyFocus} className={classes.page} data-wide={isWide || undefined}>
      <div className={classes.head}>
        <IconCircleCheck className={classes.icon} size={44} stroke={1.6} aria-hidden />
        <div className={classes.words}>
          <div className={classes.line}>
            <h1 className={classes.title} ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {aside}
          </div>
          <p className={classes.note} role="status">
            {note}
          </p>
        </div>
      </div>
      {children}
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
