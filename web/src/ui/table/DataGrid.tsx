import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useFewNewLines } from '../virtual/use-few-new-lines';
import classes from './DataGrid.module.css';
import { GridRow } from './GridRow';
import { type CellMove, copyCell, type TableClipboard, type TableColumn, type TableState, type TableTexts } from './table-types';
import { type GridRange, useGridFocus } from './use-grid-focus';
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
  /** Without it, nothing is copied or pasted but selected text. */
  clipboard?: TableClipboard<T> | undefined;
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
export function DataGrid<T>(props: Props<T>) {
  const { rows, rowId, rowName, columns, label, sort, onSort, selected = NOTHING, onSelected, clipboard, texts } = props;
  /** The columns before those of the table. */
  const before = onSelected ? 1 : 0;
  const frame = useRef<HTMLDivElement>(null);
  const activeRow = useRef(-1);
  const { virtual, shown, rowHeight } = useVirtualRows({ frame, rows, rowId, keptRow: activeRow });
  const { onSelect, selectAll, extent } = useRowSelection({ rows, rowId, selected, onSelected });

  const { active, range, moveTo, onKeyDown, onFocus, onMouseDown } = useGridFocus({
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

  const editing = useEditing({ rows, rowId, columns, before, moveTo });
  const onGridKeyDown = (event: KeyboardEvent) => {
    const isLink = (event.target as Element).closest('a, button, input') !== null;
    const starts = event.key === 'F2' || (event.key === 'Enter' && !isLink);
    if (starts && editing.start(active.row, active.column)) event.preventDefault();
    else onKeyDown(event);
  };
  const copy = (event: ClipboardEvent) => {
    if (!clipboard || active.row < 0 || isTextSelected()) return;
    event.clipboardData.setData('text/plain', clipboard.format(cellsToCopy({ props, before, range, active })));
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    const at = columns[active.column - before] ? active.column - before : 0;
    if (!clipboard?.onPaste || active.row < 0) return;
    event.preventDefault();
    clipboard.onPaste(event.clipboardData.getData('text/plain'), { rows: rows.slice(active.row), columns: columns.slice(at) });
  };

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
      onKeyDown={onGridKeyDown}
      onMouseDown={onMouseDown}
      onCopy={copy}
      onPaste={paste}
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
              edited={editing.cell?.id === rowId(row) ? editing.cell.column : null}
              range={range && item.index >= range.from.row && item.index <= range.to.row ? `${range.from.column}-${range.to.column}` : null}
              selectLabel={texts.selectRow(rowName(row))}
              onEdit={editing.start}
              onEditEnd={editing.end}
              onSelect={onSelect}
              onFocus={onCellFocus}
            />
          );
        })}
      </div>
    </div>
  );
}

interface Editing<T> extends Pick<Props<T>, 'rows' | 'rowId' | 'columns'> {
  before: number;
  moveTo: (row: number, column: number) => void;
}

const STEPS: Record<Exclude<CellMove, 'away'>, readonly [row: number, column: number]> = {
  stay: [0, 0],
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** Which cell is edited, by its row and its column: while a person types, rows may come and go. Both functions stay the same. */
function useEditing<T>(grid: Editing<T>) {
  const [cell, setCell] = useState<{ id: string; column: string } | null>(null);
  const latest = useRef({ ...grid, cell });
  useLayoutEffect(() => {
    latest.current = { ...grid, cell };
  });
  const start = useCallback((index: number, at: number): boolean => {
    const { rows, columns, before, rowId } = latest.current;
    const [row, column] = [rows[index], columns[at - before]];
    if (row === undefined || !column?.edit) return false;
    setCell({ id: rowId(row), column: column.id });
    return true;
  }, []);
  const end = useCallback((move: CellMove) => {
    const { rows, columns, before, rowId, cell: edited, moveTo } = latest.current;
    setCell(null);
    if (move === 'away' || !edited) return;
    const [down, right] = STEPS[move];
    const row = rows.findIndex((one) => rowId(one) === edited.id);
    const column = columns.findIndex(({ id }) => id === edited.column) + before;
    // What a filter leaves out by now has no place to go on from.
    if (row >= 0) moveTo(Math.max(0, row + down), Math.max(before, column + right));
  }, []);
  return { cell, start, end };
}

interface Copied<T> {
  props: Pick<Props<T>, 'rows' | 'rowId' | 'columns' | 'selected'>;
  before: number;
  range: GridRange | null;
  active: { row: number; column: number };
}

/** The range of cells, or the selected rows with the titles of their columns, or the one cell. */
function cellsToCopy<T>({ props: { rows, rowId, columns, selected }, before, range, active }: Copied<T>): string[][] {
  const cut = (some: readonly T[], from: number, to: number) =>
    some.map((row) => columns.slice(from, to + 1).map((column) => copyCell(column, row)));
  if (range) return cut(rows.slice(range.from.row, range.to.row + 1), Math.max(0, range.from.column - before), range.to.column - before);
  const chosen = selected ? rows.filter((row) => selected.has(rowId(row))) : [];
  if (chosen.length > 0) return [columns.map(({ label }) => label), ...cut(chosen, 0, columns.length)];
  const column = active.column - before;
  return column < 0
    ? cut(rows.slice(active.row, active.row + 1), 0, columns.length)
    : cut(rows.slice(active.row, active.row + 1), column, column);
}

/** Whether the person marked text with the mouse, which is what the browser then copies. */
const isTextSelected = () => (window.getSelection()?.toString() ?? '') !== '';

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
