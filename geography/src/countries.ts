import { featuresContaining, iso1A2Code, featuresIn } from '@rapideditor/country-coder';
import { type Point, pointAt, type Box, boundPositions, type Line, type Position } from '@veld/geometry';

/** Parts of countries that have a code but are in no list of country names. */
const PART_OF: Readonly<Record<string, string>> = { EA: 'ES', IC: 'ES', AC: 'SH', TA: 'SH' };
/** The outlines of countries are accurate to this distance. */
const BORDER_KM = 3;
const AROUND = [0, 45, 90, 135, 180, 225, 270, 315];

/**
 * Areas that the outlines assign to whoever controls them, by their ids there, with their countries by ISO 3166: Crimea and the north of
 * Cyprus.
 */
const BY_ISO: Readonly<Record<string, string>> = { Q7835: 'UA', Q23681: 'CY' };
const CRIMEA = 'Q7835';
/** The border of Morocco with Western Sahara, of which the outlines have only what lies east of the wall. */
const WESTERN_SAHARA_NORTH = 27 + 40 / 60;

let decided: Readonly<Record<string, string | null>> = {};

/** Sets what the operator decided about disputed areas (`MAP_DISPUTED`): codes, such as `EH` or `UA-43`, with the country to name instead. */
export function followDisputed(labels: Readonly<Record<string, string | null>>): void {
  decided = labels;
}

/** The country of a point as ISO 3166-1 alpha-2, or as the operator decided; null at sea. */
export function countryAt(point: Point): string | null {
  const code = isoCountryAt(point, 'country');
  return code && decidedCountry(code, point);
}

/** The country or territory of a point by ISO 3166-1 alone, also of waters near its coast; null far out at sea. */
export function territoryAt(point: Point): string | null {
  const code = isoCountryAt(point, 'territory');
  return code === null ? null : (PART_OF[code] ?? code);
}

/** The country that the operator names for a point of this country or territory. A label that is left out (`EH=-`) leaves the code. */
export function decidedCountry(code: string, point: Point): string {
  const isCrimea = code === 'UA' && decided['UA-43'] && idsAt(point).includes(CRIMEA);
  return (isCrimea ? decided['UA-43'] : decided[code]) ?? code;
}

function isoCountryAt(point: Point, level: 'country' | 'territory'): string | null {
  const code = codeAt(point, level);
  if (code === 'MA') return point.latitude < WESTERN_SAHARA_NORTH ? 'EH' : code;
  if (code !== null && code !== 'RU') return code;
  return idsAt(point).flatMap((id) => BY_ISO[id] ?? [])[0] ?? code;
}

/**
 * In the outlines, a strip beside the antimeridian belongs to no country: up to 0.014 degrees in the east of Russia, half a kilometre on
 * Wrangel Island, and the line itself everywhere. A point of it is in the country beside it, on its own side first.
 */
const SEAM = 0.02;

function codeAt({ latitude, longitude }: Point, level: 'country' | 'territory'): string | null {
  const at = (x: number) => iso1A2Code([x, latitude], { level });
  const code = at(longitude);
  if (code !== null || Math.abs(longitude) < 180 - SEAM) return code;
  const beside = longitude < 0 ? SEAM - 180 : 180 - SEAM;
  return at(beside) ?? at(-beside);
}

const idsAt = ({ latitude, longitude }: Point) => featuresContaining([longitude, latitude]).map(({ properties }) => properties.id);

/** Whether another country is close enough for the outlines to be wrong about the point. */
export function isNearBorder(point: Point, country: string | null): boolean {
  return AROUND.some((course) => {
    const other = territoryAt(pointAt(point, BORDER_KM, course));
    return other !== null && other !== country;
  });
}

/** The box around the main part of a country, by its ISO 3166-1 code; null for an unknown one. Far islands are left out. */
export function countryBounds(code: string): Box | null {
  // Groups of territories have no shape of their own.
  const polygons = featuresIn(code).flatMap(({ geometry }) => (geometry?.type === 'MultiPolygon' ? geometry.coordinates : []));
  const outlines = polygons.map(([outer]) => outer ?? []);
  // The most detailed outline. The largest may be the sea around an island.
  const main = outlines.toSorted((one, other) => other.length - one.length)[0];
  return main ? boundPositions(main) : null;
}

/** The outlines of a country or territory with its waters, as `territoryAt` has them; empty for an unknown code. */
export function countryOutlines(code: string): Position[][][] {
  return featuresIn(code).flatMap(({ geometry }) => {
    if (geometry?.type !== 'MultiPolygon') return [];
    const polygons = geometry.coordinates as unknown as Position[][][];
    // Distant islands can have their own codes.
    return territoryAt(pointIn(polygons[0]![0]!)) === code ? polygons : [];
  });
}

/** A point inside a ring: between its first two edges from the west, in the middle of its height. */
function pointIn(ring: Line): Point {
  const latitudes = ring.map(([, y]) => y);
  const latitude = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const crossings = ring.slice(1).flatMap(([x2, y2], i) => {
    const [x1, y1] = ring[i]!;
    return y1 > latitude !== y2 > latitude ? [x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)] : [];
  });
  const [west, east] = crossings.toSorted((one, other) => one - other);
  return { latitude, longitude: (west! + east!) / 2 };
}
