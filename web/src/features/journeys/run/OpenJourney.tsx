import { lazy, Suspense, useState } from 'react';
import type { LocalJourney } from '../../../local/db/rows';
import { useTrackRecording } from './recording';
import { ReviewBar } from './ReviewBar';
import { RunningBar } from './RunningBar';

const ReviewDialog = lazy(() => import('../review/ReviewDialog'));

/** Records a journey and shows its bar, or its review once it has ended. */
export default function OpenJourney({ journey }: { journey: LocalJourney }) {
  useTrackRecording(journey);
  const [isLater, setLater] = useState(false);
  if (journey.ended_at === null) return <RunningBar journey={journey} />;
  return (
    <>
      {isLater && <ReviewBar journey={journey} onReview={() => setLater(false)} />}
      <Suspense fallback={null}>
        <ReviewDialog journey={journey} isFirst isShown={!isLater} onClose={() => setLater(true)} />
      </Suspense>
    </>
  );
}
