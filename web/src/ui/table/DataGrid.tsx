import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFewNewLines } from '../virtual/use-few-new-lines';
import classes from './DataGrid.module.css';
import { GridRow } from './GridRow';
import type { TableColumn, TableState, TableTexts } from './table-types';
import { useGridFocus } from './use-grid-focus';

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
/** Rows that exist before and after those in view, and how many of them may be new in a frame. */
const AROUND = 20;
const PER_FRAME = 4;

/** Rows and columns of any number in a frame of their own; only what is in view stands in the document. */
export function DataGrid<T>({ rows, rowId, rowName, columns, label, sort, onSort, selected = NOTHING, onSelected, texts }: Props<T>) {
  /** The columns before those of the table. */
  const before = onSelected ? 1 : 0;
  const frame = useRef<HTMLDivElement>(null);
  const rem = useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16, []);
  const rowHeight = Math.round(ROW * rem);
  /** Where a range of rows begins. */
  const anchor = useRef<string | null>(null);
  const activeRow = useRef(-1);
  const rangeExtractor = useCallback((range: Range) => {
    const indexes = defaultRangeExtractor(range);
    // The row with the focus stays, so that the focus is not lost by scrolling.
    const kept = activeRow.current;
    return kept < 0 || kept >= range.count || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b);
  }, []);
  // The same function as long as the rows are the same, because with another one the places of all rows are computed again.
  const keyAt = useCallback((index: number) => rowId(rows[index]!), [rows, rowId]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: AROUND,
    // New rows are made between frames and not within one: those in view are there already.
    useFlushSync: false,
    rangeExtractor,
    // The header stands in the frame too, above the rows.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    getItemKey: keyAt,
  });

  const shown = useFewNewLines(virtual.getVirtualItems(), virtual.range, PER_FRAME);

  // Rows read the latest selection when they call back, so that selecting one does not render all others.
  const latest = useRef({ rows, selected });
  useEffect(() => {
    latest.current = { rows, selected };
  });
  const onSelect = useCallback(
    (index: number, isRange: boolean) => {
      const { rows: all, selected: earlier } = latest.current;
      const id = rowId(all[index]!);
      const next = new Set(earlier);
      const from = isRange && anchor.current ? all.findIndex((row) => rowId(row) === anchor.current) : -1;
      if (from >= 0) for (const row of all.slice(Math.min(from, index), Math.max(from, index) + 1)) next.add(rowId(row));
      else {
        if (next.has(id)) next.delete(id);
        else next.add(id);
        anchor.current = id;
      }
      onSelected?.(next);
    },
    [rowId, onSelected],
  );
  const shownSelected = useMemo(() => rows.reduce((sum, row) => sum + (selected.has(rowId(row)) ? 1 : 0), 0), [rows, rowId, selected]);
  const isAll = rows.length > 0 && shownSelected === rows.length;
  const selectAll = () => onSelected?.(isAll ? new Set() : new Set(rows.map(rowId)));

  const { active, onKeyDown, onFocus } = useGridFocus({
    container: frame,
    rows: rows.length,
    columns: columns.length + before,
    pageRows: Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2),
    reveal: (row) => virtual.scrollToIndex(row),
    onSelect,
    onSelectAll: selectAll,
  });
  activeRow.current = active.row;
  const focused = useRef(onFocus);
  useEffect(() => {
    focused.current = onFocus;
  });
  const onCellFocus = useCallback((row: number, column: number) => focused.current(row, column), []);

  const isScrolledSideways = useIsScrolledSideways(frame);
  const template = [...(onSelected ? [`${SELECT}rem`] : []), ...columns.map(({ width }) => `minmax(${width}rem, ${width}fr)`)].join(' ');
  const width = `${columns.reduce((sum, column) => sum + column.width, before * SELECT)}rem`;
  const toggleSort = (id: string) => (event: MouseEvent) => {
    const current = sort.find((one) => one.id === id);
    const others = event.shiftKey ? sort.filter((one) => one.id !== id) : [];
    onSort(current?.isDescending ? others : [...others, { id, isDescending: current !== undefined }]);
  };

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
      <div role="rowgroup" className={classes.head} style={{ minWidth: width }}>
        <div role="row" aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: template }}>
          {onSelected && (
            <div role="columnheader" aria-colindex={1} data-cell="-1 0" className={classes.select} onFocus={() => onFocus(-1, 0)}>
              <input
                type="checkbox"
                ref={(box) => {
                  if (box) box.indeterminate = !isAll && shownSelected > 0;
                }}
                className={classes.checkbox}
                checked={isAll}
                aria-label={texts.selectAll}
                tabIndex={active.row < 0 && active.column === 0 ? 0 : -1}
                onChange={selectAll}
              />
            </div>
          )}
          {columns.map((column, at) => {
            const place = sort.findIndex(({ id }) => id === column.id);
            const direction = place < 0 ? undefined : sort[place]!.isDescending ? 'descending' : 'ascending';
            return (
              <div
                key={column.id}
                role="columnheader"
                aria-colindex={at + 1 + before}
                aria-sort={direction}
                data-cell={`-1 ${at + before}`}
                data-numeric={column.isNumeric || undefined}
                className={classes.headCell}
                onFocus={() => onFocus(-1, at + before)}
              >
                <button
                  type="button"
                  className={classes.sort}
                  tabIndex={active.row < 0 && active.column === at + before ? 0 : -1}
                  aria-disabled={column.isUnsorted}
                  onClick={column.isUnsorted ? undefined : toggleSort(column.id)}
                >
                  <span className={classes.headText}>{column.label}</span>
                  {direction &&
                    (direction === 'ascending' ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />)}
                  {direction && sort.length > 1 && (
                    <span className={classes.place} title={texts.sortedAt(place + 1)}>
                      {place + 1}
                    </span>
                  )}
                </button>
              </div>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize(), minWidth: width }}>
        {shown.map((item) => {
          const row = rows[item.index]!;
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
