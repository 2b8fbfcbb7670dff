import { metresBetween } from '@veld/geometry';
import proj4 from 'proj4';
import { roundedPoint } from '../../../local/device/place-of-fix';
import type { Coordinates, PlaceReading } from '../parse-coordinates';
import { DEGREE_SQUARES, type DegreeSquares, type Square } from './degree-squares';
import { BRITISH, IRISH, readLetters } from './letters';
import { isInArea, type NationalGrid, READ_GRIDS } from './national';
import { findUtmZone, utmDefinition } from './utm';

const LABEL = String.raw`(?:EASTING|NORTHING|EAST|NORTH|OOST|NOORD|OST|NORD|M ?E|M ?N|[ENXY])`;

const NUMBER = String.raw`[+-]?\d[\d .,']*`;

const HALF = new RegExp(String.raw`^(${LABEL})?[ .:=]*(${NUMBER})(?: ?M(?! ?[EN]))?[ ]*(${LABEL})?$`);

/**
 * Reads a text as a grid reference and returns every place that it can mean:
 * - UTM: "31U 645333 5773249", or with S for the southern hemisphere
 * - MGRS: "31U FT 4533 7325"
 * - a British or Irish reference: "TQ 301 805", "TQ38A", "O 15 34"
 * - a square of a recording scheme: "4508/3", "2628CC", "136-455"
 * - metres in a national grid: "155000 463000". If the text does not name the grid, those of the user's country are tried.
 *
 * The uncertainty is the distance from the centre of a square to its corners. For metres it is unknown.
 */
export function readGrids(text: string, country: string | null): PlaceReading[] {
  const clean = text.trim().toUpperCase().replace(/\s+/g, ' ');
  const squares = readSquares(clean, country);
  if (squares.length > 0) return squares;
  const { grids, rest } = splitOffGridName(clean);
  if (grids === null) {
    const world = readWorldGrid(rest);
    if (world) return [world];
  }
  const square = readLetterGrid(rest, country, grids) ?? readKilometres(rest, country, grids);
  if (square) return [square];
  return readMetres(rest, grids ?? READ_GRIDS.filter(({ countries }) => country !== null && countries.includes(country)));
}

/** Reads UTM or MGRS, whose name may precede the numbers. */
function readWorldGrid(text: string): PlaceReading | null {
  const zoneFirst = text
    .replace(/\bEPSG:? ?(?:258|326|327)(\d\d)\b/, (code, zone: string) => `${zone}${code.includes('327') ? 'S' : 'N'}`)
    .replace(/^(?:(?:UTM|MGRS|WGS ?84|ETRS ?89|ZONE|ZONA|FUSEAU|STREFA|SONE)[ :,/]*)+/, '')
    // The zone may come last.
    .replace(/^(\D?\d.*?)[ ,;]+(?:UTM |ZONE )*(\d{1,2} ?[C-HJ-NP-X])$/, '$2 $1');
  return readUtm(zoneFirst) ?? readMgrs(zoneFirst.replace(/ /g, ''));
}

/** The names of all grids, the longest first, because some begin with another one. */
const GRID_NAMES = READ_GRIDS.flatMap((grid) => [grid.name.toUpperCase(), ...(grid.names ?? [])].map((name) => ({ grid, name }))).toSorted(
  (one, other) => other.name.length - one.name.length,
);

/** Splits the name of a grid from the text before or after its numbers. `grids` is null if the text names none. */
function splitOffGridName(text: string): { grids: readonly NationalGrid[] | null; rest: string } {
  for (const { grid, name } of GRID_NAMES) {
    const rest = removeName(text, name);
    if (rest !== null) return { grids: [grid], rest: rest.replace(/^(?:COORDINATEN|X\/Y|XY|[:,()\s])+|[,()\s]+$/g, '') };
  }
  return { grids: null, rest: text };
}

/** The text without a name at its start or end; null if it has none, or if the name is only a part of a longer word. */
function removeName(text: string, name: string): string | null {
  if (text.startsWith(name)) {
    const rest = text.slice(name.length);
    // "RD155" names the grid RD, "RDX" does not.
    const isPartOfWord = /\w$/.test(name) && /^[A-Z]/.test(rest);
    return isPartOfWord ? null : rest.trim();
  }
  if (!text.endsWith(name)) return null;
  const rest = text.slice(0, -name.length);
  return /[^A-Z\d]$/.test(rest) ? rest.trim() : null;
}

/** Degrees of tolerance at the edges of bands. */
const BAND_SLACK = 0.1;

function readUtm(text: string): PlaceReading | null {
  const parts = /^(\d{1,2}) ?([C-HJ-NP-X])[ :,]+(.*)$/.exec(text);
  if (!parts) return null;
  const [zone, letter] = [Number(parts[1]), parts[2]!];
  if (zone < 1 || zone > 60) return null;
  for (const { easting, northing } of metrePairs(parts[3]!)) {
    if (easting < 100_000 || easting >= 1_000_000 || northing < 0 || northing > 10_000_000) continue;
    const inHalf = (isSouth: boolean) => placeOf(utmDefinition(zone, isSouth), easting, northing);
    const byBand = inHalf(letter < 'N');
    if (byBand && isInBand(letter, byBand.latitude)) return { coordinates: byBand, coordinate_uncertainty_m: null, system: 'UTM' };
    // "34S" may be band S (Mediterranean) or the southern hemisphere: the northing fits only one of them.
    const half = letter === 'S' ? inHalf(true) : letter === 'N' ? inHalf(false) : null;
    const fits = half !== null && findUtmZone(half.latitude, half.longitude) !== null && half.latitude < 0 === (letter === 'S');
    if (fits) return { coordinates: half, coordinate_uncertainty_m: null, system: 'UTM' };
  }
  return null;
}

/** Bands of 8 degrees from 80° S, C to X without I and O; the last has 12 degrees. */
function isInBand(letter: string, latitude: number): boolean {
  const south = -80 + 'CDEFGHJKLMNPQRSTUVWX'.indexOf(letter) * 8;
  const north = letter === 'X' ? 84 : south + 8;
  return latitude >= south - BAND_SLACK && latitude <= north + BAND_SLACK;
}

function readMgrs(text: string): PlaceReading | null {
  const parts = /^(\d{1,2})([C-HJ-NP-X])([A-HJ-NP-Z]{2})(\d{2,10})$/.exec(text);
  if (!parts || parts[4]!.length % 2 !== 0 || Number(parts[1]) < 1 || Number(parts[1]) > 60) return null;
  try {
    const [longitude, latitude] = proj4.mgrs.toPoint(text);
    if (!isInBand(parts[2]!, latitude)) return null;
    return squareAround({ latitude, longitude }, 10 ** (5 - parts[4]!.length / 2), 'MGRS');
  } catch {
    // The letters are not a square of this zone.
    return null;
  }
}

/** A single letter is ambiguous: it is read as Irish only if the text says so or the user's country uses that grid. */
function readLetterGrid(text: string, country: string | null, named: readonly NationalGrid[] | null): PlaceReading | null {
  const parts = /^([A-HJ-Z]{1,2})((?:\d+)?)([A-Z]{0,2})$/.exec(text.replace(/[ ,;/:-]/g, ''));
  if (!parts) return null;
  const letters = parts[1]!.length === BRITISH.length ? BRITISH : IRISH;
  const grid = READ_GRIDS.find((one) => one.letters === letters)!;
  if (named ? !named.includes(grid) : letters === IRISH && !(country && grid.countries.includes(country))) return null;
  // Two letters alone may be a direction or a country.
  const isBare = parts[2] === '';
  if (isBare && !named && (!(country && grid.countries.includes(country)) || /^[NS][EWO]$/.test(parts[1]!))) return null;
  const square = readLetters(letters, parts[1]!, parts[2]!, parts[3]);
  // A square of 100 km on the coast has its centre in the sea.
  const place =
    square &&
    (square.edge > 10_000 ? placeOf(grid.definition, square.easting, square.northing) : placeIn(grid, square.easting, square.northing));
  return place && squareAround(place, square.edge, grid.name);
}

/**
 * Dutch squares of a kilometre ("136-455") or of 100 m ("136.4-455.2"), named by their south-west corner. Without the name of the grid,
 * numbers with a space between them are the beginning of a longer text.
 */
function readKilometres(text: string, country: string | null, named: readonly NationalGrid[] | null): PlaceReading | null {
  const grid = (named ?? READ_GRIDS).find(({ kilometres }) => kilometres);
  const parts = /^(\d{1,3})(?:[.,](\d))?( *[-/] *| )(\d{3})(?:[.,](\d))?$/.exec(text);
  if (!grid || !parts || (parts[2] === undefined) !== (parts[5] === undefined)) return null;
  if (!named && (parts[3] === ' ' || !(country && grid.countries.includes(country)))) return null;
  const edge = parts[2] === undefined ? 1000 : 100;
  const metres = (kilometres: string, tenth = '0') => Number(kilometres) * 1000 + Number(tenth) * 100 + edge / 2;
  const place = placeIn(grid, metres(parts[1]!, parts[2]), metres(parts[4]!, parts[5]));
  return place && squareAround(place, edge, grid.name);
}

/** In a country that writes northing first too, both orders count; a text that labels its numbers has one. */
function readMetres(text: string, grids: readonly NationalGrid[]): PlaceReading[] {
  return grids.flatMap((grid) =>
    metrePairs(text).flatMap(({ easting, northing, isLabelled }) => {
      const orders =
        grid.isOrderOpen && !isLabelled
          ? [
              [easting, northing],
              [northing, easting],
            ]
          : [[easting, northing]];
      return orders.flatMap(([east, north]) => {
        const place = placeIn(grid, east!, north!);
        return place ? [{ coordinates: place, coordinate_uncertainty_m: null, system: grid.name }] : [];
      });
    }),
  );
}

/** Degrees of tolerance, because the centre of a square at the edge may be outside the area. */
const AREA_SLACK = 0.1;

function placeIn(grid: NationalGrid, easting: number, northing: number): Coordinates | null {
  const place = placeOf(grid.definition, easting, northing);
  return place && isInArea(grid, place.latitude, place.longitude, AREA_SLACK) ? place : null;
}

function placeOf(definition: string, easting: number, northing: number): Coordinates | null {
  const [longitude, latitude] = proj4(definition, 'WGS84', [easting, northing]) as [number, number];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude) || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return roundedPoint({ latitude, longitude });
}

function squareAround(place: Coordinates, edge: number, system: string): PlaceReading {
  return { coordinates: roundedPoint(place), coordinate_uncertainty_m: edge > 1 ? Math.ceil((edge / 2) * Math.SQRT2) : null, system };
}

interface MetrePair {
  easting: number;
  northing: number;
  /** The text says which number is which. */
  isLabelled: boolean;
}

/** Two numbers in metres, in all ways to read their spaces, points, commas and apostrophes as separators of thousands. */
function metrePairs(text: string): MetrePair[] {
  const clean = text
    .replace(/[()]/g, ' ')
    .trim()
    .replace(/[.,;]+$/, '');
  const pairs: MetrePair[] = [];
  for (const parts of splits(clean)) {
    const [first, second] = parts.map(halfOf);
    if (!first || !second) continue;
    if ((first.axis === null) !== (second.axis === null) || (first.axis !== null && first.axis === second.axis)) continue;
    const isTurned = first.axis === 'north';
    for (const one of first.values)
      for (const other of second.values)
        pairs.push({ easting: isTurned ? other : one, northing: isTurned ? one : other, isLabelled: first.axis !== null });
  }
  return pairs;
}

/** At every separator; one that cannot be inside a number is the only place. */
function splits(text: string): [string, string][] {
  const strong = [...text.matchAll(/ *[;/|] *|, /g)];
  const places = strong.length === 1 ? strong : [...text.matchAll(/[ ,]+|(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Z])/g)];
  return places.map((one) => [text.slice(0, one.index), text.slice(one.index + one[0].length)]);
}

function halfOf(text: string): { axis: 'east' | 'north' | null; values: number[] } | null {
  const parts = HALF.exec(text.trim());
  if (!parts || (parts[1] && parts[3])) return null;
  const label = parts[1] ?? parts[3];
  // "Y" is the northing in all these grids when "X" stands beside it.
  const axis = !label ? null : /^(?:E|X|O|M ?E)/.test(label) ? 'east' : 'north';
  const values = valuesOf(parts[2]!.trim());
  return values.length > 0 ? { axis, values } : null;
}

function valuesOf(text: string): number[] {
  const plain = /^[+-]?\d{1,8}(?:[.,]\d{1,2}|[.,]\d{4,})?$/.test(text) ? [Number(text.replace(',', '.'))] : [];
  const ofThousands = /^([+-]?\d{1,3})(?:([ .,'])(\d{3}))(?:\2(\d{3}))?(?:[.,](\d{1,3}))?$/.exec(text);
  const thousands =
    ofThousands && ofThousands[2] !== undefined
      ? [Number(`${ofThousands[1]}${ofThousands[3]}${ofThousands[4] ?? ''}.${ofThousands[5] ?? '0'}`)]
      : [];
  // "645333.123" has decimals, because no separator of thousands comes after six digits.
  const decimals = /^[+-]?\d{4,8}[.,]\d{3}$/.test(text) ? [Number(text.replace(',', '.'))] : [];
  return [...plain, ...thousands, ...decimals].filter((value) => Math.abs(value) >= 1000);
}

/**
 * The squares of recording schemes that a text can mean: those of the grid that it names, else of the user's country. The uncertainty
 * reaches from the centre of the square to its corners.
 */
function readSquares(text: string, country: string | null): PlaceReading[] {
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
