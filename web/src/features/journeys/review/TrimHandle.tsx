import { degreeWidth, wholeTurns } from '@veld/geometry';
import type { Map as MapLibre } from 'maplibre-gl';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useMoves } from '../../../shared/geo/map/use-moves';
import { endOnLine, nearestAt, type TrimLine } from './trim-line';
import classes from './TrimMap.module.css';

/** One end of what is kept. */
export interface TrimEnd {
  end: 'from' | 'to';
  /** What it is, with its time. */
  label: string;
  time: string;
  /** The place of its point in the track. */
  at: number;
}

/** Of a track, with the arrow keys and with Page Up and Page Down. */
const STEPS = 200;
const LARGE_STEPS = 20;
/** Points so near to each other look like one place. */
const NEAR_PX = 12;

interface Props {
  map: Pick<MapLibre, 'on' | 'off' | 'project' | 'unproject' | 'getCenter' | 'getContainer' | 'getZoom'>;
  line: TrimLine;
  value: TrimEnd;
  /** The place of the last point of the track. */
  last: number;
  /** While an end moves. */
  onMove: (end: TrimEnd['end'], at: number) => void;
  /** Once it has moved. */
  onMoved: (end: TrimEnd['end'], at: number) => void;
}

/** An end of what is kept, on the map: dragged along the line, or moved with the keyboard. */
export function TrimHandle({ map, line, value, last, onMove, onMoved }: Props) {
  useMoves(map);
  const { end, at, label, time } = value;
  const place = endOnLine(line, at, end);
  if (!place) return null;
  const turn = wholeTurns(place.longitude, map.getCenter().lng);
  const { x, y } = map.project([place.longitude + turn, place.latitude]);
  const atPointer = ({ clientX, clientY }: PointerEvent) => {
    const box = map.getContainer().getBoundingClientRect();
    const { lng, lat } = map.unproject([clientX - box.left, clientY - box.top]);
    const tolerance = ((NEAR_PX * 360) / (512 * 2 ** map.getZoom())) * degreeWidth(lat);
    return nearestAt(line, { longitude: lng, latitude: lat }, { current: at, tolerance });
  };
  const isDragged = (event: PointerEvent<HTMLElement>) => event.currentTarget.hasPointerCapture(event.pointerId);
  const byKey = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, at, last);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onMoved(end, next);
  };
  return (
    <div
      className={classes.handle}
      data-end={end}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={time}
      onKeyDown={byKey}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => isDragged(event) && onMove(end, atPointer(event))}
      onPointerUp={(event) => isDragged(event) && onMoved(end, atPointer(event))}
    />
  );
}

function keyTarget(key: string, at: number, last: number): number | null {
  const step = Math.max(1, Math.round(last / STEPS));
  const large = Math.max(1, Math.round(last / LARGE_STEPS));
  const targets: Record<string, number> = {
    ArrowRight: at + step,
    ArrowUp: at + step,
    ArrowLeft: at - step,
    ArrowDown: at - step,
    PageUp: at + large,
    PageDown: at - large,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.min(last, Math.max(0, target));
}
