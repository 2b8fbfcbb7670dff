import { Button, Slider } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { type JourneyTrim, trackPieces, type TrackPoint } from '@veld/contract';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '../../../ui/fields/FieldGroup';
import { formatDate } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { sketchTrack } from './sketch';
import { drawTrimLine } from './trim-line';
import classes from './review.module.css';

const TrimMap = lazy(() => import('./TrimMap'));

interface Props {
  track: readonly TrackPoint[];
  value: JourneyTrim | null;
  onChange: (trim: JourneyTrim | null) => void;
  zone: string;
}

type Ends = readonly [from: number, to: number];

/** The track on a map, with a control for each end there and below. What is cut off stays stored. */
export function TrimField({ track, value, onChange, zone }: Props) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const [fromId, toId] = [useId(), useId()];
  const last = track.length - 1;
  const [ends, setEnds] = useState(() => endsOf(track, value));
  const [isMoving, setMoving] = useState(false);
  const line = useMemo(() => drawTrimLine(track), [track]);
  const [from, to] = ends;
  const moved = (end: 'from' | 'to', at: number): Ends => (end === 'from' ? [Math.min(at, to), to] : [from, Math.max(at, from)]);
  const move = (end: 'from' | 'to', at: number) => {
    setEnds(moved(end, at));
    setMoving(true);
  };
  // While a control is dragged, only the map follows: measuring a long track takes longer than a frame.
  const choose = (end: 'from' | 'to', at: number) => {
    const [start, stop] = moved(end, at);
    setEnds([start, stop]);
    setMoving(false);
    onChange(start === 0 && stop === last ? null : { from_seq: track[start]!.seq, to_seq: track[stop]!.seq });
  };
  const time = (at: number) => {
    const { t: instant } = track[at]!;
    return instant === null ? String(at + 1) : formatDate(instant, language, { timeZone: zone, timeStyle: 'short' });
  };
  const controls = [
    { id: fromId, end: 'from', at: from, time: time(from), label: t('review.from', { time: time(from) }) },
    { id: toId, end: 'to', at: to, time: time(to), label: t('review.to', { time: time(to) }) },
  ] as const;
  const label = t('review.sketch', { from: time(from), to: time(to) });
  const sketch = <TrackSketch label={label} track={track} ends={ends} />;
  return (
    <FieldGroup legend={t('review.trim')}>
      <Suspense fallback={sketch}>
        <TrimMap
          label={label}
          line={line}
          ends={controls}
          isMoving={isMoving}
          last={last}
          onMove={move}
          onMoved={choose}
          fallback={sketch}
        />
      </Suspense>
      {controls.map(({ id, end, at, ...words }) => (
        <div key={id} className={classes.slider}>
          <span id={id}>{words.label}</span>
          <Slider
            min={0}
            max={last}
            value={at}
            onChange={(next) => move(end, next)}
            onChangeEnd={(next) => choose(end, next)}
            label={null}
            thumbSize={28}
            thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': words.time }}
          />
        </div>
      ))}
      {(from > 0 || to < last) && (
        <Button
          variant="default"
          onClick={() => {
            setEnds([0, last]);
            onChange(null);
          }}
        >
          {t('review.whole')}
        </Button>
      )}
    </FieldGroup>
  );
}

/** The track without a map, until there is one, and where the device cannot draw one. */
function TrackSketch({ label, track, ends: [from, to] }: { label: string; track: readonly TrackPoint[]; ends: Ends }) {
  const sketch = useMemo(() => sketchTrack(trackPieces(track)), [track]);
  return (
    <svg className={classes.sketch} viewBox={sketch.viewBox} role="img" aria-label={label}>
      <path className={classes.cut} d={sketch.path} />
      <path className={classes.kept} d={sketch.pathBetween(track[from]!.seq, track[to]!.seq)} />
    </svg>
  );
}

/** The positions in the track of the first and last point that a trim keeps. */
function endsOf(track: readonly TrackPoint[], trim: JourneyTrim | null): Ends {
  if (!trim) return [0, track.length - 1];
  const from = Math.max(
    0,
    track.findIndex(({ seq }) => seq >= trim.from_seq),
  );
  return [
    from,
    Math.max(
      from,
      track.findLastIndex(({ seq }) => seq <= trim.to_seq),
    ),
  ];
}
