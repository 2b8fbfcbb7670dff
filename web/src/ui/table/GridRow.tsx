import { memo } from 'react';
import { Link } from 'react-router';
import classes from './DataGrid.module.css';
import { IconPencil } from '@tabler/icons-react';
import { type EndEdit, type TableColumn, formatCell } from './table-types';

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
  /** The id of the column that is edited; null if none is. */
  edited: string | null;
  /** The first and the last column of the range of cells that is selected, as `2-4`; null without any. */
  range: string | null;
  selectLabel: string;
  onEdit: (index: number, column: number) => void;
  onEditEnd: EndEdit;
  onSelect: (index: number, isRange: boolean) => void;
  onFocus: (row: number, column: number) => void;
}

const contentOf = <T,>(column: TableColumn<T>, row: T) => (column.renderCell ? column.renderCell(row) : formatCell(column, row));

function Row<T>({
  row,
  index,
  start,
  template,
  columns,
  isSelected,
  activeColumn,
  edited,
  range,
  selectLabel,
  onEdit,
  onEditEnd,
  onSelect,
  onFocus,
}: Props<T>) {
  const [first = Infinity, last = -1] = range?.split('-').map(Number) ?? [];
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
        const place = at + before;
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={place + 1}
            // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.2 has it for the cells of a grid
            aria-readonly={column.edit ? false : undefined}
            aria-selected={(place >= first && place <= last) || undefined}
            data-cell={`${index} ${place}`}
            data-numeric={column.isNumeric || undefined}
            className={classes.cell}
            data-editable={column.edit ? true : undefined}
            tabIndex={to === null ? tabIndexOf(place) : undefined}
            onFocus={() => onFocus(index, place)}
            onDoubleClick={column.edit && to === null ? () => onEdit(index, place) : undefined}
          >
            {to !== null ? (
              <Link className={classes.link} to={to} tabIndex={tabIndexOf(place)}>
                {contentOf(column, row)}
              </Link>
            ) : (
              contentOf(column, row)
            )}
            {column.edit && edited === column.id && column.edit.render(row, onEditEnd)}
            {column.edit && edited === null && place === activeColumn && (
              // The keyboard has Enter and F2 for it.
              <button
                type="button"
                data-edit
                className={classes.edit}
                tabIndex={-1}
                aria-label={column.edit.label(row)}
                onClick={() => onEdit(index, place)}
              >
                <IconPencil size={18} aria-hidden />
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A row of the grid. While scrolling, only rows that come into view are rendered. */
export const GridRow = memo(Row) as typeof Row;
