import { type KeyboardEvent, type PointerEvent, useState } from 'react';

interface Options {
  /** Number of values. */
  count: number;
  /** The value that is read at first. */
  start: number;
  /** How many values a row has, if they are in rows. */
  columns?: number;
}

/**
 * Lets a person read the values of a chart one by one, by pointer, touch or keys: arrows, Page Up and Down, Home and End. The chart is a
 * slider over its values, so that screen readers say the value (`aria-valuetext`).
 */
export function useReading({ count, start, columns = count }: Options) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = Math.max(0, count - 1);
  const at = Math.min(last, Math.max(0, chosen ?? start));
  const rows = Math.ceil(count / columns);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, at, { last, columns, rows });
    if (to === null) return;
    event.preventDefault();
    setChosen(to);
  };
  const onPointer = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const column = Math.min(columns - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * columns)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor(((event.clientY - top) / height) * rows)));
    setChosen(row * columns + column);
  };
  return {
    at,
    props: {
      role: 'slider',
      tabIndex: 0,
      'aria-valuemin': 1,
      'aria-valuemax': last + 1,
      'aria-valuenow': at + 1,
      onKeyDown,
      onPointerDown: onPointer,
      onPointerMove: onPointer,
    } as const,
  };
}

function targetOf(key: string, at: number, { last, columns, rows }: { last: number; columns: number; rows: number }): number | null {
  const far = Math.max(1, Math.round(columns / 10));
  switch (key) {
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowRight':
      return at + 1;
    case 'ArrowUp':
      return rows > 1 ? (at >= columns ? at - columns : at) : at + 1;
    case 'ArrowDown':
      return rows > 1 ? (at + columns <= last ? at + columns : at) : at - 1;
    case 'PageUp':
      return at + far;
    case 'PageDown':
      return at - far;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
