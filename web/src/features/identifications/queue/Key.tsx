import classes from './Key.module.css';

/** The key of a button, where there is likely a keyboard. The button says it to screen readers by `aria-keyshortcuts`; it is no
 * part of the text by which a voice calls the button. */
export function Key({ children }: { children: string }) {
  return <kbd className={classes.key} data-key={children} aria-hidden />;
}
