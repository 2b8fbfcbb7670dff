import { bearing, byteAt, float32At, intAt, meetsRay, type Point } from '@veld/geometry';
import { decidedCountry, isNearBorder, territoryAt } from './countries.ts';
import { findPlace, type Gazetteer, GRID, placeId, type PlaceName, type Sea } from './gazetteer.ts';
import { findNearest, radiusKm } from './nearest.ts';

export const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A place in words, in no language: what is stored with a record. `formatPlace` makes a phrase of it. */
export interface PlaceWords {
  /** The town or village that the point is at or near, by its id in the gazetteer. */
  place_id: number | null;
  /** The distance from the centre of the place, rounded; 0 at the place itself. */
  distance_km: number;
  /** The direction from the place; null at the place itself. */
  direction: Direction | null;
  /** The country or territory of the point, as ISO 3166-1 alpha-2; null at sea and where it is not certain. */
  country_code: string | null;
  /** The sea, by its English name, for points far from every place. */
  sea: string | null;
}

/** The same with names instead of ids, so that a phrase can be made without the gazetteer. */
export interface NamedPlaceWords extends Pick<PlaceWords, 'distance_km' | 'direction' | 'country_code'> {
  town: (PlaceName & { country_code: string }) | null;
  sea: PlaceName | null;
}

/** A cell of the grid that hides places (degrees). */
export interface Cell extends Point {
  coordinate_uncertainty_m: number;
  south: number;
  north: number;
  west: number;
  east: number;
}

/** Within this share of its radius, a point counts as being at the place. */
const AT_PLACE = 0.8;
/** Distances up to this one are rounded to one kilometre, longer ones to five. */
const EXACT_KM = 30;
const COARSE_STEP_KM = 5;
/** A point in a sea is at sea if it is this far from every place. With a shorter distance, villages on islands and capes would be too. */
const OFFSHORE_KM = 60;
/** At sea, places beyond this distance are no help. */
const LANDMARK_KM = 200;
const PEOPLE_PER_KM2 = 3000;

/** The words for a point, with the country that the operator decided on where that is disputed. */
export function placeInWords(gazetteer: Gazetteer, at: Point): PlaceWords {
  const words = placeByIso(gazetteer, at);
  return { ...words, country_code: words.country_code && decidedCountry(words.country_code, at) };
}

function placeByIso(gazetteer: Gazetteer, at: Point): PlaceWords {
  const point = insideMap({ latitude: at.latitude, longitude: at.longitude === -180 ? 180 : at.longitude });
  const country = territoryAt(point);
  const nearest = findNearest(gazetteer, point, { country, minPopulation: 0 });
  const sea = nearest.anyKm > OFFSHORE_KM ? seaAt(gazetteer, point) : null;
  if (sea) {
    const hasLandmark = nearest.index >= 0 && nearest.km <= LANDMARK_KM;
    // The country stays: remote islands lie in a sea and have no place in the gazetteer.
    return { ...from(gazetteer, hasLandmark ? nearest.index : -1, nearest.km, point, roundKm), country_code: country, sea: sea.name };
  }
  const placeCountry = nearest.index < 0 ? null : gazetteer.countries[byteAt(gazetteer.country, nearest.index)]!;
  const country_code =
    placeCountry !== null && placeCountry !== country && isUncertain(gazetteer, point, country, nearest.index) ? placeCountry : country;
  return { ...from(gazetteer, nearest.index, nearest.km, point, roundKm), country_code, sea: null };
}

/**
 * The words for a cell of the grid that hides places. They depend on the cell alone and are no finer than it: only places at least as
 * large as the cell, distances in steps wider than it, and the country only where the whole cell lies in one.
 */
export function cellInWords(gazetteer: Gazetteer, cell: Cell): PlaceWords {
  const { latitude, longitude, south, north, west, east } = cell;
  const point = insideMap({ latitude, longitude });
  const diagonalKm = (2 * cell.coordinate_uncertainty_m) / 1000;
  const areaKm2 = diagonalKm ** 2 / 2;
  const corners = [
    { latitude: south, longitude: west },
    { latitude: south, longitude: east },
    { latitude: north, longitude: west },
    { latitude: north, longitude: east },
  ].map(insideMap);
  const country = territoryAt(point);
  const decided = country && decidedCountry(country, point);
  const isOneCountry = corners.every((corner) => {
    const other = territoryAt(corner);
    return (other && decidedCountry(other, corner)) === decided;
  });
  const nearest = findNearest(gazetteer, point, { country: isOneCountry ? country : null, minPopulation: areaKm2 * PEOPLE_PER_KM2 });
  const step = Math.ceil(diagonalKm / 10) * 10;
  const round = (km: number) => Math.round(km / step) * step;
  const sea = isOneCountry && country === null ? seaAt(gazetteer, point) : null;
  return {
    ...from(gazetteer, nearest.index, nearest.km, point, round),
    country_code: isOneCountry ? decided : null,
    sea: sea?.name ?? null,
  };
}

/** Replaces the ids of stored words with names. A place that the gazetteer no longer has is left out. */
export function withNames(gazetteer: Gazetteer, words: PlaceWords): NamedPlaceWords {
  const { distance_km, direction, country_code } = words;
  const index = words.place_id === null ? -1 : findPlace(gazetteer, words.place_id);
  const sea = words.sea === null ? null : (gazetteer.seas.find(({ name }) => name === words.sea) ?? { name: words.sea, names: {} });
  return {
    distance_km,
    direction,
    country_code,
    town:
      index < 0
        ? null
        : {
            name: gazetteer.names[index]!,
            names: gazetteer.variants.get(index) ?? {},
            country_code: decidedCountry(gazetteer.countries[byteAt(gazetteer.country, index)]!, positionOf(gazetteer, index)),
          },
    sea: sea && { name: sea.name, names: sea.names },
  };
}

/** Outlines end at the antimeridian and the poles; a point exactly there is inside none of them. */
function insideMap({ latitude, longitude }: Point): Point {
  return { latitude: Math.max(-89.999, Math.min(89.999, latitude)), longitude: Math.max(-179.999, Math.min(179.999, longitude)) };
}

function roundKm(km: number): number {
  return km < EXACT_KM ? Math.round(km) : Math.round(km / COARSE_STEP_KM) * COARSE_STEP_KM;
}

function from(
  gazetteer: Gazetteer,
  index: number,
  km: number,
  point: Point,
  round: (km: number) => number,
): Pick<PlaceWords, 'place_id' | 'distance_km' | 'direction'> {
  if (index < 0) return { place_id: null, distance_km: 0, direction: null };
  const distance = km < AT_PLACE * radiusKm(gazetteer, index) ? 0 : round(km);
  return {
    place_id: placeId(gazetteer, index),
    distance_km: distance,
    direction: distance === 0 ? null : DIRECTIONS[Math.round(bearing(positionOf(gazetteer, index), point) / 45) % 8]!,
  };
}

/** The centre of the square of the grid that the place is in. */
function positionOf(gazetteer: Gazetteer, index: number): Point {
  return { latitude: (intAt(gazetteer.y, index) + 0.5) / GRID - 90, longitude: (intAt(gazetteer.x, index) + 0.5) / GRID - 180 };
}

/**
 * Whether the country of the place near a point is the better answer: close to a border, and where the list of places and the outlines
 * give a whole area to different countries.
 */
function isUncertain(gazetteer: Gazetteer, point: Point, country: string | null, place: number): boolean {
  return country === null || territoryAt(positionOf(gazetteer, place)) === country || isNearBorder(point, country);
}

/** The sea that a point lies in. The gazetteer lists smaller seas before those that contain them. */
export function seaAt(gazetteer: Gazetteer, { latitude, longitude }: Point): Sea | null {
  const find = (x: number) => gazetteer.seas.find((sea) => isInside(sea, x, latitude));
  // The outline of the Arctic Ocean ends a third of a degree before 180.
  return find(longitude) ?? (longitude > 179 ? find(longitude - 1) : undefined) ?? null;
}

function isInside({ bounds: [west, south, east, north], rings }: Sea, x: number, y: number): boolean {
  if (x < west || x > east || y < south || y > north) return false;
  let isIn = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      if (meetsRay(x, y, float32At(ring, i), float32At(ring, i + 1), float32At(ring, j), float32At(ring, j + 1))) isIn = !isIn;
    }
  return isIn;
}
