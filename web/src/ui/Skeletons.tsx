import { VisuallyHidden } from '@mantine/core';
import classes from './Skeletons.module.css';

// Shown only while data from the server is loading; the user's own data needs no skeletons. Screen readers announce the label.

export function TaxonRowSkeletons({ count = 6, label }: { count?: number; label: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={classes.row} aria-hidden>
          <span className={classes.square} />
          <span className={classes.words}>
            <span className={classes.line} style={{ width: `${52 - (row % 3) * 9}%` }} />
            <span className={classes.line} style={{ width: `${36 - (row % 2) * 8}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}

export function RecordCardSkeletons({ count = 3, label }: { count?: number; label: string }) {
  return (
    <div className={classes.cards} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, card) => (
        <div key={card} className={classes.card} aria-hidden>
          <span className={classes.picture} />
          <span className={classes.cardWords}>
            <span className={classes.line} style={{ width: '55%' }} />
            <span className={classes.line} style={{ width: '40%' }} />
            <span className={classes.line} style={{ width: '68%' }} />
          </span>
        </div>
      ))}
    </div>
  );
}
