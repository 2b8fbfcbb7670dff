import { Button, Switch } from '@mantine/core';
import { IconCurrentLocation, IconFlag, IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { type TaxonGroup, type TrackPoint } from '@veld/contract';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { findLocationError, location } from '../../../device/location';
import type { LocalJourney, LocalObservation } from '../../../local/db/rows';
import { setPaused } from '../../../local/records/journeys/journeys';
import { PositionHelp } from '../../../shared/geo/position/PositionHelp';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { useRunningTally } from '../../recording/data';
import { changeJourney } from '../own-journeys';
import { JourneyActions } from '../page/dialogs/JourneyActions';
import { JourneyMap, usePieces } from '../page/JourneyMap';
import { clockAt, journeyTimes } from '../page/journey-times';
import { timedDots } from '../page/play/timed-dots';
import { drawnLines } from '../page/track-overlay';
import { RunningWeather } from '../weather/FillWeather';
import { Figures } from './Figures';
import classes from './RunningPage.module.css';
import { runningRows, RunningSpecies } from './RunningSpecies';
import { useFinish } from './RunningBar';

const NONE: never[] = [];

interface Props {
  journey: LocalJourney;
  /** Undefined while they are read, as are the records. */
  points: readonly TrackPoint[] | undefined;
  records: readonly LocalObservation[] | undefined;
}

/** The journey that runs on this device: where the person is and what they found, with all that is needed on the way. */
export function RunningPage({ journey, points, records }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { state, fix } = useStore(location.store);
  const last = points?.at(-1) ?? null;
  // While GPS rests, the person is where the track ends.
  const here = fix ?? last;
  const error = findLocationError(state);
  const facts = [
    t('run.since', { time: clockAt(Date.parse(journey.started_at), journey.time_zone, language) }),
    t(`protocol.${journey.protocol}`),
    ...journey.companions.map(({ name }) => name),
  ];
  return (
    <div className={classes.page}>
      <div className={classes.map}>
        <div className={classes.figures}>
          <Figures journey={journey} />
        </div>
        <RunningMap journey={journey} points={points} records={records ?? NONE} here={here} />
      </div>
      <div className={classes.rest}>
        <h1 dir="auto" className={classes.name}>
          {journey.name}
        </h1>
        <Controls journey={journey} />
        {error && <PositionHelp error={error} retry={() => location.retry()} />}
        <RunningSpecies journey={journey} records={records} here={here} />
        <CompleteSwitches journey={journey} records={records ?? NONE} />
        <details className={classes.more}>
          <summary className={classes.summary}>{t('run.about')}</summary>
          <p className={classes.facts}>{journeyTimes(journey, language)}</p>
          <p className={classes.facts}>{facts.join(' · ')}</p>
          {points && records && (
            <div className={classes.actions}>
              <JourneyActions journey={journey} points={points} records={records} />
            </div>
          )}
          <RunningWeather journey={journey} />
        </details>
      </div>
    </div>
  );
}

interface RunningMapProps {
  journey: LocalJourney;
  points: readonly TrackPoint[] | undefined;
  records: readonly LocalObservation[];
  here: { latitude: number; longitude: number } | null;
}

/** The track, the records and the position. */
function RunningMap({ journey, points, records, here }: RunningMapProps) {
  const { t } = useTranslation('journeys');
  const pieces = usePieces(points);
  const lines = useMemo(() => drawnLines(pieces), [pieces]);
  const dots = useMemo(() => timedDots(records, journey.time_zone), [records, journey.time_zone]);
  if (!points) return null;
  if (lines.length === 0 && dots.length === 0 && !here) return <p className={classes.waiting}>{t('run.no_position')}</p>;
  return (
    <JourneyMap
      label={t('page.map', { name: journey.name })}
      lines={lines}
      dots={dots}
      here={here}
      renderOver={(map) => here && <Follow map={map} latitude={here.latitude} longitude={here.longitude} />}
    />
  );
}

/** Moves the map along with the person until they move it themselves; a button brings it back. */
function Follow({ map, latitude, longitude }: { map: MapLibre; latitude: number; longitude: number }) {
  const { t } = useTranslation('journeys');
  const [isFree, setFree] = useState(false);
  useEffect(() => {
    const free = () => setFree(true);
    map.on('dragstart', free);
    return () => {
      map.off('dragstart', free);
    };
  }, [map]);
  useEffect(() => {
    if (isFree) return;
    const { x, y } = map.project([longitude, latitude]);
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const isNearEdge = x < width * 0.2 || x > width * 0.8 || y < height * 0.25 || y > height * 0.8;
    if (isNearEdge) map.easeTo({ center: [longitude, latitude] });
  }, [map, isFree, latitude, longitude]);
  if (!isFree) return null;
  return (
    <Button
      className={classes.follow}
      variant="default"
      leftSection={<IconCurrentLocation size={20} aria-hidden />}
      onClick={() => {
        map.easeTo({ center: [longitude, latitude] });
        setFree(false);
      }}
    >
      {t('run.follow')}
    </Button>
  );
}

/** Observe, tally, pause and finish. */
function Controls({ journey }: { journey: LocalJourney }) {
  const { t } = useTranslation(['journeys', 'common']);
  const { state, endAt } = useFinish(journey);
  const isPaused = journey.paused_at !== null;
  return (
    <section className={classes.controls} aria-label={t('run.title')}>
      <Button
        className={classes.pause}
        variant="default"
        title={t(isPaused ? 'run.resume' : 'run.pause')}
        aria-label={t(isPaused ? 'run.resume' : 'run.pause')}
        onClick={() => void setPaused(currentDatabase(), journey.id, !isPaused, Date.now())}
      >
        {isPaused ? <IconPlayerPlay size={22} aria-hidden /> : <IconPlayerPause size={22} aria-hidden />}
      </Button>
      <Button className={classes.observe} component={Link} to="/observe" leftSection={<IconPlus size={20} aria-hidden />}>
        {t('common:nav.observe')}
      </Button>
      <Button variant="default" component={Link} to="/observe/tally">
        {t('common:screens.tally')}
      </Button>
      <Button
        className={classes.finish}
        variant="default"
        loading={state === 'storing'}
        leftSection={<IconFlag size={20} aria-hidden />}
        onClick={() => endAt(Date.now())}
      >
        {t('run.finish')}
      </Button>
      {state === 'failed' && (
        <p className={classes.failed} role="alert">
          {t('run.failed')}
        </p>
      )}
    </section>
  );
}

/** For each group that is looked for or was found: whether everything of it is being recorded. */
function CompleteSwitches({ journey, records }: { journey: LocalJourney; records: readonly LocalObservation[] }) {
  const { t } = useTranslation(['journeys', 'common']);
  const tally = useRunningTally();
  // The page is drawn with each fix.
  const found = useMemo(() => runningRows(records, tally ?? null, journey).map(({ row }) => row.taxon.group), [records, tally, journey]);
  const groups = [...new Set<TaxonGroup>([...journey.target_groups, ...found])].filter((group) => group !== 'other');
  if (groups.length === 0) return null;
  const isComplete = (group: TaxonGroup) => journey.complete_groups.some((one) => one.group === group && one.is_complete);
  const change = (group: TaxonGroup, is_complete: boolean) => {
    const others = journey.complete_groups.filter((one) => one.group !== group);
    void changeJourney(journey.id, {
      target_groups: [...new Set([...journey.target_groups, group])],
      // Switched off, it is asked about in the review.
      complete_groups: is_complete ? [...others, { group, is_complete }] : others,
    });
  };
  return (
    <fieldset className={classes.complete}>
      <legend className={classes.legend}>{t('run.complete')}</legend>
      {groups.map((group) => (
        <Switch
          key={group}
          className={classes.switch}
          labelPosition="left"
          label={t(`common:group.${group}`)}
          checked={isComplete(group)}
          onChange={(event) => change(group, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
