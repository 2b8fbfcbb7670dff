import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A cell of a grid. Row -1 is the header, column 0 the selection. */
export interface GridCell {
  row: number;
  column: number;
}

interface Grid {
  container: RefObject<HTMLElement | null>;
  rows: number;
  columns: number;
  /** Rows in view, for the page keys. */
  countPageRows: () => number;
  /** Makes sure that a row is in the document. */
  reveal: (row: number) => void;
  onSelect: (row: number, isRange: boolean) => void;
  onSelectAll: () => void;
}

/** The keyboard of a grid (ARIA Authoring Practices): one cell is in the tab order, arrow keys move to others. */
export function useGridFocus({ container, rows, columns, countPageRows, reveal, onSelect, onSelectAll }: Grid) {
  const [active, setActive] = useState<GridCell>({ row: -1, column: Math.min(1, columns - 1) });
  /** The cell that gets the focus as soon as it is active and in the document. */
  const target = useRef<GridCell | null>(null);
  const cell = { row: Math.min(active.row, rows - 1), column: Math.min(active.column, columns - 1) };

  // A row far away is in the document only after scrolling, so the focus follows then.
  useEffect(() => {
    if (target.current?.row !== cell.row || target.current.column !== cell.column) return;
    const found = container.current?.querySelector<HTMLElement>(`[data-cell="${cell.row} ${cell.column}"]`);
    if (!found) return;
    target.current = null;
    (found.querySelector<HTMLElement>('a, button, input') ?? found).focus({ preventScroll: cell.row < 0 });
  });

  const moveTo = (row: number, column: number) => {
    const next = { row: clamp(row, -1, rows - 1), column: clamp(column, 0, columns - 1) };
    target.current = next;
    if (next.row >= 0) reveal(next.row);
    setActive(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const isControl = event.ctrlKey || event.metaKey;
    const { row, column } = cell;
    const moves: Record<string, () => void> = {
      ArrowUp: () => moveTo(row - 1, column),
      ArrowDown: () => moveTo(row + 1, column),
      ArrowLeft: () => moveTo(row, column - 1),
      ArrowRight: () => moveTo(row, column + 1),
      PageUp: () => moveTo(Math.max(0, row - countPageRows()), column),
      PageDown: () => moveTo(row + countPageRows(), column),
      Home: () => moveTo(isControl ? 0 : row, 0),
      End: () => moveTo(isControl ? rows - 1 : row, columns - 1),
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      move();
      if (event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        const to = row + (event.key === 'ArrowUp' ? -1 : 1);
        if (to >= 0 && to < rows) onSelect(to, true);
      }
    } else if (event.key === ' ' && row >= 0 && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      onSelect(row, event.shiftKey);
    } else if (isControl && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      onSelectAll();
    }
  };

  /** Clicks and screen readers move the focus too. */
  const onFocus = (row: number, column: number) => {
    if (row === cell.row && column === cell.column) return;
    target.current = null;
    setActive({ row, column });
  };
  return { active: cell, onKeyDown, onFocus };
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
