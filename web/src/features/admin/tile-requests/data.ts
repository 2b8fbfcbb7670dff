import {
  type AdminTileRequest,
  cancelTileRequest,
  type Language,
  listAdminTileRequests,
  purgeTileRequest,
  type QueryOf,
  rerunTileRequest,
} from '@veld/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { number } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { KEY, pagesOf } from '../data';

export type { AdminTileRequest };
type Filter = Omit<QueryOf<typeof listAdminTileRequests>, 'cursor' | 'limit'>;

/** The offline maps of everybody, in pages. */
export function useTileRequests(filter: Filter) {
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'tile-requests', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(listAdminTileRequests, { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data), [query.data]);
  return { rows, total: query.data?.pages[0]?.total ?? 0, ...pagesOf(query) };
}

const ACTIONS = { cancel: cancelTileRequest, rerun: rerunTileRequest, delete: purgeTileRequest };

/** What an admin can do with an offline map in its state. */
export function actionsFor({ state }: AdminTileRequest): (keyof typeof ACTIONS)[] {
  if (state === 'failed' || state === 'expired') return ['rerun', 'delete'];
  return state === 'ready' ? ['delete'] : ['cancel', 'delete'];
}

export async function act(id: string, action: keyof typeof ACTIONS): Promise<void> {
  await api.call(ACTIONS[action], { params: { id } });
}

/** A box of whole degrees, from the south-west to the north-east. */
export function boxText({ box: { west, south, east, north } }: AdminTileRequest, language: Language): string {
  const degrees = (value: number) => `${number(value, language)}°`;
  return `${degrees(south)}, ${degrees(west)} – ${degrees(north)}, ${degrees(east)}`;
}
