import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { location, findLocationError } from '../../../device/location';
import { formatDate } from '../../../i18n/format';
import type { LocalJourney } from '../../../local/db/rows';
import { useLanguage } from '../../../shared/session/session';
import { PositionHelp } from '../../../shared/geo/position/PositionHelp';
import { RunningWeather } from '../weather/RunningWeather';
import classes from './start.module.css';

/** What the running journey was started with, and why it has no track if the device doesn't give its place. */
export function RunningPanel({ journey }: { journey: LocalJourney }) {
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
