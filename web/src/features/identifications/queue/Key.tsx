import classes from './Key.module.css';

/** The key of a button, where there is likely a keyboard. The button says it to screen readers by `aria-keyshortcuts`. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className={classes.key} aria-hidden>
      {children}
    </kbd>
  );
}
