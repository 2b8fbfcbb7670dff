import type { ComponentProps } from 'react';
import { ServerTable } from './ServerTable';
import { useTableRows } from './use-table-rows';

type Props<T> = Omit<ComponentProps<typeof ServerTable<T>>, 'total' | 'onMore' | 'isLoadingMore' | 'moreLabel'>;

/** A table of a short list that the server sends as a whole: it is searched, filtered and sorted here. */
export function WholeTable<T extends object>(props: Props<T>) {
  const { rows, rowId, columns, state, texts } = props;
  const shown = useTableRows({ rows, rowId, columns, state, language: texts.language });
  return <ServerTable {...props} rows={shown} total={rows.length} onMore={undefined} isLoadingMore={false} moreLabel="" />;
}
