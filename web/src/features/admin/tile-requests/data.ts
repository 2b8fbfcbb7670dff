import {
  type AdminTileRequest,
  cancelTileRequest,
  type Language,
  listAdminTileRequests,
  purgeTileRequest,
  type QueryOf,
  rerunTileRequest,
  shareTileRequest,
} from '@veld/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { number } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { KEY, describePages } from '../data';

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
  return { rows, total: query.data?.pages[0]?.total ?? 0, ...describePages(query) };
}

const share = (is_shared: boolean) => (id: string) => api.call(shareTileRequest, { params: { id }, body: { is_shared } });

const ACTIONS = {
  cancel: (id: string) => api.call(cancelTileRequest, { params: { id } }),
  rerun: (id: string) => api.call(rerunTileRequest, { params: { id } }),
  share: share(true),
  unshare: share(false),
  delete: (id: string) => api.call(purgeTileRequest, { params: { id } }),
};

/** What an admin can do with an offline map in its state. */
export function actionsFor({ state, layers, is_shared }: AdminTileRequest): (keyof typeof ACTIONS)[] {
  const sharing = is_shared ? (['unshare'] as const) : state === 'ready' && layers.includes('base') ? (['share'] as const) : [];
  if (state === 'failed' || state === 'expired') return ['rerun', ...sharing, 'delete'];
  return state === 'ready' ? [...sharing, 'delete'] : ['cancel', ...sharing, 'delete'];
}

export async function act(id: string, action: keyof typeof ACTIONS): Promise<void> {
  await ACTIONS[action](id);
}

/** A box of whole degrees, from the south-west to the north-east. */
export function boxText({ box: { west, south, east, north } }: AdminTileRequest, language: Language): string {
  const degrees = (value: number) => `${number(value, language)}°`;
  return `${degrees(south)}, ${degrees(west)} – ${degrees(north)}, ${degrees(east)}`;
}
