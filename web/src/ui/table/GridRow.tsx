import { memo } from 'react';
import { Link } from 'react-router';
import classes from './DataGrid.module.css';
import { type TableColumn, formatCell } from './table-types';

interface Props<T> {
  row: T;
  index: number;
  start: number;
  template: string;
  columns: readonly TableColumn<T>[];
  /** Undefined where no rows can be selected. */
  isSelected: boolean | undefined;
  /** The column with the focus; -1 if it is in another row. */
  activeColumn: number;
  selectLabel: string;
  onSelect: (index: number, isRange: boolean) => void;
  onFocus: (row: number, column: number) => void;
}

const contentOf = <T,>(column: TableColumn<T>, row: T) => (column.renderCell ? column.renderCell(row) : formatCell(column, row));

function Row<T>({ row, index, start, template, columns, isSelected, activeColumn, selectLabel, onSelect, onFocus }: Props<T>) {
  const before = isSelected === undefined ? 0 : 1;
  const tabIndexOf = (column: number) => (activeColumn === column ? 0 : -1);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes.row}
      style={{ transform: `translateY(${start}px)`, gridTemplateColumns: template }}
    >
      {isSelected !== undefined && (
        <div role="gridcell" aria-colindex={1} data-cell={`${index} 0`} className={classes.select} onFocus={() => onFocus(index, 0)}>
          <input
            type="checkbox"
            className={classes.checkbox}
            checked={isSelected}
            aria-label={selectLabel}
            tabIndex={tabIndexOf(0)}
            onChange={(event) => onSelect(index, 'shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
          />
        </div>
      )}
      {columns.map((column, at) => {
        const to = column.to?.(row) ?? null;
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 1 + before}
            data-cell={`${index} ${at + before}`}
            data-numeric={column.isNumeric || undefined}
            className={classes.cell}
            tabIndex={to === null ? tabIndexOf(at + before) : undefined}
            onFocus={() => onFocus(index, at + before)}
          >
            {to !== null ? (
              <Link className={classes.link} to={to} tabIndex={tabIndexOf(at + before)}>
                {contentOf(column, row)}
              </Link>
            ) : (
              contentOf(column, row)
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A row of the grid. While scrolling, only rows that come into view are rendered. */
export const GridRow = memo(Row) as typeof Row;
