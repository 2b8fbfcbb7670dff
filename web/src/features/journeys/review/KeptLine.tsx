import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo } from 'react';
import { useProjection } from '../page/play/use-projection';
import { keptParts, lineOnScreen, type TrimLine } from './trim-line';
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
