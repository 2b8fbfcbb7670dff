import { lazy, Suspense } from 'react';
import type { LocalJourney } from '../../../local/db/rows';
import { useTrackRecording } from './recording';
import { RunningBar } from './RunningBar';

const ReviewDialog = lazy(() => import('../review/ReviewDialog'));

/** Records a journey and shows its bar, or its review once it has ended. */
export default function OpenJourney({ journey }: { journey: LocalJourney }) {
  useTrackRecording(journey);
  if (journey.ended_at === null) return <RunningBar journey={journey} />;
  return (
    <Suspense fallback={null}>
      <ReviewDialog journey={journey} />
    </Suspense>
  );
}
