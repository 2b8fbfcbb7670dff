import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { BaseMap } from '../../geo/map/BaseMap';
import type { MapColours } from '../../geo/map/map-colours';
import type { Overlay } from '../../geo/map/style/map-style';
import { extentOfShapes } from '../../geo/still/shapes';
import { lineFeatures } from '../page/track-overlay';
import { endOnLine, keptParts, nearestAt, type TrimLine } from './trim-line';
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

interface Props {
  label: string;
  line: TrimLine;
  ends: readonly [TrimEnd, TrimEnd];
  /** The place of the last point of the track. */
  last: number;
  /** While an end moves. */
  onMove: (end: TrimEnd['end'], at: number) => void;
  /** Once it has moved. */
  onMoved: (end: TrimEnd['end'], at: number) => void;
  /** Shown where the device cannot draw a map. */
  fallback: ReactNode;
}

const ALL = 'trim_all';
const KEPT = 'trim_kept';
const CLOSEST = 16;

const OVERLAY: Overlay = { sources: { [ALL]: {}, [KEPT]: {} }, layers: trimLayers };

/** The track on the map, with two ends that can be dragged or moved with the keyboard. */
export default function TrimMap({ label, line, ends, last, onMove, onMoved, fallback }: Props) {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [from, to] = ends;
  const all = useMemo(() => lineFeatures(keptParts(line, 0, last)), [line, last]);
  const kept = useMemo(() => lineFeatures(keptParts(line, from.at, to.at)), [line, from.at, to.at]);
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
        {map && ends.map((one) => <Handle key={one.end} map={map} line={line} value={one} last={last} onMove={onMove} onMoved={onMoved} />)}
      </BaseMap>
    </div>
  );
}

/** Of a track, with the arrow keys and with Page Up and Page Down. */
const STEPS = 200;
const LARGE_STEPS = 20;
/** Points so near to each other look like one place. */
const NEAR_PX = 12;

interface HandleProps extends Pick<Props, 'line' | 'last' | 'onMove' | 'onMoved'> {
  map: MapLibre;
  value: TrimEnd;
}

function Handle({ map, line, value, last, onMove, onMoved }: HandleProps) {
  useMoves(map);
  const { end, at, label, time } = value;
  const place = endOnLine(line, at, end);
  if (!place) return null;
  const turn = 360 * Math.round((map.getCenter().lng - place.longitude) / 360);
  const { x, y } = map.project([place.longitude + turn, place.latitude]);
  const atPointer = ({ clientX, clientY }: PointerEvent) => {
    const box = map.getContainer().getBoundingClientRect();
    const { lng, lat } = map.unproject([clientX - box.left, clientY - box.top]);
    const tolerance = ((NEAR_PX * 360) / (512 * 2 ** map.getZoom())) * Math.cos((lat * Math.PI) / 180);
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

/** Draws again when the map moves. */
function useMoves(map: MapLibre): void {
  const [, setMoves] = useState(0);
  useEffect(() => {
    const moved = () => setMoves((before) => before + 1);
    map.on('move', moved);
    map.on('resize', moved);
    return () => {
      map.off('move', moved);
      map.off('resize', moved);
    };
  }, [map]);
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
