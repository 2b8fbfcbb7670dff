import type { TrackPoint } from '@veld/contract';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { JourneyMap } from '../JourneyMap';
import { placeAt } from '../../../../local/records/journeys/place-at';
import { type PassedMap, PassedTrack } from './PassedTrack';
import type { PlayClock } from './play-clock';
import { countUntil, type TimedDot } from './timed-dots';

interface Props {
  label: string;
  clock: PlayClock;
  pieces: readonly (readonly TrackPoint[])[];
  /** The points of them that are drawn, and their lines. */
  drawn: readonly (readonly TrackPoint[])[];
  lines: readonly [number, number][][];
  dots: readonly TimedDot[];
}

const NONE: never[] = [];

/** The map of a journey, as a whole or until the time of a clock. Only what is drawn over it changes with each step of the clock. */
export function TrackMap({ label, clock, pieces, drawn, lines, dots }: Props) {
  const isWhole = useStore(clock, ({ time }) => time === null);
  return (
    <JourneyMap
      label={label}
      lines={lines}
      extent={dots}
      dots={isWhole ? dots : NONE}
      renderOver={(map) => <TrackUntil map={map} clock={clock} pieces={pieces} drawn={drawn} dots={dots} />}
    />
  );
}

function TrackUntil({ map, clock, pieces, drawn, dots }: Omit<Props, 'label' | 'lines'> & { map: PassedMap }) {
  const time = useStore(clock, (state) => state.time);
  const made = time === null ? 0 : countUntil(dots, time);
  const shown = useMemo(() => dots.slice(0, made), [dots, made]);
  if (time === null) return null;
  const here = placeAt(pieces, time, Infinity);
  return <PassedTrack map={map} pieces={drawn} isPassed={({ t }) => t !== null && t <= time} here={here} dots={shown} />;
}
