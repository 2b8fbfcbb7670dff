import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './SentEntry.module.css';

interface Props {
  title: string;
  /** Decides the colour of its label. */
  state: string;
  stateLabel: string;
  text: string;
  /** As an ISO string, and in words. */
  at: string;
  when: string;
  /** Only for what the server refused. */
  onRetry?: (() => void) | undefined;
  /** What came of it in more words. */
  children?: ReactNode;
}

/** The list of what somebody has sent. */
export function SentList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

/** A line of a list: what somebody has sent to the people behind the server, and what became of it. */
export function SentEntry({ title, state, stateLabel, text, at, when, onRetry, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <li className={classes.entry}>
      <p className={classes.head}>
        <span className={classes.title}>{title}</span>
        <span className={classes.state} data-state={state}>
          {stateLabel}
        </span>
      </p>
      {text && (
        <p dir="auto" className={classes.text}>
          {text}
        </p>
      )}
      <p className={classes.when}>
        <time dateTime={at}>{when}</time>
      </p>
      {children}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </li>
  );
}
