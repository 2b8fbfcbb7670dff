import { Alert, Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { findLocationError, location } from '../../../device/location';
import { backgroundTracking } from '../../../device/track/background';
import { formatDate } from '../../../i18n/format';
import type { LocalJourney } from '../../../local/db/rows';
import { lastSettings, seenLimits } from '../../../local/records/journeys/journeys';
import { savedPlaceList } from '../../../local/changes/saved-places';
import { PositionHelp } from '../../../shared/geo/position/PositionHelp';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { PageHeader } from '../../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useOpenJourney } from '../run/use-open-journey';
import { useBackToJourneys } from '../use-back';
import { RunningWeather } from '../weather/RunningWeather';
import { StartForm } from './StartForm';
import classes from './start.module.css';

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

/** What the running journey was started with, and why it has no track if the device doesn't give its place. */
function RunningPanel({ journey }: { journey: LocalJourney }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  // While it is paused, GPS is off.
  const error = useStore(location.store, ({ state }) => findLocationError(state));
  const since = formatDate(Date.parse(journey.started_at), language, {
    timeZone: journey.time_zone,
    timeStyle: 'short',
    dateStyle: 'long',
  });
  const facts = [
    t(`protocol.${journey.protocol}`),
    ...journey.target_groups.map((group) => t(`common:group.${group}`)),
    ...journey.companions.map(({ name }) => name),
  ];
  return (
    <div className={classes.form}>
      <p className={classes.text}>{t('run.since', { time: since })}</p>
      <p className={classes.hint}>{facts.join(' · ')}</p>
      <div className={classes.row}>
        <Button size="lg" component={Link} to="/observe">
          {t('common:nav.observe')}
        </Button>
        <Button size="lg" variant="default" component={Link} to="/observe/tally">
          {t('common:screens.tally')}
        </Button>
        <Button size="lg" variant="default" component={Link} to={`/journey/${journey.id}`}>
          {t('run.so_far')}
        </Button>
      </div>
      {error && <PositionHelp error={error} retry={() => location.retry()} />}
      <RunningWeather journey={journey} />
    </div>
  );
}
