import type { TrackPoint } from '@veld/contract';
import type { Map as MapLibre } from 'maplibre-gl';
import { memo, useMemo } from 'react';
import { Link } from 'react-router';
import type { Dot } from '../track-overlay';
import classes from './PassedTrack.module.css';
import { passedLength, type Place, type ScreenPoint, screenParts } from './screen-line';
import { useProjection } from './use-projection';

export type PassedMap = Pick<MapLibre, 'on' | 'off' | 'project' | 'getCenter'>;

interface Props {
  map: PassedMap;
  /** The points that are drawn. */
  pieces: readonly (readonly TrackPoint[])[];
  isPassed: (point: TrackPoint) => boolean;
  here: Place | null;
  /** Records so far, in the order in which they were made. */
  dots?: readonly Dot[];
}

const NONE: never[] = [];

/**
 * The part of a track that is passed, over the map. The map itself would draw all of its layers for each step, which takes longer than
 * a frame without a graphics card.
 */
export function PassedTrack({ map, pieces, isPassed, here, dots = NONE }: Props) {
  const first = pieces.find((piece) => piece.length > 0)?.[0];
  const project = useProjection(map, first?.longitude ?? 0);
  const parts = useMemo(() => screenParts(pieces, (longitude, latitude) => project({ longitude, latitude })), [pieces, project]);
  const spot = here && project(here);
  return (
    <div className={classes.over}>
      <svg className={classes.lines} aria-hidden>
        {parts.map((part, at) => {
          const length = passedLength(part, countPassed(pieces[at]!, isPassed), spot);
          return length !== null && <path key={at} d={part.path} strokeDasharray={`${length.toFixed(1)} 1000000`} />;
        })}
      </svg>
      <Dots dots={dots} project={project} />
      {spot && <div className={classes.here} style={{ transform: transformTo(spot) }} />}
    </div>
  );
}

const Dots = memo(function Dots({ dots, project }: { dots: readonly Dot[]; project: (place: Place) => ScreenPoint }) {
  return dots.map((dot) => (
    // Records are listed below the map, for the keyboard and for screen readers.
    <Link
      key={dot.id}
      to={`/observations/${dot.id}`}
      className={classes.dot}
      style={{ transform: transformTo(project(dot)), color: `var(--group-${dot.group})` }}
      tabIndex={-1}
      aria-hidden
    />
  ));
});

const transformTo = ({ x, y }: ScreenPoint) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** Times only go on within a part. */
function countPassed(piece: readonly TrackPoint[], isPassed: Props['isPassed']): number {
  const next = piece.findIndex((point) => !isPassed(point));
  return next < 0 ? piece.length : next;
}
