import { Alert, Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { backgroundTracking } from '../../../device/track/background';
import { lastSettings, seenLimits } from '../../../local/records/journeys/journeys';
import { savedPlaceList } from '../../../local/changes/saved-places';
import { currentDatabase } from '../../../shared/session/session';
import { PageHeader } from '../../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useOpenJourney } from '../run/use-open-journey';
import { useBackToJourneys } from '../use-back';
import { StartForm } from './StartForm';
import classes from './start.module.css';

/** Starts a journey, here or at the saved place of the address; while one runs, its page. */
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
  if (open?.ended_at === null) return <Navigate to={`/journey/${open.id}`} replace />;
  return (
    <>
      <PageHeader title={t('common:screens.new_journey')} lead={known.place?.name ?? t('start.lead')} back={back} />
      <StartForm last={known.last} place={known.place} notice={<LimitsNotice />} />
    </>
  );
}

/** What a browser cannot do with the screen off; until the person has read it. */
function LimitsNotice() {
  const { t } = useTranslation('journeys');
  const database = currentDatabase();
  const isSeen = useLiveQuery(() => seenLimits.read(database), [database]);
  if (isSeen !== false || backgroundTracking()) return null;
  return (
    <Alert className={classes.limits} color="ochre" title={t('start.limits_title')}>
      <p className={classes.text}>{t('start.limits')}</p>
      <Button variant="default" onClick={() => void seenLimits.update(database, () => true)}>
        {t('start.limits_seen')}
      </Button>
    </Alert>
  );
}
