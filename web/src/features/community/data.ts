import { useQuery } from '@tanstack/react-query';
import { type Board, type CommunityUser, getLeaderboard, listCommunityUsers, type Period, type TaxonGroup } from '@veld/contract';
import { api } from '../../local/app/veld';
import { auth } from '../accounts/data';
import { type LocationFilter, requestOf } from '../accounts/location-filter';

export type { CommunityUser };

/** The listed people of a country, or those with records at a saved place, the user, and totals. Cached on the device; `app/queries.tsx` fetches it again when the user's country changes. */
export function useCommunity(location: LocationFilter) {
  return useQuery({
    queryKey: ['community', location],
    queryFn: ({ signal }) => api.call(listCommunityUsers, { query: requestOf(location) }, { signal }),
    meta: { persist: true },
  });
}

/** Moves the user to the top; the others stay in order of species. */
export function pinned(people: readonly CommunityUser[], ownId: string): CommunityUser[] {
  return [...people.filter(({ id }) => id === ownId), ...people.filter(({ id }) => id !== ownId)];
}

/** Shown at once, sent by the outbox. */
export function setListed(isListed: boolean): Promise<void> {
  return auth.change({ kind: 'preference', key: 'community_opt_in', value: isListed });
}

export interface BoardFilter {
  board: Board;
  period: Period;
  group: TaxonGroup | null;
  /** A country code, or `worldwide`. */
  country: string;
}

export function useLeaderboard({ board, period, group, country }: BoardFilter) {
  const query = { period, country, ...(group ? { group } : {}) };
  return useQuery({
    queryKey: ['leaderboard', board, query],
    queryFn: ({ signal }) => api.call(getLeaderboard, { params: { board }, query }, { signal }),
    meta: { persist: true },
  });
}
