import { itemAt } from '@veld/contract';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFewNewLines } from './use-few-new-lines';
import classes from './VirtualRows.module.css';

/** Lines that exist before and after those in view; at two more per frame, a quick turn of the wheel finds them there. */
const AROUND = 12;
/** Of high rows, fewer: so many pixels before and after. */
const AROUND_PX = 1000;
const PER_FRAME = 2;
/** Lines of this height are so much that there is one more per frame. */
const HIGH_PX = 200;

interface Props<T> {
  items: readonly T[];
  keyOf: (item: T) => string | number;
  render: (item: T, index: number) => ReactNode;
  /** Expected height of a row in pixels; the true one is measured. */
  rowHeight: number;
  /** Items side by side; 1 by default. */
  columns?: number;
  /** Whether a line with fewer items takes its whole width. */
  isFilled?: boolean;
  /** Headings and the like: they take a line, but are not items of the list. */
  isHeading?: (item: T) => boolean;
  /** What the list holds, for readers. */
  label: string;
}

interface Line<T> {
  isHeading: boolean;
  items: { item: T; index: number }[];
}

/** A list of any length that scrolls with the page; only what is in view is in the document. */
export function VirtualRows<T>({ items, keyOf, render, rowHeight, columns = 1, isFilled = false, isHeading, label }: Props<T>) {
  const lines = useMemo(() => linesOf(items, columns, isHeading), [items, columns, isHeading]);
  const total = useMemo(() => (isHeading ? items.filter((item) => !isHeading(item)).length : items.length), [items, isHeading]);
  const places = useMemo(() => placesOf(items, isHeading), [items, isHeading]);
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // What stands above the list may grow or shrink at any time; the page then changes its height.
  useLayoutEffect(() => {
    const measure = () => setScrollMargin(list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // The same function as long as the lines are the same, because with another one the places of all lines are computed again.
  const keyAt = useCallback((at: number) => keyOf(itemAt(itemAt(lines, at).items, 0).item), [lines, keyOf]);
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => rowHeight,
    overscan: Math.min(AROUND, Math.ceil(AROUND_PX / rowHeight)),
    // New lines are made between frames and not within one: those in view are there already.
    useFlushSync: false,
    scrollMargin,
    getItemKey: keyAt,
  });
  const shown = useFewNewLines(virtual.getVirtualItems(), virtual.range, rowHeight >= HIGH_PX ? 1 : PER_FRAME);
  return (
    <div ref={list} className={classes.list} role="list" aria-label={label} style={{ height: virtual.getTotalSize() }}>
      {shown.map((row) => {
        const line = lines[row.index];
        return (
          line && (
            <VirtualLine
              key={row.key}
              line={line}
              at={row.index}
              top={row.start - virtual.options.scrollMargin}
              columns={isFilled ? Math.min(columns, line.items.length) : columns}
              total={total}
              places={places}
              keyOf={keyOf}
              render={render}
              measure={virtual.measureElement}
            />
          )
        );
      })}
    </div>
  );
}

interface LineProps<T> extends Pick<Props<T>, 'keyOf' | 'render'> {
  line: Line<T>;
  at: number;
  /** In pixels from the top of the list. */
  top: number;
  columns: number;
  total: number;
  places: readonly number[];
  measure: (element: HTMLDivElement | null) => void;
}

function LineOfRows<T>({ line, at, top, columns, total, places, keyOf, render, measure }: LineProps<T>) {
  return (
    <div
      ref={measure}
      data-index={at}
      role="presentation"
      className={classes.line}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: line.isHeading ? undefined : `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {line.items.map(({ item, index }) => (
        <div
          key={keyOf(item)}
          role="listitem"
          aria-setsize={line.isHeading ? undefined : total}
          aria-posinset={line.isHeading ? undefined : places[index]}
        >
          {render(item, index)}
        </div>
      ))}
    </div>
  );
}

/** While scrolling, only lines that come into view are rendered. */
const VirtualLine = memo(LineOfRows) as typeof LineOfRows;

function linesOf<T>(items: readonly T[], columns: number, isHeading?: (item: T) => boolean): Line<T>[] {
  const lines: Line<T>[] = [];
  items.forEach((item, index) => {
    const last = lines.at(-1);
    if (isHeading?.(item)) lines.push({ isHeading: true, items: [{ item, index }] });
    else if (last && !last.isHeading && last.items.length < columns) last.items.push({ item, index });
    else lines.push({ isHeading: false, items: [{ item, index }] });
  });
  return lines;
}

function placesOf<T>(items: readonly T[], isHeading?: (item: T) => boolean): number[] {
  let place = 0;
  return items.map((item) => (isHeading?.(item) ? place : ++place));
}
