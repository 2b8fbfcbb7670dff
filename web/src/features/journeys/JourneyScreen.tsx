import { isDay } from '@veld/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import DayPage from './page/DayPage';

const JourneyPage = lazy(() => import('./page/JourneyPage'));

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A journey, by its id, or the records of a day, by its date. */
export default function JourneyScreen() {
  const { t } = useTranslation('journeys');
  const { session = '' } = useParams();
  if (isDay(session) || !ID.test(session)) return <DayPage day={session} />;
  return (
    <Suspense fallback={<TaxonRowSkeletons label={t('page.loading')} />}>
      <JourneyPage key={session} id={session.toLowerCase()} />
    </Suspense>
  );
}
