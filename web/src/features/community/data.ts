import { useQuery } from '@tanstack/react-query';
import { type Board, type CommunityUser, getLeaderboard, listCommunityUsers, type TaxonGroup } from '@veld/contract';
import { api } from '../../local/app/veld';
import { isPeriod } from '../species/data';
import { auth } from '../../shared/session/session';
import { type LocationFilter, makeLocationRequest, makeRecordsRequest } from '../../shared/location/location-filter';

export type { CommunityUser };

/** The listed people of a country, or those with records at a saved place, the user, and totals. Cached on the device; `shared/session/queries.tsx` fetches it again when the user's country changes. */
export function useCommunity(location: LocationFilter) {
  return useQuery({
    queryKey: ['community', location],
    queryFn: ({ signal }) => api.call(listCommunityUsers, { query: makeLocationRequest(location) }, { signal }),
    meta: { persist: true },
  });
}

/** People by name: of those on the device at once, without regard to accents, and of all on the server. All on the device without a name. */
export function useFoundPeople(location: LocationFilter, name: string, known: readonly CommunityUser[]): readonly CommunityUser[] {
  const { data } = useQuery({
    queryKey: ['community', location, name],
    queryFn: ({ signal }) => api.call(listCommunityUsers, { query: { ...makeLocationRequest(location), name } }, { signal }),
    enabled: name !== '',
  });
  if (name === '') return known;
  const all = new Map([...known, ...(data?.data ?? [])].map((person) => [person.id, person]));
  return [...all.values()].filter((person) => folded(person.name).includes(folded(name)));
}

/** Lower case and without accents, for comparing. */
const folded = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

export const ORDERS = ['species', 'records', 'name'] as const;
export type Order = (typeof ORDERS)[number];

/** People in an order, those alike as they come; `language` is that of names. */
export function inOrder(people: readonly CommunityUser[], order: Order, language: string): CommunityUser[] {
  const { compare } = new Intl.Collator(language);
  const orders: Record<Order, (one: CommunityUser, other: CommunityUser) => number> = {
    species: (one, other) => other.species - one.species,
    records: (one, other) => other.observations - one.observations,
    name: (one, other) => compare(one.name, other.name),
  };
  return people.toSorted(orders[order]);
}

/** Moves the user to the top; the others stay in their order. */
export function pinned(people: readonly CommunityUser[], ownId: string): CommunityUser[] {
  return [...people.filter(({ id }) => id === ownId), ...people.filter(({ id }) => id !== ownId)];
}

/** Shown at once, sent by the outbox. */
export function setListed(isListed: boolean): Promise<void> {
  return auth.change({ kind: 'preference', key: 'community_opt_in', value: isListed });
}

export interface BoardFilter {
  board: Board;
  /** A period, or a year of four digits. */
  period: string;
  group: TaxonGroup | null;
  /** A country, the world or a public place. */
  location: LocationFilter;
}

export function useLeaderboard({ board, period, group, location }: BoardFilter) {
  const query = {
    ...(isPeriod(period) ? { period } : { year: period }),
    ...makeRecordsRequest(location),
    ...(group ? { group } : {}),
  };
  return useQuery({
    queryKey: ['leaderboard', board, query],
    queryFn: ({ signal }) => api.call(getLeaderboard, { params: { board }, query }, { signal }),
    meta: { persist: true },
  });
}
