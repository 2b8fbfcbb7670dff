import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFewNewLines } from '../virtual/use-few-new-lines';
import classes from './DataGrid.module.css';
import { GridRow } from './GridRow';
import type { TableColumn, TableState, TableTexts } from './table-types';
import { useGridFocus } from './use-grid-focus';
import { type Extent, useRowSelection } from './use-row-selection';

interface Props<T> {
  rows: readonly T[];
  rowId: (row: T) => string;
  rowName: (row: T) => string;
  columns: readonly TableColumn<T>[];
  label: string;
  sort: TableState['sort'];
  onSort: (sort: TableState['sort']) => void;
  selected?: ReadonlySet<string>;
  /** Without it, no rows can be selected. */
  onSelected?: (selected: ReadonlySet<string>) => void;
  texts: TableTexts;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Height of a row, in rem. */
const ROW = 2.75;
const SELECT = 3;
/** Rows in the document before and after those in view, and how many of them may be added per frame. */
const AROUND = 20;
const PER_FRAME = 4;

/** A grid with any number of rows and columns in its own scroll area. Only what is in view is in the document. */
export function DataGrid<T>({ rows, rowId, rowName, columns, label, sort, onSort, selected = NOTHING, onSelected, texts }: Props<T>) {
  /** The columns before those of the table. */
  const before = onSelected ? 1 : 0;
  const frame = useRef<HTMLDivElement>(null);
  const activeRow = useRef(-1);
  const { virtual, shown, rowHeight } = useVirtualRows({ frame, rows, rowId, keptRow: activeRow });
  const { onSelect, selectAll, extent } = useRowSelection({ rows, rowId, selected, onSelected });

  const { active, onKeyDown, onFocus } = useGridFocus({
    container: frame,
    rows: rows.length,
    columns: columns.length + before,
    countPageRows: () => Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2),
    reveal: (row) => virtual.scrollToIndex(row),
    onSelect,
    onSelectAll: selectAll,
  });
  const focused = useRef(onFocus);
  useLayoutEffect(() => {
    activeRow.current = active.row;
    focused.current = onFocus;
  });
  const onCellFocus = useCallback((row: number, column: number) => focused.current(row, column), []);

  const isScrolledSideways = useIsScrolledSideways(frame);
  const template = [...(onSelected ? [`${SELECT}rem`] : []), ...columns.map(({ width }) => `minmax(${width}rem, ${width}fr)`)].join(' ');
  const minWidth = `${columns.reduce((sum, column) => sum + column.width, before * SELECT)}rem`;
  const headFocus = (column: number) => ({ isActive: active.row < 0 && active.column === column, onFocus: () => onFocus(-1, column) });

  return (
    <div
      ref={frame}
      className={classes.frame}
      data-sideways={isScrolledSideways || undefined}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + before}
      aria-multiselectable={onSelected ? true : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.head} style={{ minWidth }}>
        <div role="row" aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: template }}>
          {onSelected && <SelectAllCell {...headFocus(0)} extent={extent} label={texts.selectAll} onSelectAll={selectAll} />}
          {columns.map((column, at) => (
            <HeadCell
              key={column.id}
              {...headFocus(at + before)}
              at={at + before}
              column={column}
              sort={sort}
              onSort={onSort}
              sortedAt={texts.sortedAt}
            />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize(), minWidth }}>
        {shown.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <GridRow
              key={item.key}
              row={row}
              index={item.index}
              start={item.start - rowHeight}
              template={template}
              columns={columns}
              isSelected={onSelected && selected.has(rowId(row))}
              activeColumn={active.row === item.index ? active.column : -1}
              selectLabel={texts.selectRow(rowName(row))}
              onSelect={onSelect}
              onFocus={onCellFocus}
            />
          );
        })}
      </div>
    </div>
  );
}

interface VirtualRows<T> {
  frame: RefObject<HTMLDivElement | null>;
  rows: readonly T[];
  rowId: (row: T) => string;
  /** The index of a row that stays in the document wherever the grid is scrolled; -1 for none. */
  keptRow: RefObject<number>;
}

/** The rows in view and around it. */
function useVirtualRows<T>({ frame, rows, rowId, keptRow }: VirtualRows<T>) {
  const rem = useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16, []);
  const rowHeight = Math.round(ROW * rem);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      // The row with the focus stays, so that the focus is not lost by scrolling.
      const kept = keptRow.current;
      return kept < 0 || kept >= range.count || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b);
    },
    [keptRow],
  );
  // Must not change while the rows stay the same: a new function makes the virtualizer measure all rows again.
  const keyAt = useCallback((index: number) => rowId(rows[index]!), [rows, rowId]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: AROUND,
    // Rows outside the view may be rendered in a later frame.
    useFlushSync: false,
    rangeExtractor,
    // The header is in the scroll area too, above the rows.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    getItemKey: keyAt,
  });
  const shown = useFewNewLines(virtual.getVirtualItems(), virtual.range, PER_FRAME);
  return { virtual, shown, rowHeight };
}

interface HeadFocus {
  isActive: boolean;
  onFocus: () => void;
}

function SelectAllCell({
  isActive,
  onFocus,
  extent,
  label,
  onSelectAll,
}: HeadFocus & { extent: Extent; label: string; onSelectAll: () => void }) {
  return (
    <div role="columnheader" aria-colindex={1} data-cell="-1 0" className={classes.select} onFocus={onFocus}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = extent === 'some';
        }}
        className={classes.checkbox}
        checked={extent === 'all'}
        aria-label={label}
        tabIndex={isActive ? 0 : -1}
        onChange={onSelectAll}
      />
    </div>
  );
}

interface HeadCellProps<T> extends HeadFocus, Pick<Props<T>, 'sort' | 'onSort'> {
  at: number;
  column: TableColumn<T>;
  sortedAt: TableTexts['sortedAt'];
}

/** The title of a column, which sorts by it. With Shift, it is added to the columns that sort already. */
function HeadCell<T>({ isActive, onFocus, at, column, sort, onSort, sortedAt }: HeadCellProps<T>) {
  const place = sort.findIndex(({ id }) => id === column.id);
  const sorted = sort[place];
  const direction = sorted && (sorted.isDescending ? 'descending' : 'ascending');
  const toggle = (event: MouseEvent) => {
    const others = event.shiftKey ? sort.filter(({ id }) => id !== column.id) : [];
    onSort(direction === 'descending' ? others : [...others, { id: column.id, isDescending: direction === 'ascending' }]);
  };
  return (
    <div
      role="columnheader"
      aria-colindex={at + 1}
      aria-sort={direction}
      data-cell={`-1 ${at}`}
      data-numeric={column.isNumeric || undefined}
      className={classes.headCell}
      onFocus={onFocus}
    >
      <button
        type="button"
        className={classes.sort}
        tabIndex={isActive ? 0 : -1}
        aria-disabled={column.isUnsorted}
        onClick={column.isUnsorted ? undefined : toggle}
      >
        <span className={classes.headText}>{column.label}</span>
        {direction && (direction === 'ascending' ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />)}
        {direction && sort.length > 1 && (
          <span className={classes.place} title={sortedAt(place + 1)}>
            {place + 1}
          </span>
        )}
      </button>
    </div>
  );
}

/** Whether the content of an element is scrolled away from its left end. */
function useIsScrolledSideways(element: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  useLayoutEffect(() => {
    const scrolled = element.current!;
    const onScroll = () => setIsScrolled(scrolled.scrollLeft > 0);
    scrolled.addEventListener('scroll', onScroll, { passive: true });
    return () => scrolled.removeEventListener('scroll', onScroll);
  }, [element]);
  return isScrolled;
}
