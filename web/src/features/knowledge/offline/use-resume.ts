import { useEffect } from 'react';
import { useIsOnline } from '../../../shared/session/session';

/** Goes on with what is being kept offline, when the guide opens and when the connection is back. */
export function useResume(): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (!isOnline) return;
    import('./data')
      .then(({ guideKeeper }) => {
        const keeper = guideKeeper();
        keeper?.tryNow();
        return keeper?.resume();
      })
      .catch((error: unknown) => console.error('Keep for offline', error));
  }, [isOnline]);
}
