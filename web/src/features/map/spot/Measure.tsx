import { hasCrossingSides, measureArea, measureLength, toPosition, unwrapLine } from '@veld/geometry';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { area } from '../../../i18n/units';
import { distance } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import type { MapPoint } from '../../../shared/geo/map/map-view';
import classes from './Spot.module.css';

interface Props {
  points: readonly MapPoint[];
  onChange: (points: readonly MapPoint[]) => void;
  /** The map centre, for adding points with the keyboard. */
  centre: () => MapPoint | null;
}

/** Shows the length of the measured line and, from three points on, the enclosed area. */
export function Measure({ points, onChange, centre }: Props) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const squareMetres = measureCorners(points);
  const addCentre = () => {
    const point = centre();
    if (point) onChange([...points, point]);
  };
  return (
    <>
      <div role="status">
        <p className={classes.words}>
          {points.length < 2 ? t('measure') : t('measure_length', { length: distance(measureLength(points), units, language) })}
        </p>
        <p className={classes.coordinates}>
          {squareMetres === null ? t('measure_hint') : t('measure_area', { area: area(squareMetres, units, language) })}
        </p>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={addCentre}>
          {t('measure_centre')}
        </Button>
        <Button variant="default" disabled={points.length === 0} onClick={() => onChange(points.slice(0, -1))}>
          {t('measure_remove')}
        </Button>
      </div>
    </>
  );
}

/** Area in square metres of the polygon with these corners; null if there are fewer than three or if sides cross. */
export function measureCorners(points: readonly MapPoint[]): number | null {
  if (points.length < 3) return null;
  const ring = [...points, points[0]!].map(toPosition);
  return hasCrossingSides(ring) ? null : measureArea([ring]);
}

/** Coordinates of the line, with longitudes beyond ±180° where it crosses the antimeridian. */
export function lineThrough(points: readonly MapPoint[]): [number, number][] {
  return unwrapLine(points.map(toPosition)).map(([x, y]) => [x, y]);
}
