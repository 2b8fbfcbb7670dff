import { degreesEast, degreeWidth, EQUATOR_M, metresBetween, METRES_PER_DEGREE } from '@veld/geometry';

interface Labelled {
  id: number;
  people: number;
  latitude: number;
  longitude: number;
}

/** The zooms from which places with at least so many people have their names. */
const BY_POPULATION: readonly (readonly [people: number, zoom: number])[] = [
  [1_000_000, 4],
  [300_000, 5],
  [100_000, 6],
  [30_000, 7],
  [10_000, 8],
  [3000, 9],
  [1000, 10],
];
const LAST_ZOOM = 11;
const FIRST_ZOOM = 4;
/** Two labels do not meet when their places are at least this far apart on the screen. */
const PIXELS_APART = 80;
const KM_PER_PIXEL_AT_0 = EQUATOR_M / 1000 / 512;
const KM_PER_DEGREE = METRES_PER_DEGREE / 1000;
const DEGREES_AROUND = 6;

/**
 * The zoom of the map from which each place has its name: by its population, or earlier where no bigger place is near. Without the
 * second rule the village of a lonely island has no name until the map shows nothing else.
 */
export function labelZooms(places: readonly Labelled[]): number[] {
  const zooms: number[] = Array.from({ length: places.length }, () => LAST_ZOOM);
  const bigger = new Map<string, Labelled[]>();
  const order = places.map((_, i) => i).sort((a, b) => places[b]!.people - places[a]!.people || places[a]!.id - places[b]!.id);
  for (const i of order) {
    const place = places[i]!;
    const byPopulation = BY_POPULATION.find(([people]) => place.people >= people)?.[1] ?? LAST_ZOOM;
    const away = nearestKm(place, bigger);
    const scale = PIXELS_APART * KM_PER_PIXEL_AT_0 * degreeWidth(place.latitude);
    const byDistance = Math.ceil(Math.log2(scale / away));
    zooms[i] = Math.max(FIRST_ZOOM, Math.min(byPopulation, byDistance, LAST_ZOOM));
    const key = cellKey(place.latitude, place.longitude);
    const cell = bigger.get(key);
    if (cell) cell.push(place);
    else bigger.set(key, [place]);
  }
  return zooms;
}

/** The distance to the nearest of the places, as far as a few degrees away. */
function nearestKm(place: Labelled, cells: ReadonlyMap<string, Labelled[]>): number {
  let nearest = DEGREES_AROUND * KM_PER_DEGREE;
  for (let ring = 0; ring <= DEGREES_AROUND; ring++) {
    // Whatever lies further out is further away than what was found; columns narrow towards the poles.
    if (nearest < (ring - 1) * KM_PER_DEGREE * degreeWidth(Math.min(89, Math.abs(place.latitude) + ring))) break;
    for (let row = -ring; row <= ring; row++)
      for (let column = -ring; column <= ring; column += Math.abs(row) === ring ? 1 : Math.max(1, 2 * ring)) {
        const cell = cells.get(cellKey(place.latitude + row, place.longitude + column));
        for (const other of cell ?? []) nearest = Math.min(nearest, metresBetween(place, other) / 1000);
      }
  }
  return Math.max(nearest, 0.1);
}

function cellKey(latitude: number, longitude: number): string {
  return `${Math.floor(latitude)},${Math.floor(degreesEast(longitude))}`;
}
