import { useCallback, useEffect, useMemo, useRef } from 'react';

interface Selection<T> {
  rows: readonly T[];
  rowId: (row: T) => string;
  selected: ReadonlySet<string>;
  /** Without it, no rows can be selected. */
  onSelected?: ((selected: ReadonlySet<string>) => void) | undefined;
}

/** How much of the rows is selected. */
export type Extent = 'none' | 'some' | 'all';

/** Selects single rows, ranges and all rows. `extent` is how much of the rows is selected. */
export function useRowSelection<T>({ rows, rowId, selected, onSelected }: Selection<T>) {
  /** Where a range of rows begins. */
  const anchor = useRef<string | null>(null);
  // Rows read the latest selection when they call back, so that selecting one does not render all others.
  const latest = useRef({ rows, selected });
  useEffect(() => {
    latest.current = { rows, selected };
  });
  const onSelect = useCallback(
    (index: number, isRange: boolean) => {
      const { rows: all, selected: earlier } = latest.current;
      const chosen = all[index];
      if (!chosen) return;
      const id = rowId(chosen);
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
  const count = useMemo(() => rows.reduce((sum, row) => sum + (selected.has(rowId(row)) ? 1 : 0), 0), [rows, rowId, selected]);
  const isAll = rows.length > 0 && count === rows.length;
  const selectAll = () => onSelected?.(isAll ? new Set() : new Set(rows.map(rowId)));
  const extent: Extent = isAll ? 'all' : count > 0 ? 'some' : 'none';
  return { onSelect, selectAll, extent };
}
