import { Button, Slider } from '@mantine/core';
import { type JourneyTrim, trackPieces, type TrackPoint } from '@veld/contract';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { useLanguage } from '../../accounts/data';
import { sketchOf } from './sketch';
import classes from './review.module.css';

interface Props {
  track: readonly TrackPoint[];
  value: JourneyTrim | null;
  onChange: (trim: JourneyTrim | null) => void;
  zone: string;
}

/** The track as a sketch, with a control for each end. What is cut off stays stored. */
export function TrimField({ track, value, onChange, zone }: Props) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const [fromId, toId] = [useId(), useId()];
  const last = track.length - 1;
  const [ends, setEnds] = useState(() => endsOf(track, value));
  const sketch = useMemo(() => sketchOf(trackPieces(track)), [track]);
  const [from, to] = ends;
  // While a control is dragged, only the sketch follows: measuring a long track takes longer than a frame.
  const choose = ([start, end]: readonly [number, number]) =>
    onChange(start === 0 && end === last ? null : { from_seq: track[start]!.seq, to_seq: track[end]!.seq });
  const time = (at: number) => {
    const { t: instant } = track[at]!;
    return instant === null ? String(at + 1) : formatDate(instant, language, { timeZone: zone, timeStyle: 'short' });
  };
  const controls = [
    { id: fromId, key: 'review.from', at: from, endsAt: (at: number) => [Math.min(at, to), to] as const },
    { id: toId, key: 'review.to', at: to, endsAt: (at: number) => [from, Math.max(at, from)] as const },
  ] as const;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{t('review.trim')}</legend>
      <svg
        className={classes.sketch}
        viewBox={sketch.viewBox}
        role="img"
        aria-label={t('review.sketch', { from: time(from), to: time(to) })}
      >
        <path className={classes.cut} d={sketch.path} />
        <path className={classes.kept} d={sketch.pathBetween(track[from]!.seq, track[to]!.seq)} />
      </svg>
      {controls.map(({ id, key, at, endsAt }) => (
        <div key={id} className={classes.slider}>
          <span id={id}>{t(key, { time: time(at) })}</span>
          <Slider
            min={0}
            max={last}
            value={at}
            onChange={(next) => setEnds(endsAt(next))}
            onChangeEnd={(next) => choose(endsAt(next))}
            label={null}
            thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': time(at) }}
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
    </fieldset>
  );
}

/** The positions in the track of the first and last point that a trim keeps. */
function endsOf(track: readonly TrackPoint[], trim: JourneyTrim | null): readonly [number, number] {
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
