import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import classes from './HashTarget.module.css';

/** A part of a page that addresses with `#id` lead to, also when it appears later than the page. */
export function HashTarget({ id, children }: { id: string; children: ReactNode }) {
  const { hash, key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash !== `#${id}`) return;
    box.current?.scrollIntoView({ block: 'start' });
    box.current?.focus({ preventScroll: true });
  }, [hash, id, key]);
  return (
    <div ref={box} id={id} tabIndex={-1} className={classes.target}>
      {children}
    </div>
  );
}
