import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useMemo, useState } from 'react';
import { BaseMap } from '../../../shared/geo/map/BaseMap';
import type { MapColours } from '../../../shared/geo/map/map-colours';
import type { Overlay } from '../../../shared/geo/map/style/map-style';
import { extentOfShapes } from '../../../shared/geo/still/shapes';
import { lineFeatures } from '../page/track-overlay';
import { keptParts, type TrimLine } from './trim-line';
import { KeptLine } from './KeptLine';
import { type TrimEnd, TrimHandle } from './TrimHandle';
import classes from './TrimMap.module.css';

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
