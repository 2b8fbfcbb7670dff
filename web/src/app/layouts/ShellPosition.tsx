import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { location } from '../../device/location';
import { rememberPlaces } from '../../local/device/last-place';
import { auth, currentDatabase } from '../../local/app/veld';

const PositionChip = lazy(() => import('../../shared/geo/position/PositionChip'));

/** The state of the location, shown whenever it is in use. */
export function ShellPosition() {
  const userId = useStore(auth.store, (state) => state.user?.id);
  const isRunning = useStore(location.store, ({ state }) => state !== 'off');
  useEffect(() => (userId === undefined ? undefined : rememberPlaces(location.store, currentDatabase())), [userId]);
  useEffect(() => {
    if (userId === undefined) return;
    let stop = () => {};
    let isCurrent = true;
    const target = () => auth.state().user?.preferences.recording.target_accuracy_m ?? 10;
    const localTimes = async () => (await import('../../shared/geo/time-zone')).localTimes();
    import('../../device/late-places').then(
      ({ followLatePlaces }) => {
        if (isCurrent) stop = followLatePlaces({ database: currentDatabase(), target, localTimes });
      },
      (error: unknown) => console.error('Late places', error),
    );
    return () => {
      isCurrent = false;
      stop();
    };
  }, [userId]);
  if (!isRunning) return null;
  return (
    <Suspense fallback={null}>
      <PositionChip isShort />
    </Suspense>
  );
}
