import { VisuallyHidden } from '@mantine/core';
import { IconCurrentLocation, IconLeaf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { location } from '../../../device/location';
import type { TrackRecorder } from '../../../device/track/recorder';
import { useNow } from '../../../device/use-now';
import { number } from '../../../i18n/format';
import type { LocalJourney } from '../../../local/db/rows';
import { chooseLook, useDistance, useStateText } from '../../../shared/geo/position/words';
import { useLanguage } from '../../../shared/session/session';
import { durationText, elapsedMs } from './elapsed';
import classes from './Figures.module.css';
import { useIsElsewhere, useRecorder } from './recording';
import { useJourneySpecies } from './use-open-journey';

/** Time, distance, species and the state of GPS of the running journey, in one line. */
export function Figures({ journey }: { journey: LocalJourney }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const isPaused = journey.paused_at !== null;
  const now = useNow(1000, !isPaused);
  const species = useJourneySpecies(journey);
  const recorder = useRecorder();
  const planned = journey.planned_duration_s;
  const elapsed = elapsedMs(journey, now);
  return (
    <span className={classes.figures}>
      <span className={classes.time} data-over={(planned !== null && elapsed > 1000 * planned) || undefined}>
        {durationText(elapsed)}
        {planned !== null && ` / ${durationText(1000 * planned, true)}`}
      </span>
      {recorder && <Distance recorder={recorder} />}
      <span className={classes.figure}>
        <IconLeaf className={classes.icon} size={18} aria-hidden />
        <span aria-hidden>{number(species, language)}</span>
        <VisuallyHidden>{t('common:count.species', { count: species })}</VisuallyHidden>
      </span>
      {isPaused ? <strong>{t('run.paused')}</strong> : recorder ? <GpsState recorder={recorder} /> : <Elsewhere />}
    </span>
  );
}

function Elsewhere() {
  const { t } = useTranslation('journeys');
  return useIsElsewhere() ? <span className={classes.gps}>{t('run.elsewhere')}</span> : null;
}

function Distance({ recorder }: { recorder: TrackRecorder }) {
  const metres = useStore(recorder.store, ({ distance_m }) => distance_m);
  return <span>{useDistance()(metres)}</span>;
}

function GpsState({ recorder }: { recorder: TrackRecorder }) {
  const { t } = useTranslation('journeys');
  const { state, fix } = useStore(location.store);
  const isResting = useStore(recorder.store, (recording) => recording.isResting);
  const text = useStateText();
  const length = useDistance();
  // Off only to save power. A form that needs a position turns it on.
  if (isResting && state === 'off') return <span className={classes.gps}>{t('run.resting')}</span>;
  const look = chooseLook(state);
  const words = text(state, fix?.accuracy_m ?? null);
  if (!fix || look === 'stale' || look === 'error')
    return (
      <span className={classes.gps} data-look={look}>
        {words}
      </span>
    );
  return (
    <span className={classes.figure} data-look={look}>
      <IconCurrentLocation className={classes.icon} size={18} aria-hidden />
      <span aria-hidden>{length(fix.accuracy_m)}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
