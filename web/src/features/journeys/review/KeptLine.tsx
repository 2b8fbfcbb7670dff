import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo } from 'react';
import { useMoves } from '../../geo/map/use-moves';
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

/** On the screen, all around one longitude, in the world that is nearest to the middle of the map. */
function pathOf(map: Props['map'], parts: readonly (readonly [longitude: number, latitude: number])[][]): string {
  const around = parts[0]?.[0]?.[0] ?? 0;
  const turn = 360 * Math.round((map.getCenter().lng - around) / 360);
  return parts
    .map((part) =>
      part
        .map(([longitude, latitude], index) => {
          const near = longitude - 360 * Math.round((longitude - around) / 360);
          const { x, y } = map.project([near + turn, latitude]);
          return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
        })
        .join(''),
    )
    .join('');
}
