import { lazy, Suspense } from 'react';
import { useOpenJourney } from './use-open-journey';

/** Recording and its bar, which most people do not need at most times. */
const OpenJourney = lazy(() => import('./OpenJourney'));

/** The running journey on every screen, if there is one. */
export default function RunningJourney() {
  const journey = useOpenJourney();
  if (!journey) return null;
  return (
    <Suspense fallback={null}>
      <OpenJourney key={journey.id} journey={journey} />
    </Suspense>
  );
}
