import { useTranslation } from 'react-i18next';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useOwnJourney, useRecordsOfJourney, useTrack } from '../own-journeys';
import { OwnJourneyPage } from './OwnJourneyPage';
import { SharedJourneyPage } from './SharedJourneyPage';

/** A journey of the user, from the device; else one that somebody shares, from the server. */
export default function JourneyPage({ id }: { id: string }) {
  const { t } = useTranslation('journeys');
  const journey = useOwnJourney(id);
  // Read at the same time as the journey itself.
  const points = useTrack(id);
  const records = useRecordsOfJourney(id);
  if (journey === undefined) return <TaxonRowSkeletons label={t('page.loading')} />;
  return journey === null ? <SharedJourneyPage id={id} /> : <OwnJourneyPage journey={journey} points={points} records={records} />;
}
