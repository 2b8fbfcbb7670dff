import { type JourneyCell, trackPieces, type TrackPoint } from '@veld/contract';
import type { Point } from '@veld/geometry';
import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { BaseMap } from '../../../shared/geo/map/BaseMap';
import type { MapStart } from '../../../shared/geo/map/map-view';
import { extentOfShapes, type StillShape } from '../../../shared/geo/still/shapes';
import classes from './JourneyMap.module.css';
import { CELLS, cellFeatures, type Dot, dotFeatures, DOTS, HERE, hereFeatures, LINES, lineFeatures, TRACK_OVERLAY } from './track-overlay';

interface Props {
  /** What the map shows, for screen readers. */
  label: string;
  lines: readonly [number, number][][];
  dots?: readonly Dot[];
  cells?: readonly JourneyCell[];
  /** Whether dots are records, which a tap opens. */
  areRecords?: boolean;
  /** Places that the map shows besides from the start. */
  extent?: readonly Dot[];
  /** Where the person is, on a journey that runs. */
  here?: Point | null;
  /** Drawn over the map once there is one. */
  renderOver?: (map: MapLibre) => ReactNode;
}

const NONE: never[] = [];
const CLOSEST = 16;

/** A map of a journey, as close as its line and its records allow. A tap on a record opens it. */
export function JourneyMap({ label, lines, dots = NONE, cells = NONE, areRecords = true, extent = dots, here = null, renderOver }: Props) {
  const navigate = useNavigate();
  // Each apart, because the map loads again only what has changed.
  const drawnCells = useMemo(() => cellFeatures(cells), [cells]);
  const drawnLines = useMemo(() => lineFeatures(lines), [lines]);
  const drawnDots = useMemo(() => dotFeatures(dots), [dots]);
  const drawnHere = useMemo(() => hereFeatures(here), [here]);
  const data = useMemo(
    () => ({ [CELLS]: drawnCells, [LINES]: drawnLines, [DOTS]: drawnDots, [HERE]: drawnHere }),
    [drawnCells, drawnLines, drawnDots, drawnHere],
  );
  // The map keeps its place while what it shows changes.
  const [start, setStart] = useState<MapStart | null>(null);
  const first = start ?? startOf(lines, here ? [...extent, here] : extent, cells);
  if (first !== start) setStart(first);
  const [made, setMade] = useState<MapLibre | null>(null);
  const onMap = (map: MapLibre) => {
    setMade(map);
    const open = (event: MapMouseEvent & { features?: { properties: { id?: unknown } }[] }) => {
      const id = event.features?.[0]?.properties.id;
      if (typeof id === 'string') void navigate(`/observations/${id}`);
    };
    if (areRecords) map.on('click', DOTS, open);
    return () => {
      setMade(null);
      map.off('click', DOTS, open);
    };
  };
  if (!start) return null;
  return (
    <div className={classes.map}>
      <BaseMap label={label} start={start} overlay={TRACK_OVERLAY} data={data} onMap={onMap}>
        {made && renderOver?.(made)}
      </BaseMap>
    </div>
  );
}

function startOf(lines: Props['lines'], dots: readonly Point[], cells: readonly JourneyCell[]): MapStart | null {
  const shapes: StillShape[] = [
    ...lines.map((line) => ({ kind: 'line' as const, parts: [line] })),
    ...dots.map(({ latitude, longitude }) => ({ kind: 'point' as const, latitude, longitude })),
    ...cells.map((cell) => ({ kind: 'cell' as const, records: 0, ...cell })),
  ];
  const extent = extentOfShapes(shapes);
  return extent && { ...extent, closest: CLOSEST };
}

/** The parts of a track that can be drawn; the same array for the same points. */
export function usePieces(points: readonly TrackPoint[] | undefined): TrackPoint[][] {
  return useMemo(() => (points ? trackPieces(points) : NONE), [points]);
}
