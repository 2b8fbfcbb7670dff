import { type ComponentProps, useState } from 'react';
import { Binoculars } from '../drawings/EmptyDrawings';
import { EmptyState } from '../EmptyState';
import { ServerTable } from './ServerTable';
import { standardState, type TableState } from './table-types';
import { useTableRows } from './use-table-rows';

type FromServer = 'total' | 'onMore' | 'isLoadingMore' | 'moreLabel' | 'state' | 'onState' | 'hasSearch';

interface Props<T> extends Omit<ComponentProps<typeof ServerTable<T>>, FromServer> {
  /** At first; without it, the rows are as the server sent them. */
  sort?: TableState['sort'];
}

/** A table of a short list that the server sends as a whole: it is searched, filtered and sorted here. */
export function WholeTable<T extends object>({ sort, ...props }: Props<T>) {
  const { rows, rowId, columns, texts } = props;
  const [state, setState] = useState(() => standardState(columns, sort));
  const shown = useTableRows({ rows, rowId, columns, state, language: texts.language });
  // Without rows there is nothing to search, filter or sort.
  if (rows.length === 0) return <EmptyState drawing={<Binoculars />} sentence={props.empty ?? texts.none} />;
  return (
    <ServerTable
      {...props}
      rows={shown}
      total={rows.length}
      state={state}
      onState={setState}
      hasSearch={columns.some(({ isSearched }) => isSearched)}
      onMore={undefined}
      isLoadingMore={false}
      moreLabel=""
    />
  );
}
