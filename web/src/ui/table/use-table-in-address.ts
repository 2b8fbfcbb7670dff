import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQueryChange } from '../use-address-filter';
import type { TableState } from './table-types';

const FILTER = 'filter.';
const SEARCH = 'q';
const REST_MS = 300;

/**
 * The state of a table. Its search and filters are in the address: they survive a reload and can be sent to somebody. The address is
 * updated when typing pauses.
 */
export function useTableInAddress(standard: () => TableState): [TableState, (next: TableState) => void] {
  const [query] = useSearchParams();
  const changeQuery = useQueryChange();
  const [state, setState] = useState<TableState>(() => {
    const filters = [...query].flatMap(([name, value]) => (name.startsWith(FILTER) ? [[name.slice(FILTER.length), value] as const] : []));
    return { ...standard(), filters: Object.fromEntries(filters), search: query.get(SEARCH) ?? '' };
  });
  const follow = useDebouncedCallback(({ filters, search }: TableState) => {
    changeQuery((next) => {
      for (const name of new Set(next.keys())) if (name === SEARCH || name.startsWith(FILTER)) next.delete(name);
      if (search !== '') next.set(SEARCH, search);
      for (const [id, input] of Object.entries(filters)) next.set(`${FILTER}${id}`, input);
    });
  }, REST_MS);
  const change = (next: TableState) => {
    setState(next);
    if (next.filters !== state.filters || next.search !== state.search) follow(next);
  };
  return [state, change];
}
