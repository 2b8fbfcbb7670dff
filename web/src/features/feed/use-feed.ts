import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFeed, isAboveSpecies, isAbsence, type PublicObservation } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { locateOnce } from '../../device/locate-once';
import { api } from '../../local/app/veld';
import type { SavedPlace } from '../../local/changes/saved-places';
import { lastPlace } from '../../local/device/last-place';
import { useFilterPlaces } from '../../shared/location/location-filter';
import { useFetchState, useSeenTaxonIds } from '../../shared/records/own';
import { currentDatabase, useUser } from '../../shared/session/session';
import { useCountedSpecies } from '../../shared/taxa/data';
import { countArrived, FEED_PAGE_SIZE, type FeedPage, type FeedPages, isStale, keepLatest, placeEvents, withTop } from './feed-pages';
import { type FeedSource, HERE } from './feed-view';

const POLL_MS = 60_000;

async function fetchPage({ query: asked }: FeedSource, cursor: string | null, signal: AbortSignal): Promise<FeedPage> {
  const query = { ...asked, limit: FEED_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
  const answer = await api.call(getFeed, { query }, { signal });
  return { ...answer, events: placeEvents(answer.data, answer.events), fetched_at: Date.now() };
}

/**
 * The latest public records. The shown list never changes on its own: a second query checks every minute for new records, and `showNew`
 * adds them. The latest 200 are stored on the device. Without a source, nothing is asked.
 */
export function useFeed(source: FeedSource | null) {
  const client = useQueryClient();
  const key = source?.key ?? 'nothing';
  const list = useInfiniteQuery<FeedPage, Error, FeedPages, string[], string | null>({
    queryKey: ['feed', key],
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetchPage(source!, pageParam, signal);
      if (pageParam === null) client.setQueryData(['feed-top', key], page);
      return page;
    },
    initialPageParam: null,
    enabled: source !== null,
    getNextPageParam: (last) => last.next_cursor,
    // Refetched only by `showNew`, scrolling to the end or a tap.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { persist: true },
  });

  const top = useQuery({
    queryKey: ['feed-top', key],
    queryFn: source !== null && list.data !== undefined ? ({ signal }) => fetchPage(source, null, signal) : skipToken,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });

  useEffect(() => {
    const trim = () => client.setQueryData<FeedPages>(['feed', key], (pages) => pages && keepLatest(pages));
    return () => void trim();
  }, [client, key]);

  const { data: pages, refetch } = list;
  const latest = top.data;
  const showNew = useCallback(() => {
    if (!pages || !latest) return;
    if (isStale(pages, Date.now())) void refetch();
    else client.setQueryData<FeedPages>(['feed', key], withTop(pages, latest));
  }, [client, key, pages, latest, refetch]);

  const { refetch: refetchTop } = top;
  const retry = useCallback(() => void (pages ? refetchTop() : refetch()), [pages, refetch, refetchTop]);

  return {
    pages: pages?.pages,
    isLoading: source !== null && list.isPending,
    /** Set if nothing is stored and the request failed. */
    error: pages === undefined ? list.error : null,
    /** The last request failed, so that the shown records may be outdated. */
    isOutdated: pages !== undefined && (top.isError || list.isRefetchError),
    refreshedAt: Math.max(top.dataUpdatedAt, ...(pages?.pages.map((page) => page.fetched_at) ?? [0])),
    latest,
    arrived: countArrived(pages, latest),
    showNew,
    retry,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    moreFailed: list.isFetchNextPageError,
    showMore: list.fetchNextPage,
  };
}

const WAIT_MS = 15_000;

export interface Centre {
  /** Null if the place of the device is not known; undefined while loading. */
  at: { latitude: number; longitude: number } | null | undefined;
  /** What can be chosen, homes first. */
  places: readonly SavedPlace[];
  /** Measures where the device is. */
  locate: () => void;
  isLocating: boolean;
  hasFailed: boolean;
}

/** The middle of the circle: where the device is or was last, or a saved place. */
export function useCentre(around: string): Centre {
  const database = currentDatabase();
  const saved = useFilterPlaces();
  const last = useLiveQuery(() => lastPlace.read(database), [database]);
  const [state, setState] = useState<'idle' | 'locating' | 'failed'>('idle');
  const [measured, setMeasured] = useState<{ latitude: number; longitude: number } | null>(null);
  const locate = useCallback(() => {
    setState('locating');
    void locateOnce(WAIT_MS).then((fix) => {
      setState(fix ? 'idle' : 'failed');
      if (fix) setMeasured({ latitude: fix.latitude, longitude: fix.longitude });
    });
  }, []);
  const places = useMemo(
    () => (saved ?? []).toSorted((one, other) => Number(other.kind === 'home') - Number(one.kind === 'home')),
    [saved],
  );
  const place = places.find(({ id }) => id === around);
  const isHere = around === HERE || (saved !== undefined && !place);
  const at = isHere ? (measured ?? last) : place;
  return { at, places, locate, isLocating: state === 'locating', hasFailed: state === 'failed' };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The ids of the records of species that the user has not recorded, as far as this device knows: one look at the user's taxa and one
 * at the taxonomy for the whole list. None while the user's records are still being fetched, and if badges and points are off.
 */
export function useNewSpecies(records: readonly PublicObservation[] | undefined): ReadonlySet<string> {
  const { id: own, preferences } = useUser();
  const isOn = useFetchState() === 'fetched' && preferences.gamification;
  const seen = useSeenTaxonIds();
  const ids = useMemo(
    () => (isOn && seen && records ? [...new Set([...seen, ...records.flatMap(({ taxon }) => taxon?.id ?? [])])] : undefined),
    [isOn, seen, records],
  );
  const speciesOf = useCountedSpecies(ids);
  return useMemo(
    () => (isOn && seen && records && speciesOf ? newIn(records, { own, seen, speciesOf }) : NONE),
    [isOn, own, seen, records, speciesOf],
  );
}

interface Known {
  /** The user's id. */
  own: string;
  seen: ReadonlySet<number>;
  /** The species that other taxa count for. */
  speciesOf: ReadonlyMap<number, number>;
}

function newIn(records: readonly PublicObservation[], { own, seen, speciesOf }: Known): ReadonlySet<string> {
  const species = (id: number) => speciesOf.get(id) ?? id;
  const known = new Set([...seen].map(species));
  return new Set(
    records
      .filter((record) => record.user.id !== own && !isAbsence(record))
      .filter(({ taxon }) => taxon !== null && !isAboveSpecies(taxon.rank) && !known.has(species(taxon.id)))
      .map(({ id }) => id),
  );
}
