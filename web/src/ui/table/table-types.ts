import type { ReactNode } from 'react';

export type CellValue = string | number | null;

export interface TableColumn<T> {
  /** Persistent: saved views refer to it. */
  id: string;
  label: string;
  /** What the column is sorted and filtered by. Text is sorted as the language does, unless `isCode`. Empty values come last. */
  value: (row: T) => CellValue;
  /** What the cell shows; the value by default. */
  text?: (row: T) => string;
  /** What the cell shows instead of text; nothing in it can have the focus. */
  renderCell?: (row: T) => ReactNode;
  /** Makes the content a link, which takes the focus of the cell; null for a row without one. */
  to?: (row: T) => string | null;
  /** Minimum width in rem. */
  width: number;
  /** `text` finds parts of the text, `start` values that begin like the input, `least` numbers from the input up. */
  filter?: 'text' | 'start' | 'least' | 'choice';
  choices?: readonly { value: string; label: string }[];
  /** Which choice a row has, where that is not its value. */
  choice?: (row: T) => string | null;
  /** Values such as dates, which sort correctly as they are. */
  isCode?: boolean;
  isNumeric?: boolean;
  /** Not shown until the person chooses it. */
  isOptional?: boolean;
  /** The list cannot be sorted by it. */
  isUnsorted?: boolean;
  /** The search looks at its text. */
  isSearched?: boolean;
  /** Makes the cells editable. */
  edit?: ColumnEdit<T>;
  /** What is copied of a cell, where that is not what it shows; pasting it back must mean the same. */
  copy?: (row: T) => string;
}

export interface ColumnEdit<T> {
  /** Names the button that starts it. */
  label: (row: T) => string;
  /** What takes the place of the cell: a `CellEditor` with an input. */
  render: (row: T, end: EndEdit) => ReactNode;
}

/** Where the focus goes after an edit; `away`: it is elsewhere already. */
export type CellMove = 'stay' | 'up' | 'down' | 'left' | 'right' | 'away';
export type EndEdit = (move: CellMove) => void;

/** What is copied from a table, and what becomes of pasted text. */
export interface TableClipboard<T> {
  /** Rows of cells as text. */
  format: (cells: readonly (readonly string[])[]) => string;
  /** `rows` and `columns` begin with those of the cell that has the focus, in the order in which they are shown. */
  onPaste?: (text: string, at: { rows: readonly T[]; columns: readonly TableColumn<T>[] }) => void;
}

/** What a person set in a table; a saved view stores it. */
export interface TableState {
  /** Ids of the shown columns, in order. */
  columns: string[];
  sort: { id: string; isDescending: boolean }[];
  /** The input by column. */
  filters: Record<string, string>;
  search: string;
}

export interface TableView {
  id: string;
  name: string;
  state: TableState;
}

/** Texts of the table, in the person's language. */
export interface TableTexts {
  /** The locale to sort and compare by. */
  language: string;
  search: string;
  clear: string;
  columns: string;
  filters: (active: number) => string;
  clearFilters: string;
  any: string;
  least: (label: string) => string;
  views: string;
  standardView: string;
  saveView: string;
  viewName: string;
  deleteView: (name: string) => string;
  moveUp: (label: string) => string;
  moveDown: (label: string) => string;
  sort: string;
  sortedAt: (position: number) => string;
  selectAll: string;
  selectRow: (name: string) => string;
  rows: (shown: number, total: number) => string;
  none: string;
}

export function standardState<T>(columns: readonly TableColumn<T>[], sort: TableState['sort'] = []): TableState {
  return { columns: columns.flatMap(({ id, isOptional }) => (isOptional ? [] : [id])), sort, filters: {}, search: '' };
}

/** The shown columns in order, without those that no longer exist. */
export function shownColumns<T>(columns: readonly TableColumn<T>[], state: TableState): TableColumn<T>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return state.columns.flatMap((id) => byId.get(id) ?? []);
}

/** What is copied of a cell. */
export function copyCell<T>(column: TableColumn<T>, row: T): string {
  return column.copy?.(row) ?? formatCell(column, row);
}

export function formatCell<T>(column: TableColumn<T>, row: T): string {
  return column.text?.(row) ?? String(column.value(row) ?? '');
}
