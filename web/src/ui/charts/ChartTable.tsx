import { useState } from 'react';
import classes from './ChartTable.module.css';

type Cell = string | number | boolean | null | undefined;

interface Props {
  /** What opens the table. */
  summary: string;
  /** The name of the table, for screen readers. */
  label: string;
  columns: readonly string[];
  /** The first cell of each row is its heading. */
  rows: readonly (readonly Cell[])[];
  /** Formats a cell, once the table is built; texts as they are by default. */
  textOf?: (cell: Cell) => string;
}

/** Tables with more rows are built only when they are opened. */
const SHORT = 24;

/** The values of a chart as a table, closed at first. */
export function ChartTable({ summary, label, columns, rows, textOf = String }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isBuilt = isOpen || rows.length <= SHORT;
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard too */}
      <div className={classes.frame} role="group" aria-label={label} tabIndex={rows.length > SHORT ? 0 : undefined}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isBuilt ? rows : []).map(([heading, ...cells], row) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows in a fixed order
              <tr key={row}>
                <th scope="row">{textOf(heading)}</th>
                {cells.map((cell, column) => (
                  <td key={columns[column + 1]}>{textOf(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
