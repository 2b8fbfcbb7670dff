import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CommunityUser, listCommunityUsers } from '@veld/contract';
import { useEffect } from 'react';
import { api } from '../../local/app/veld';
import { auth } from '../accounts/data';
import type { LocationWord } from '../feed/data';

export type { CommunityUser };

/** The people of a country who opted in and oneself, and what the country has. Kept on the device; asked again when the own country changed. */
export function useCommunity(location: LocationWord) {
  const client = useQueryClient();
  useEffect(() => auth.on('countryChanged', () => client.invalidateQueries({ queryKey: ['community'] })), [client]);
  return useQuery({
    queryKey: ['community', location],
    queryFn: ({ signal }) => api.call(listCommunityUsers, { query: { country: location } }, { signal }),
    meta: { keep: true },
  });
}

/** Oneself first, the others as they came: most species first. */
export function pinned(people: readonly CommunityUser[], ownId: string): CommunityUser[] {
  return [...people.filter(({ id }) => id === ownId), ...people.filter(({ id }) => id !== ownId)];
}

/** Shown at once, and sent when there is a connection. */
export function setListed(isListed: boolean): Promise<void> {
  return auth.change({ kind: 'preference', key: 'community_opt_in', value: isListed });
}
