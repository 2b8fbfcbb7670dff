import { type CallInput, type getFeed, MAX_CIRCLE_KM } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback } from 'react';
import { type FeedTab, feedView, type FeedView } from '../../local/device/feed-view';
import { NO_LOCATION } from '../../shared/location/location-filter';
import { currentDatabase } from '../../shared/session/session';

export { CIRCLE_RADII, FEED_TABS, type FeedTab, type FeedView, HERE } from '../../local/device/feed-view';

/** The tab, circle and radius that the user chose last on this device; undefined while loading. */
export function useFeedView(): [FeedView | undefined, (change: Partial<FeedView>) => void] {
  const database = currentDatabase();
  const view = useLiveQuery(() => feedView.read(database), [database]);
  const change = useCallback(
    (next: Partial<FeedView>) => {
      // Only a convenience: if the disk is full, the tab still changes.
      feedView.update(database, (before) => ({ ...before, ...next })).catch((error: unknown) => console.error('Feed view', error));
    },
    [database],
  );
  return [view, change];
}

/** What the feed is asked for. */
export interface FeedSource {
  /** Identifies it among the stored answers. */
  key: string;
  query: NonNullable<CallInput<typeof getFeed>['query']>;
}

/** The records of the people that the user follows. */
export const FOLLOWING: FeedSource = { key: 'following', query: { following: '1' } };

const CELLS_PER_DEGREE = 100;
/** About a kilometre, so that the server does not learn where exactly the person is. */
const rounded = (degrees: number) => Math.round(degrees * CELLS_PER_DEGREE) / CELLS_PER_DEGREE;

/** The records around a point. */
export function sourceAround(at: { latitude: number; longitude: number }, radiusKm: number): FeedSource {
  const [latitude, longitude] = [rounded(at.latitude), rounded(at.longitude)];
  const radius_km = Math.min(MAX_CIRCLE_KM, Math.max(1, radiusKm));
  return { key: `near ${latitude} ${longitude} ${radius_km}`, query: { latitude, longitude, radius_km } };
}

/** The tab of an address: a location in it decides, then a tab in it, then the last choice. */
export function chooseTab(read: (name: string) => string | null, last: FeedTab): { tab: FeedTab; isFromLocation: boolean } {
  const isFromLocation = Object.keys(NO_LOCATION).some((name) => read(name) !== null);
  const asked = read('tab');
  const tab = asked === 'following' || asked === 'nearby' ? asked : last;
  return { tab, isFromLocation };
}
