import type { TrackPoint } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalObservation } from '../../../shared/records/own';
import { timeSpan } from '../formats/track-points';
import type { LocalJourney } from '../own-journeys';
import { playClock } from './play/play-clock';
import { TimeControl } from './play/TimeControl';
import { timedDots } from './play/timed-dots';
import { TrackMap } from './play/TrackMap';
import classes from './TrackCard.module.css';
import { drawnPieces, linesThrough } from './track-overlay';

interface Props {
  journey: Pick<LocalJourney, 'time_zone' | 'name'>;
  pieces: readonly (readonly TrackPoint[])[];
  records: readonly LocalObservation[];
  /** `incomplete`: not all points are on this device yet. */
  state: 'loading' | 'incomplete' | 'ready';
}

/** The map of a journey, as a whole or until a time. */
export function TrackCard({ journey, pieces, records, state }: Props) {
  const { t } = useTranslation('journeys');
  const [clock] = useState(playClock);
  const zone = journey.time_zone;
  const drawn = useMemo(() => drawnPieces(pieces), [pieces]);
  const lines = useMemo(() => linesThrough(drawn), [drawn]);
  const dots = useMemo(() => timedDots(records, zone), [records, zone]);
  const span = useMemo(() => timeSpan(pieces.flat()), [pieces]);
  const isEmpty = lines.length === 0 && dots.length === 0;

  if (state === 'loading') return <div className={classes.waiting} aria-hidden />;
  return (
    <div className={classes.card}>
      {isEmpty ? (
        <p className={classes.note}>{t(state === 'incomplete' ? 'page.points_missing' : 'page.no_points')}</p>
      ) : (
        <>
          <TrackMap label={t('page.map', { name: journey.name })} clock={clock} pieces={pieces} drawn={drawn} lines={lines} dots={dots} />
          {state === 'incomplete' && <p className={classes.note}>{t('page.points_missing')}</p>}
          {span && span.to > span.from && <TimeControl clock={clock} span={span} zone={zone} />}
        </>
      )}
    </div>
  );
}
