import { degreeWidth, wholeTurns } from '@veld/geometry';
import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { BaseMap } from '../../../shared/geo/map/BaseMap';
import type { MapColours } from '../../../shared/geo/map/map-colours';
import type { Overlay } from '../../../shared/geo/map/style/map-style';
import { extentOfShapes } from '../../../shared/geo/still/shapes';
import { useMoves, useProjection } from '../page/play/use-projection';
import { lineFeatures } from '../page/track-overlay';
import { endOnLine, keptParts, lineOnScreen, nearestAt, type TrimLine } from './trim-line';
import classes from './TrimMap.module.css';

/** Of a track, with the arrow keys and with Page Up and Page Down. */
const STEPS = 200;
const LARGE_STEPS = 20;
/** Points so near to each other look like one place. */
const NEAR_PX = 12;

interface Props {
  label: string;
  line: TrimLine;
  ends: readonly [TrimEnd, TrimEnd];
  /** While one of them is dragged. */
  isMoving: boolean;
  /** The place of the last point of the track. */
  last: number;
  onMove: (end: TrimEnd['end'], at: number) => void;
  onMoved: (end: TrimEnd['end'], at: number) => void;
  /** Shown where the device cannot draw a map. */
  fallback: ReactNode;
}

const ALL = 'trim_all';
const KEPT = 'trim_kept';
const CLOSEST = 16;

const OVERLAY: Overlay = { sources: { [ALL]: {}, [KEPT]: {} }, layers: trimLayers };

/** The track on the map, with two ends that can be dragged or moved with the keyboard. */
export default function TrimMap({ label, line, ends, isMoving, last, onMove, onMoved, fallback }: Props) {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [from, to] = ends;
  const all = useMemo(() => lineFeatures(keptParts(line, 0, last)), [line, last]);
  // While an end is dragged, what is kept is drawn over the map, which itself would draw all of its layers for each step.
  const [keptFrom, keptTo] = isMoving ? [null, null] : [from.at, to.at];
  const kept = useMemo(
    () => lineFeatures(keptFrom === null || keptTo === null ? [] : keptParts(line, keptFrom, keptTo)),
    [line, keptFrom, keptTo],
  );
  const data = useMemo(() => ({ [ALL]: all, [KEPT]: kept }), [all, kept]);
  const start = useMemo(() => {
    const parts = line.drawn.map((part) => part.map(({ longitude, latitude }) => [longitude, latitude]));
    const extent = extentOfShapes(parts.map((part) => ({ kind: 'line', parts: [part] })));
    return extent && { ...extent, closest: CLOSEST };
  }, [line]);
  if (!start) return fallback;
  return (
    <div className={classes.map}>
      <BaseMap
        label={label}
        start={start}
        overlay={OVERLAY}
        data={data}
        fallback={fallback}
        onMap={(made) => {
          setMap(made);
          return () => setMap(null);
        }}
      >
        {map && isMoving && <KeptLine map={map} line={line} from={from.at} to={to.at} />}
        {map &&
          ends.map((one) => <TrimHandle key={one.end} map={map} line={line} value={one} last={last} onMove={onMove} onMoved={onMoved} />)}
      </BaseMap>
    </div>
  );
}

function trimLayers(colours: MapColours): LayerSpecification[] {
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return [
    { id: 'trim_halo', type: 'line', source: ALL, layout: round, paint: { 'line-color': colours.halo, 'line-width': 7 } },
    {
      id: ALL,
      type: 'line',
      source: ALL,
      layout: round,
      paint: { 'line-color': colours['label-soft'], 'line-width': 2, 'line-dasharray': [1, 2] },
    },
    { id: KEPT, type: 'line', source: KEPT, layout: round, paint: { 'line-color': colours.record, 'line-width': 4 } },
  ];
}

interface KeptLineProps {
  map: Pick<MapLibre, 'on' | 'off' | 'project' | 'getCenter'>;
  line: TrimLine;
  /** Places of points in the track. */
  from: number;
  to: number;
}

/** The part of a track that is kept, over the map. */
export function KeptLine({ map, line, from, to }: KeptLineProps) {
  const project = useProjection(map, line.points[0]?.longitude ?? 0);
  const drawn = useMemo(() => lineOnScreen(line, project), [line, project]);
  const parts = keptParts(drawn, from, to);
  const pathOf = (part: (typeof parts)[number]) =>
    part.map(([longitude, latitude], index) => {
      const { x, y } = project({ longitude, latitude });
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    });
  return (
    <svg className={classes.over} aria-hidden>
      <path className={classes.kept} d={parts.flatMap(pathOf).join('')} />
    </svg>
  );
}

/** One end of what is kept. */
interface TrimEnd {
  end: 'from' | 'to';
  /** What it is, with its time. */
  label: string;
  time: string;
  /** The place of its point in the track. */
  at: number;
}

interface TrimEndProps {
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
export function TrimHandle({ map, line, value, last, onMove, onMoved }: TrimEndProps) {
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
