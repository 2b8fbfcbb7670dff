import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';

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
  /** Where a range of cells begins; null if there is only the active cell. */
  const [anchor, setAnchor] = useState<GridCell | null>(null);
  /** The cell that gets the focus as soon as it is active and in the document. */
  const target = useRef<GridCell | null>(null);
  const cell = { row: Math.min(active.row, rows - 1), column: Math.min(active.column, columns - 1) };

  // A row far away is in the document only after scrolling, so the focus follows then.
  useEffect(() => {
    if (target.current?.row !== cell.row || target.current.column !== cell.column) return;
    const found = container.current?.querySelector<HTMLElement>(`[data-cell="${cell.row} ${cell.column}"]`);
    if (!found) return;
    target.current = null;
    (found.querySelector<HTMLElement>('a, button:not([data-edit]), input') ?? found).focus({ preventScroll: cell.row < 0 });
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
      setAnchor(event.shiftKey && row >= 0 ? (anchor ?? cell) : null);
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
    if (target.current === null) setAnchor(null);
    target.current = null;
    setActive({ row, column });
  };
  /** With Shift, a click makes a range of cells. */
  const onMouseDown = (event: MouseEvent) => {
    if (!event.shiftKey || cell.row < 0) return;
    const [row = -1, column = 0] =
      (event.target as Element).closest('[data-cell]')?.getAttribute('data-cell')?.split(' ').map(Number) ?? [];
    // The boxes of rows have ranges of their own.
    if (row < 0 || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    setAnchor(anchor ?? cell);
    moveTo(row, column);
  };
  return { active: cell, range: anchor && rangeBetween(anchor, cell), moveTo, onKeyDown, onFocus, onMouseDown };
}

/** A rectangle of cells, ends included. */
export interface GridRange {
  from: GridCell;
  to: GridCell;
}

function rangeBetween(one: GridCell, other: GridCell): GridRange | null {
  const [from, to] = [Math.min, Math.max].map((pick) => ({ row: pick(one.row, other.row), column: pick(one.column, other.column) }));
  return !from || !to || from.row < 0 ? null : { from, to };
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
