import { invalid } from '../../http/fault.ts';
import { areaAround, type PlaceArea } from './place-area.ts';

interface Circle {
  latitude?: number | undefined;
  longitude?: number | undefined;
  radius_km?: number | undefined;
}

/** The circle of a query; undefined without one. 422 if only parts of it are given. */
export function readCircle({ latitude, longitude, radius_km }: Circle): PlaceArea | undefined {
  if (latitude === undefined && longitude === undefined && radius_km === undefined) return undefined;
  if (latitude === undefined) throw invalid('latitude', 'required');
  if (longitude === undefined) throw invalid('longitude', 'required');
  if (radius_km === undefined) throw invalid('radius_km', 'required');
  return areaAround({ latitude, longitude }, radius_km * 1000);
}
