import type { ComponentProps, ReactNode } from 'react';
import classes from './FieldGroup.module.css';

/** Several fields below each other; with a legend, they have one name. */
export function FieldGroup({ legend, children }: { legend?: string; children: ReactNode }) {
  if (legend === undefined) return <div className={classes.group}>{children}</div>;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** A line that explains the fields around it. */
export function FieldHint(props: Omit<ComponentProps<'p'>, 'className'>) {
  return <p className={classes.hint} {...props} />;
}
