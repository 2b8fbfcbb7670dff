import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalJourney } from '../../../local/db/rows';
import { useTrackRecording } from './recording';
import { RunningBar } from './RunningBar';
import classes from './RunningBar.module.css';

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

/** A journey that has ended and waits for its review, which the person has put off. */
function ReviewBar({ journey, onReview }: { journey: LocalJourney; onReview: () => void }) {
  const { t } = useTranslation('journeys');
  return (
    <section className={classes.bar} aria-label={t('review.title')}>
      <div className={classes.later}>
        <span dir="auto" className={classes.name}>
          {journey.name}
        </span>
        <Button className={classes.review} onClick={onReview}>
          {t('review.title')}
        </Button>
      </div>
    </section>
  );
}
