import proj4 from 'proj4';
import { roundedPoint } from '../../../local/device/place-of-fix';
import type { Coordinates } from '../parse-coordinates';
import { BRITISH, IRISH, readLetters } from './letters';
import { isInArea, NATIONAL_GRIDS, type NationalGrid } from './national';
import { utmDefinition, zoneOf } from './utm';

/** The place of a grid reference. */
export interface GridPlace {
  coordinates: Coordinates;
  /** Metres from the centre of the square to its corners; null for references to the metre, whose uncertainty is unknown. */
  coordinate_uncertainty_m: number | null;
}

/**
 * Parses UTM ("31U 645333 5773249", or with S for the southern hemisphere), MGRS ("31U FT 4533 7325"), British and Irish references
 * ("TQ 301 805", "O 15 34") and metres in the national grid of the user's country ("155000 463000"). Null if it is none of them.
 */
export function readGrid(text: string, country: string | null): GridPlace | null {
  const clean = text.trim().toUpperCase().replace(/\s+/g, ' ');
  return (
    readUtm(clean) ?? readMgrs(clean.replace(/ /g, '')) ?? readLetterGrid(clean.replace(/ /g, ''), country) ?? readMetres(clean, country)
  );
}

const UTM = /^(\d{1,2}) ?([C-HJ-NP-X]) ?(\d{6}(?:[.,]\d+)?)(?: ?M?E)?[ ,;]+(\d{1,8}(?:[.,]\d+)?)(?: ?M?N)?$/;
/** Degrees of tolerance at the edges of bands. */
const BAND_SLACK = 0.1;

function readUtm(text: string): GridPlace | null {
  const parts = UTM.exec(text);
  if (!parts) return null;
  const [zone, letter, easting, northing] = [Number(parts[1]), parts[2]!, numberOf(parts[3]!), numberOf(parts[4]!)];
  if (zone < 1 || zone > 60) return null;
  const inHalf = (isSouth: boolean) => placeOf(utmDefinition(zone, isSouth), easting, northing);
  const byBand = inHalf(letter < 'N');
  if (byBand && isInBand(letter, byBand.latitude)) return { coordinates: byBand, coordinate_uncertainty_m: null };
  // "34S" may be band S (Mediterranean) or the southern hemisphere: the northing fits only one of them.
  const south = letter === 'S' ? inHalf(true) : letter === 'N' ? inHalf(false) : null;
  const fits = south !== null && zoneOf(south.latitude, south.longitude) !== null && south.latitude < 0 === (letter === 'S');
  return fits ? { coordinates: south, coordinate_uncertainty_m: null } : null;
}

/** Bands of 8 degrees from 80° S, C to X without I and O; the last has 12 degrees. */
function isInBand(letter: string, latitude: number): boolean {
  const south = -80 + 'CDEFGHJKLMNPQRSTUVWX'.indexOf(letter) * 8;
  const north = letter === 'X' ? 84 : south + 8;
  return latitude >= south - BAND_SLACK && latitude <= north + BAND_SLACK;
}

function readMgrs(text: string): GridPlace | null {
  const parts = /^(\d{1,2})([C-HJ-NP-X])([A-HJ-NP-Z]{2})(\d{2,10})$/.exec(text);
  if (!parts || parts[4]!.length % 2 !== 0 || Number(parts[1]) < 1 || Number(parts[1]) > 60) return null;
  try {
    const [longitude, latitude] = proj4.mgrs.toPoint(text);
    if (!isInBand(parts[2]!, latitude)) return null;
    return squareAround({ latitude, longitude }, 10 ** (5 - parts[4]!.length / 2));
  } catch {
    // The letters are not a square of this zone.
    return null;
  }
}

/** A single letter is ambiguous: it is read as Irish only if the user's country uses that grid. */
function readLetterGrid(text: string, country: string | null): GridPlace | null {
  const parts = /^([A-HJ-Z]{1,2})(\d{2,10})$/.exec(text);
  if (!parts) return null;
  const letters = parts[1]!.length === BRITISH.length ? BRITISH : IRISH;
  const grid = NATIONAL_GRIDS.find((one) => one.letters === letters)!;
  if (letters === IRISH && !(country && grid.countries.includes(country))) return null;
  const square = readLetters(letters, parts[1]!, parts[2]!);
  const place = square && placeIn(grid, square.easting, square.northing);
  return place && squareAround(place, square.edge);
}

function readMetres(text: string, country: string | null): GridPlace | null {
  const parts = /^(-?\d{4,8}(?:[.,]\d+)?)(?: ?[;/] ?|, | )(-?\d{4,8}(?:[.,]\d+)?)$/.exec(text);
  if (!parts || !country) return null;
  for (const grid of NATIONAL_GRIDS) {
    if (!grid.countries.includes(country)) continue;
    const place = placeIn(grid, numberOf(parts[1]!), numberOf(parts[2]!));
    if (place) return { coordinates: place, coordinate_uncertainty_m: null };
  }
  return null;
}

/** Degrees of tolerance, because the centre of a square at the edge may be outside the area. */
const AREA_SLACK = 0.1;

const numberOf = (text: string) => Number(text.replace(',', '.'));

function placeIn(grid: NationalGrid, easting: number, northing: number): Coordinates | null {
  const place = placeOf(grid.definition, easting, northing);
  return place && isInArea(grid, place.latitude, place.longitude, AREA_SLACK) ? place : null;
}

function placeOf(definition: string, easting: number, northing: number): Coordinates | null {
  const [longitude, latitude] = proj4(definition, 'WGS84', [easting, northing]) as [number, number];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude) || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return roundedPoint({ latitude, longitude });
}

function squareAround(place: Coordinates, edge: number): GridPlace {
  return { coordinates: roundedPoint(place), coordinate_uncertainty_m: edge > 1 ? Math.ceil((edge / 2) * Math.SQRT2) : null };
}
