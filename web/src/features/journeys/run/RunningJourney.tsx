import { lazy, Suspense } from 'react';
import type { LocalJourney } from '../../../local/db/rows';
import { useOpenJourney } from './use-open-journey';
import { useTrackRecording } from './recording';
import { RunningBar } from './RunningBar';

const ReviewDialog = lazy(() => import('../review/ReviewDialog'));

/** The running journey on every screen: its bar, and its review once it has ended. */
export default function RunningJourney() {
  const journey = useOpenJourney();
  return journey ? <Open key={journey.id} journey={journey} /> : null;
}

function Open({ journey }: { journey: LocalJourney }) {
  useTrackRecording(journey);
  if (journey.ended_at === null) return <RunningBar journey={journey} />;
  return (
    <Suspense fallback={null}>
      <ReviewDialog journey={journey} />
    </Suspense>
  );
}
