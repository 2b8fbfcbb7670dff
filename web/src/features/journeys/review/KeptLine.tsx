import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo } from 'react';
import { useMoves } from '../../geo/map/use-moves';
import { projectNear } from '../page/play/screen-line';
import { keptParts, type TrimLine } from './trim-line';
import classes from './TrimMap.module.css';

interface Props {
  map: Pick<MapLibre, 'on' | 'off' | 'project' | 'getCenter'>;
  line: TrimLine;
  /** Places of points in the track. */
  from: number;
  to: number;
}

/** The part of a track that is kept, over the map. */
export function KeptLine({ map, line, from, to }: Props) {
  const moves = useMoves(map);
  const path = useMemo(
    () => pathOf(map, keptParts(line, from, to)),
    // oxlint-disable-next-line react/exhaustive-deps -- `moves` stands for the view of the map
    [map, line, from, to, moves],
  );
  return (
    <svg className={classes.over} aria-hidden>
      <path className={classes.kept} d={path} />
    </svg>
  );
}

function pathOf(map: Props['map'], parts: readonly (readonly [longitude: number, latitude: number])[][]): string {
  const project = projectNear(map, parts[0]?.[0]?.[0] ?? 0);
  const pathOfPart = (part: (typeof parts)[number]) =>
    part.map(([longitude, latitude], index) => {
      const { x, y } = project({ longitude, latitude });
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    });
  return parts.flatMap(pathOfPart).join('');
}
