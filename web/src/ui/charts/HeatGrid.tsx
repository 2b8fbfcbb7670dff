import classes from './HeatGrid.module.css';
import { useReading } from './use-reading';

interface Props {
  /** What the chart shows, for screen readers. */
  label: string;
  rows: readonly { name: string; values: readonly number[] }[];
  columns: readonly string[];
  /** A value in words. */
  read: (row: number, column: number) => string;
}

const SHADES = 4;

/** Values in rows and columns, the larger the stronger. */
export function HeatGrid({ label, rows, columns, read }: Props) {
  const values = rows.flatMap((row) => row.values);
  const most = Math.max(1, ...values);
  const { at, props } = useReading({ count: values.length, start: values.indexOf(most), columns: columns.length });
  const reading = read(Math.floor(at / columns.length), at % columns.length);
  return (
    <div>
      <p className={classes.reading} aria-hidden>
        {reading}
      </p>
      <div className={classes.grid}>
        <div className={classes.names} aria-hidden>
          {rows.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <div
          className={classes.cells}
          style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}
          aria-label={label}
          aria-valuetext={reading}
          {...props}
        >
          {values.map((value, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- cells of a fixed grid
            <span key={index} data-shade={Math.ceil((SHADES * value) / most)} data-read={index === at || undefined} />
          ))}
        </div>
        <div className={classes.columns} style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }} aria-hidden>
          {columns.map((name, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- narrow names of months are not unique
            <span key={index}>{name}</span>
          ))}
        </div>
      </div>
    </div>
  );
}
