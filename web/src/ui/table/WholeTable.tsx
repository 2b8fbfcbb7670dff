import type { ComponentProps } from 'react';
import { Binoculars } from '../drawings/Binoculars';
import { EmptyState } from '../EmptyState';
import { ServerTable } from './ServerTable';
import { useTableRows } from './use-table-rows';

type Props<T> = Omit<ComponentProps<typeof ServerTable<T>>, 'total' | 'onMore' | 'isLoadingMore' | 'moreLabel'>;

/** A table of a short list that the server sends as a whole: it is searched, filtered and sorted here. */
export function WholeTable<T extends object>(props: Props<T>) {
  const { rows, rowId, columns, state, texts } = props;
  const shown = useTableRows({ rows, rowId, columns, state, language: texts.language });
  // Without rows there is nothing to search, filter or sort.
  if (rows.length === 0) return <EmptyState drawing={<Binoculars />} sentence={props.empty} />;
  return <ServerTable {...props} rows={shown} total={rows.length} onMore={undefined} isLoadingMore={false} moreLabel="" />;
}
