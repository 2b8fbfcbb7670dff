import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { JUST_SAVED, useOwnJourney, useRecordsOfJourney, useTrack } from '../own-journeys';
import { RunningPage } from '../run/RunningPage';
import { useOpenJourney } from '../run/use-open-journey';
import { OwnJourneyPage } from './OwnJourneyPage';
import { SharedJourneyPage } from './SharedJourneyPage';

const EndCard = lazy(() => import('../end/EndCard'));

/** A journey of the user, from the device, which may run or be just saved; else one that somebody shares, from the server. */
export default function JourneyPage({ id }: { id: string }) {
  const { t } = useTranslation('journeys');
  const journey = useOwnJourney(id);
  // Read at the same time as the journey itself.
  const points = useTrack(id);
  const records = useRecordsOfJourney(id);
  const open = useOpenJourney();
  const isJustSaved = useLocation().state === JUST_SAVED;
  if (journey === undefined || open === undefined) return <TaxonRowSkeletons label={t('page.loading')} />;
  if (journey === null) return <SharedJourneyPage id={id} />;
  if (isJustSaved && points && records)
    return (
      <Suspense fallback={<TaxonRowSkeletons label={t('page.loading')} />}>
        <EndCard journey={journey} points={points} records={records} />
      </Suspense>
    );
  // One that runs on another device is shown as far as it has come.
  const Page = open?.id === id && journey.ended_at === null ? RunningPage : OwnJourneyPage;
  return <Page journey={journey} points={points} records={records} />;
}
