import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import { Binoculars } from '../drawings/EmptyDrawings';
import { EmptyState } from '../EmptyState';
import { SearchField } from '../SearchField';
import { VirtualRows } from '../virtual/VirtualRows';
import { ColumnsMenu } from './ColumnsMenu';
import { DataGrid } from './DataGrid';
import { FiltersMenu } from './FiltersMenu';
import { shownColumns, type TableColumn, type TableState, type TableTexts } from './table-types';
import classes from './TableTools.module.css';

interface Props<T> {
  /** The pages so far, as the server sorted and filtered them. Memoized, like `rowId` and `columns`. */
  rows: readonly T[];
  /** How many there are on the server; undefined if that is not counted. */
  total?: number;
  rowId: (row: T) => string;
  rowName: (row: T) => string;
  columns: readonly TableColumn<T>[];
  label: string;
  /** Sorted by one column at most. */
  state: TableState;
  onState: (state: TableState) => void;
  /** Loads the next page; undefined after the last. */
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
  moreLabel: string;
  hasSearch?: boolean;
  /** An item in the list that replaces the table below 600 px, and its expected height in pixels. */
  renderCard: (row: T) => ReactNode;
  cardHeight: number;
  /** Shown if there is nothing without any filter; not needed for a list that always has something. */
  empty?: string;
  texts: TableTexts;
}

/** A table of a list that is too long for the device: the server searches, filters and sorts it, and sends it in pages. */
export function ServerTable<T>(props: Props<T>) {
  const { rows, total, rowId, rowName, columns, label, state, onState, onMore, hasSearch = true, texts } = props;
  const isWide = useMediaQuery('(min-width: 37.5em)', true, { getInitialValueInEffect: false });
  const visible = useMemo(() => shownColumns(columns, state), [columns, state]);
  const sortable = columns.filter(({ isUnsorted }) => !isUnsorted);
  const isFiltered = state.search !== '' || Object.values(state.filters).some((input) => input.trim() !== '');
  const change = (part: Partial<TableState>) => onState({ ...state, ...part });
  // The server sorts by one column.
  const sortBy = (sort: TableState['sort']) => change({ sort: sort.slice(-1) });
  const [first] = state.sort;
  const isEmpty = rows.length === 0;
  const none = (
    <EmptyState
      drawing={<Binoculars />}
      sentence={(!isFiltered && props.empty) || texts.none}
      action={
        isFiltered && (
          <Button variant="default" onClick={() => change({ filters: {}, search: '' })}>
            {texts.clearFilters}
          </Button>
        )
      }
    />
  );
  // Without rows there is nothing to search, filter or sort.
  if (isEmpty && !isFiltered) return none;
  return (
    <>
      <div className={classes.tools}>
        {hasSearch && (
          <div className={classes.search}>
            <SearchField label={texts.search} clearLabel={texts.clear} value={state.search} onChange={(search) => change({ search })} />
          </div>
        )}
        {columns.some(({ filter }) => filter) && (
          <FiltersMenu columns={columns} filters={state.filters} onChange={(filters) => change({ filters })} texts={texts} />
        )}
        {isWide ? (
          <ColumnsMenu columns={columns} shown={state.columns} onChange={(next) => change({ columns: next })} texts={texts} />
        ) : (
          sortable.length > 0 && (
            <NativeSelect
              aria-label={texts.sort}
              value={first ? `${first.id} ${first.isDescending ? 'down' : 'up'}` : ''}
              data={[
                ...(first ? [] : [{ value: '', label: texts.sort }]),
                ...sortable.flatMap(({ id, label: name }) => [
                  { value: `${id} up`, label: `${name} ↑` },
                  { value: `${id} down`, label: `${name} ↓` },
                ]),
              ]}
              onChange={(event) => {
                const [id = '', direction] = event.currentTarget.value.split(' ');
                sortBy(id === '' ? [] : [{ id, isDescending: direction === 'down' }]);
              }}
            />
          )
        )}
      </div>
      <div className={classes.summary} data-empty={isEmpty || undefined}>
        <div role="status">{isEmpty ? none : texts.rows(rows.length, total ?? rows.length)}</div>
        {onMore && (
          <Button variant="default" loading={props.isLoadingMore} onClick={onMore}>
            {props.moreLabel}
          </Button>
        )}
      </div>
      {isEmpty ? null : isWide ? (
        <DataGrid
          rows={rows}
          rowId={rowId}
          rowName={rowName}
          columns={visible}
          label={label}
          sort={state.sort}
          onSort={sortBy}
          texts={texts}
        />
      ) : (
        <VirtualRows items={rows} keyOf={rowId} rowHeight={props.cardHeight} label={label} render={props.renderCard} />
      )}
    </>
  );
}
