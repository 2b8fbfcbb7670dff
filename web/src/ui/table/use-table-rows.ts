import {
  columnFilteringFeature,
  type ColumnDef,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type TableColumn, type TableState, formatCell } from './table-types';

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;
type Sorting = { getValue: (id: string) => string };

/** The column with the text that the search looks at. */
const SEARCH = '#search';

interface Asked<T> {
  rows: readonly T[];
  rowId: (row: T) => string;
  columns: readonly TableColumn<T>[];
  state: TableState;
  language: string;
}

/** The rows that fit the search and the filters, in the order of the sort. Rows, columns and `rowId` must be memoized. */
export function useTableRows<T extends object>({ rows, rowId, columns, state, language }: Asked<T>): readonly T[] {
  const definitions = useMemo(() => {
    const searched = columns.filter(({ isSearched }) => isSearched);
    return [
      ...columns.map((column): ColumnDef<Features, T> => {
        const compare = column.isNumeric || column.isCode ? comparePlain : comparerOf(rows, column, language);
        return {
          id: column.id,
          // An empty cell is undefined for the library, which then keeps it last in both directions.
          accessorFn: (row) => column.value(row) ?? undefined,
          sortFn: (one: Sorting, other: Sorting, id: string) => compare(one.getValue(id), other.getValue(id)),
          sortUndefined: 'last',
          filterFn: (row: { original: T }, _: string, wanted: string) => isFitting(column, row.original, wanted),
        };
      }),
      {
        id: SEARCH,
        accessorFn: (row: T) => folded(searched.map((column) => formatCell(column, row)).join('\n')),
        filterFn: (row: Sorting, id: string, wanted: string) => row.getValue(id).includes(wanted),
      },
    ];
  }, [columns, rows, language]);
  // A saved view may name columns that no longer exist.
  const known = useMemo(() => new Set(columns.map(({ id }) => id)), [columns]);
  // The library filters and sorts all rows again for another object, even an equal one.
  const columnFilters = useMemo(() => {
    const inputs = Object.entries(state.filters).filter(([id, input]) => known.has(id) && input.trim() !== '');
    const search = folded(state.search);
    return [...inputs.map(([id, value]) => ({ id, value })), ...(search === '' ? [] : [{ id: SEARCH, value: search }])];
  }, [state.filters, state.search, known]);
  const sorting = useMemo(
    () => state.sort.flatMap(({ id, isDescending }) => (known.has(id) ? [{ id, desc: isDescending }] : [])),
    [state.sort, known],
  );
  const table = useTable<Features, T>({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { sorting, columnFilters },
  });
  const { rows: shown } = table.getRowModel();
  return useMemo(() => shown.map(({ original }) => original), [shown]);
}

const comparePlain = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Compares texts as a language does. Each different text is compared once, which matters with 100,000 rows and a few hundred names.
 */
function comparerOf<T>(rows: readonly T[], column: TableColumn<T>, language: string): (one: string, other: string) => number {
  let places: ReadonlyMap<string, number> | null = null;
  return (one, other) => {
    if (!places) {
      const { compare } = new Intl.Collator(language, { numeric: true });
      const texts = [...new Set(rows.map((row) => String(column.value(row) ?? '')))].toSorted(compare);
      places = new Map(texts.map((text, place) => [text, place]));
    }
    return places.get(one)! - places.get(other)!;
  };
}

function isFitting<T>(column: TableColumn<T>, row: T, input: string): boolean {
  if (column.filter === 'choice') return String((column.choice ?? column.value)(row) ?? '') === input;
  if (column.filter === 'start') return String(column.value(row) ?? '').startsWith(input.trim());
  if (column.filter === 'least') return column.value(row) !== null && Number(column.value(row)) >= Number(input);
  return folded(formatCell(column, row)).includes(folded(input));
}

/** Lower case and without accents, for comparing. */
function folded(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
