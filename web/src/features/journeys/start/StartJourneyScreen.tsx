import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { savedPlaceList } from '../../../local/records/lists/saved-places';
import { lastSettings } from '../../../local/records/journeys/journeys';
import { PageHeader } from '../../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { currentDatabase } from '../../../shared/session/session';
import { useOpenJourney } from '../run/use-open-journey';
import { useBackToJourneys } from '../use-back';
import { LimitsNotice } from './LimitsNotice';
import { RunningPanel } from './RunningPanel';
import { StartForm } from './StartForm';

/** Starts a journey, here or at the saved place of the address; while one runs, shows that. */
export default function StartJourneyScreen() {
  const { t } = useTranslation(['journeys', 'common']);
  const [query] = useSearchParams();
  const placeId = query.get('place');
  const database = currentDatabase();
  const open = useOpenJourney();
  const known = useLiveQuery(async () => {
    const [last, places] = await Promise.all([lastSettings.read(database), savedPlaceList.setting.read(database)]);
    return { last, place: places.find(({ id }) => id === placeId) ?? null };
  }, [database, placeId]);
  const back = useBackToJourneys();
  if (open === undefined || !known) return <TaxonRowSkeletons label={t('loading')} />;
  if (open?.ended_at === null)
    return (
      <>
        <PageHeader title={open.name} back={back} />
        <RunningPanel journey={open} />
      </>
    );
  return (
    <>
      <PageHeader title={t('common:screens.new_journey')} lead={known.place?.name ?? t('start.lead')} back={back} />
      <LimitsNotice />
      <StartForm last={known.last} place={known.place} />
    </>
  );
}
