import { useEffect } from 'react';
import { useStore } from 'zustand';
import { auth } from '../local/app/veld';

/** Countries of places follow what the operator decided about disputed areas, also before a map is opened. */
export function useDisputedAreas(): void {
  const isLoggedIn = useStore(auth.store, ({ user }) => user !== null);
  useEffect(() => {
    if (!isLoggedIn) return;
    import('../shared/geo/map/sources/settings').then(
      ({ loadMapSources }) => loadMapSources(),
      (error: unknown) => console.error('Map settings', error),
    );
  }, [isLoggedIn]);
}
