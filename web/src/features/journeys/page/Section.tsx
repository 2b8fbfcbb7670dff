import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface Props {
  title: string;
  /** A sentence instead of the content. */
  isEmpty?: string | false;
  /** Without a frame, for lists as wide as the page. */
  isPlain?: boolean;
  children: ReactNode;
}

/** A part of the page of a journey. */
export function Section({ title, isEmpty = false, isPlain = false, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} data-plain={isPlain || undefined} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {isEmpty ? <p className={classes.empty}>{isEmpty}</p> : children}
    </section>
  );
}
