import { Button, Slider } from '@mantine/core';
import { type JourneyTrim, trackPieces, type TrackPoint } from '@veld/contract';
import { degreeWidth, type Point as Place, shortWay } from '@veld/geometry';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { FieldGroup } from '../../../ui/fields/FieldGroup';
import { drawTrimLine } from './trim-line';
import '@mantine/core/styles/Slider.layer.css';
import classes from './review.module.css';

/** The longer side of the drawing, in units. */
const SIZE = 300;

const EDGE = 8;

/** A point or a short walk is not enlarged further, in degrees. */
const LEAST = 0.0005;

/** So many points of a track are enough to see it. */
const MOST_POINTS = 1500;

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

interface Point extends Place {
  seq: number;
}

/** A drawing of lines without a map: the box around them, and their path, or the part of it between two points. */
interface Sketch {
  viewBox: string;
  path: string;
  pathBetween(fromSeq: number, toSeq: number): string;
}

function sketchTrack(lines: readonly (readonly Point[])[]): Sketch {
  const thin = thinned(lines);
  const first = thin[0]?.[0] ?? { latitude: 0, longitude: 0 };
  const narrow = Math.max(0.01, degreeWidth(first.latitude));
  const x = ({ longitude }: Point) => shortWay(longitude - first.longitude) * narrow;
  const y = ({ latitude }: Point) => first.latitude - latitude;
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const point of thin.flat()) {
    [left, right] = [Math.min(left, x(point)), Math.max(right, x(point))];
    [top, bottom] = [Math.min(top, y(point)), Math.max(bottom, y(point))];
  }
  const scale = SIZE / Math.max(LEAST, right - left, bottom - top);
  const at = (point: Point) => `${((x(point) - left) * scale + EDGE).toFixed(1)},${((y(point) - top) * scale + EDGE).toFixed(1)}`;
  const pathBetween = (fromSeq: number, toSeq: number) =>
    thin
      .map((line) => line.filter(({ seq }) => seq >= fromSeq && seq <= toSeq))
      .filter(({ length }) => length > 0)
      .map((line) => `M${line.map(at).join('L')}`)
      .join('');
  return {
    viewBox: `0 0 ${((right - left) * scale + 2 * EDGE).toFixed(1)} ${((bottom - top) * scale + 2 * EDGE).toFixed(1)}`,
    path: pathBetween(0, Infinity),
    pathBetween,
  };
}

function thinned(lines: readonly (readonly Point[])[]): Point[][] {
  const count = lines.reduce((sum, { length }) => sum + length, 0);
  const step = Math.max(1, Math.ceil(count / MOST_POINTS));
  return lines.map((line) => line.filter((_, index) => index % step === 0 || index === line.length - 1));
}
