import { ActionIcon, Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { TrackPoint } from '@veld/contract';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wantsStill } from '../../../ui/motion';
import { useLanguage } from '../../accounts/data';
import type { LocalObservation } from '../../observations/data';
import { timeSpan } from '../formats/track-points';
import type { LocalJourney } from '../own-journeys';
import { clockAt, recordInstant } from './journey-times';
import { JourneyMap } from './JourneyMap';
import { placeAt } from './place-at';
import { RangeInput } from './RangeInput';
import classes from './TrackCard.module.css';
import { type Dot, drawnPieces, linesThrough, passedPieces } from './track-overlay';

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
  const [time, setTime] = useState<number | null>(null);
  const drawn = useMemo(() => drawnPieces(pieces), [pieces]);
  const lines = useMemo(() => linesThrough(drawn), [drawn]);
  const here = useMemo(() => (time === null ? null : placeAt(pieces, time, Infinity)), [pieces, time]);
  const passed = useMemo(
    () => (time === null ? [] : linesThrough(passedPieces(drawn, ({ t: at }) => at !== null && at <= time, here))),
    [drawn, time, here],
  );
  const zone = journey.time_zone;
  const dots = useMemo(() => dotsUntil(records, zone, time), [records, zone, time]);
  const span = useMemo(() => timeSpan(pieces.flat()), [pieces]);
  const isEmpty = lines.length === 0 && dots.length === 0 && time === null;

  if (state === 'loading') return <div className={classes.waiting} aria-hidden />;
  return (
    <div className={classes.card}>
      {isEmpty ? (
        <p className={classes.note}>{t(state === 'incomplete' ? 'page.points_missing' : 'page.no_points')}</p>
      ) : (
        <>
          <JourneyMap label={t('page.map', { name: journey.name })} lines={lines} passed={passed} here={here} dots={dots} />
          {state === 'incomplete' && <p className={classes.note}>{t('page.points_missing')}</p>}
          {span && span.to > span.from && <TimeControl span={span} zone={zone} time={time} onChange={setTime} />}
        </>
      )}
    </div>
  );
}

function dotsUntil(records: readonly LocalObservation[], zone: string, time: number | null): Dot[] {
  return records.flatMap((record): Dot[] => {
    const { id, latitude, longitude, taxon } = record;
    if (latitude == null || longitude == null) return [];
    const at = time === null ? null : recordInstant(record, zone);
    return time !== null && (at === null || at > time) ? [] : [{ id, latitude, longitude, group: taxon?.group ?? 'other' }];
  });
}

interface ControlProps {
  span: { from: number; to: number };
  zone: string;
  time: number | null;
  onChange: (time: number | null) => void;
}

/** A journey plays in this many steps. */
const STEPS = 120;
const STEP_MS = 100;
const CALM_STEP_MS = 500;

/** Shows the journey until a time, by hand or playing. */
function TimeControl({ span, zone, time, onChange }: ControlProps) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const [isPlaying, setPlaying] = useState(false);
  const step = Math.max(1000, Math.ceil((span.to - span.from) / STEPS));
  const advance = useEffectEvent(() => {
    const next = (time ?? span.from) + step;
    onChange(Math.min(next, span.to));
    if (next >= span.to) setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => advance(), wantsStill() ? CALM_STEP_MS : STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const play = () => {
    if (!isPlaying && (time === null || time >= span.to)) onChange(span.from);
    setPlaying(!isPlaying);
  };
  const label = t(isPlaying ? 'page.pause' : 'page.play');
  return (
    <div className={classes.time}>
      <ActionIcon variant="default" aria-label={label} title={label} onClick={play}>
        {isPlaying ? <IconPlayerPause size={22} aria-hidden /> : <IconPlayerPlay size={22} aria-hidden />}
      </ActionIcon>
      <RangeInput
        label={t('page.until')}
        text={time === null ? t('page.whole') : clockAt(time, zone, language)}
        min={span.from}
        max={span.to}
        step={1000}
        value={time ?? span.to}
        onChange={(value) => {
          setPlaying(false);
          onChange(value);
        }}
      />
      {time !== null && (
        <Button
          variant="subtle"
          onClick={() => {
            setPlaying(false);
            onChange(null);
          }}
        >
          {t('page.whole')}
        </Button>
      )}
    </div>
  );
}
