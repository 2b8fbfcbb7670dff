import proj4 from 'proj4';
import { metresBetween } from '@veld/geometry';
import { roundedPoint } from '../../../local/device/place-of-fix';
import type { PlaceReading } from '../parse-coordinates';
import { DEGREE_SQUARES, type DegreeSquares, type Square } from './degree-squares';

/**
 * The squares of recording schemes that a text can mean: those of the grid that it names, else of the user's country. The uncertainty
 * reaches from the centre of the square to its corners.
 */
export function readSquares(text: string, country: string | null): PlaceReading[] {
  return DEGREE_SQUARES.flatMap((grid) => {
    const name = grid.names.find((one) => text.startsWith(one) && /^[^\p{L}]/u.test(text.slice(one.length)));
    if (!name && !(country !== null && grid.countries.includes(country))) return [];
    const square = grid.read(name ? text.slice(name.length).replace(/^[ :.-]+/, '') : text, name !== undefined);
    return square ? [middleOf(square, grid)] : [];
  });
}

function middleOf({ north, west, height, width }: Square, { name, datum }: DegreeSquares): PlaceReading {
  const point = (latitude: number, longitude: number) => {
    const [east, up] = datum ? (proj4(datum, 'WGS84', [longitude, latitude]) as [number, number]) : [longitude, latitude];
    return { latitude: up, longitude: east };
  };
  const middle = point(north - height / 2, west + width / 2);
  // The corners towards the equator are the farthest.
  const farthest = north > 0 ? point(north - height, west) : point(north, west);
  return { coordinates: roundedPoint(middle), coordinate_uncertainty_m: Math.ceil(metresBetween(middle, farthest)), system: name };
}
