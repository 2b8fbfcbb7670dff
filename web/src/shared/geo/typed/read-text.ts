import { degreeWidth, METRES_PER_DEGREE } from '@veld/geometry';
import { roundedPoint } from '../../../local/device/place-of-fix';
import { readGrids } from '../grids/read-grid';
import {
  type Coordinates,
  type CoordinatesAnswer,
  judgeReadings,
  parseCoordinates,
  type PlaceReading,
  roundedDegrees,
} from '../parse-coordinates';
import { readLink, splitLink, type UnreadableLink, unreadableLink } from './links';
import { classifyWord, cleanText, meaningsOfO, takeUncertainty } from './words';

const LATITUDE = ['decimallatitude', 'latitude', 'lat'];

const LONGITUDE = ['decimallongitude', 'longitude', 'long', 'lng', 'lon'];

const INSIDE = ['geometry', 'coordinates', 'location', 'position', 'coords', 'point', 'features', 'latlng', 'center', 'place'];

const DIGITS = '23456789CFGHJMPQRVWX';

const PAIRS = 5;

const HEIGHT =
  /[,;(\s]\s*-?\d+(?:[.,]\d+)?\s*m(?:et(?:er|re)s?)?(?:\s*(?:a\.?\s?s\.?\s?l|s\.?\s?n\.?\s?m|n\.?\s?p\.?\s?m|ü\.?\s?(?:nn|m)|nap)\.?)?\s*\)?$/i;

const ZOOM = /,\s*\d{1,2}(?:\.\d+)?z$/i;

const WORDS_IN_BRACKETS = /\([^()\d]*\p{L}[^()\d]*\)/gu;

const WORDS_BEFORE = /^(\p{L}[\p{L}\s.'-]{2,})[,:]?\s+(?=[+-]?\d)/u;

const WORDS_AFTER = /[\s,]+(\p{L}[\p{L}\s.'-]{3,})$/u;

export interface Reader {
  /** ISO 3166-1 alpha-2: whose grid plain metres are in. */
  country: string | null;
}

export type TextAnswer = CoordinatesAnswer | { ok: false; reason: UnreadableLink | 'short_code' };

/**
 * Any text that means a place: a link, WKT or JSON, a plus code, a grid reference or degrees. Several meanings are all returned.
 * `degrees` is what the text means in degrees, if that is known already.
 */
export function readText(text: string, reader: Reader, degrees = parseCoordinates(text)): TextAnswer {
  const clean = cleanText(text);
  const answer = readClean(clean, reader, degrees);
  if (answer.ok || answer.reason !== 'unreadable') return answer;
  for (const looser of looserTexts(clean)) {
    const other = readClean(looser, reader, parseCoordinates(looser));
    if (other.ok || other.reason === 'several') return other;
  }
  return answer;
}

function readClean(clean: string, reader: Reader, degrees: CoordinatesAnswer): TextAnswer {
  const split = splitLink(clean);
  if (split) return readWithLink(split, reader);
  const unreadable = unreadableLink(clean);
  if (unreadable) return { ok: false, reason: unreadable };
  const structure = readStructure(clean);
  if (structure) return judgeReadings(structure.map((coordinates) => ({ coordinates, coordinate_uncertainty_m: null })));
  const { rest, metres } = takeUncertainty(clean.toUpperCase());
  const code = readPlusCode(rest);
  if (code === 'short') return { ok: false, reason: 'short_code' };
  if (code) return { ok: true, ...code };
  if (degrees.ok || degrees.reason === 'several' || degrees.reason === 'empty') return degrees;
  const grids = readGrids(rest, reader.country).map((one) => ({
    ...one,
    // A square says how large it is; what the text says can only be wider.
    coordinate_uncertainty_m: metres === null ? one.coordinate_uncertainty_m : Math.max(metres, one.coordinate_uncertainty_m ?? 0),
  }));
  return grids.length > 0 ? judgeReadings(grids) : degrees;
}

function readWithLink({ link, rest }: { link: string; rest: string }, reader: Reader): TextAnswer {
  const { pins, centres, uncertainty } = readLink(link);
  const isMapCentre = pins.length === 0;
  const ofLink: PlaceReading[] = (isMapCentre ? centres.slice(0, 1) : pins).map((place) => ({
    coordinates: roundedPoint(place),
    coordinate_uncertainty_m: uncertainty,
    ...(isMapCentre ? { isMapCentre } : {}),
  }));
  const beside = rest === '' ? null : readText(rest, reader);
  const ofText = !beside ? [] : beside.ok ? [beside] : beside.reason === 'several' ? beside.readings : [];
  // A pin written beside its own map says more than the middle of the map.
  const readings = ofText.length > 0 && isMapCentre ? ofText : [...ofText, ...ofLink];
  if (readings.length > 0) return judgeReadings(readings);
  const reason = unreadableLink(link);
  return { ok: false, reason: reason ?? 'unreadable' };
}

/**
 * A text that cannot be read, without what often stands beside coordinates: a height, the zoom of a map, brackets, or the name of the
 * place. Words that say something about coordinates always stay.
 */
function looserTexts(text: string): string[] {
  const looser = [
    text.replace(HEIGHT, ''),
    text.replace(ZOOM, ''),
    text.replace(WORDS_IN_BRACKETS, ' '),
    text.replace(/[()]/g, ' '),
    withoutName(text, WORDS_BEFORE),
    withoutName(text, WORDS_AFTER),
  ];
  return [...new Set(looser.map((one) => one.trim()))].filter((one) => one !== text && one !== '');
}

function withoutName(text: string, pattern: RegExp): string {
  const words = pattern.exec(text)?.[1];
  const rest = text.replace(pattern, '');
  // Whole numbers belong to a grid, and its name must be kept.
  if (words === undefined || !/\d[.,]\d\d|°/.test(rest)) return text;
  const saysSomething = words
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .some((word) => /^\p{Lu}{2,6}$/u.test(word) || classifyWord(word.toUpperCase(), meaningsOfO('')) !== null);
  return saysSomething ? text : rest;
}

/**
 * The cell of a full plus code (Open Location Code, version 1): five pairs of digits of base 20, then digits of a grid of 4 by 5.
 * "short" if it needs a place nearby, null if the text has no code.
 */
function readPlusCode(text: string): PlaceReading | 'short' | null {
  const match = /(?:^|[\s/])([23456789CFGHJMPQRVWX]{2,8}0{0,6})\+([23456789CFGHJMPQRVWX]{0,7})(?![\p{L}\d])/u.exec(text);
  if (!match || !/[A-Z]/.test(match[1]! + match[2]!)) return null;
  const [, start, rest] = match as unknown as [string, string, string];
  if (start.length % 2 !== 0 || start.length > 8 || (rest.length === 1 && start.length > 0) || (start.includes('0') && rest !== ''))
    return null;
  if (start.length < 8) return rest.length >= 2 ? 'short' : null;
  const digits = start.replace(/0+$/, '') + rest;
  if (digits.length % 2 !== 0 && digits.length < PAIRS * 2) return null;
  let [latitude, longitude, height, width] = [-90, -180, 400, 400];
  for (let at = 0; at < Math.min(digits.length, PAIRS * 2); at += 2) {
    height /= 20;
    width /= 20;
    latitude += DIGITS.indexOf(digits[at]!) * height;
    longitude += DIGITS.indexOf(digits[at + 1]!) * width;
  }
  for (const digit of digits.slice(PAIRS * 2)) {
    height /= 5;
    width /= 4;
    latitude += Math.floor(DIGITS.indexOf(digit) / 4) * height;
    longitude += (DIGITS.indexOf(digit) % 4) * width;
  }
  if (latitude >= 90 || longitude >= 180) return null;
  const centre = { latitude: roundedDegrees(latitude + height / 2), longitude: roundedDegrees(longitude + width / 2) };
  const across = width * degreeWidth(centre.latitude);
  const metres = Math.ceil((Math.hypot(height, across) / 2) * METRES_PER_DEGREE);
  return { coordinates: centre, coordinate_uncertainty_m: metres, system: 'Plus code' };
}

/** A point in WKT or JSON; several coordinates if the order is not known, null if the text is neither. */
function readStructure(text: string): Coordinates[] | null {
  const wkt = /^(?:SRID ?= ?(\d+) ?; ?)?POINT ?(?:Z|M|ZM)? ?\( ?(-?[\d.]+) (-?[\d.]+)(?: -?[\d.]+){0,2} ?\)$/i.exec(text);
  if (wkt) return wkt[1] && wkt[1] !== '4326' ? [] : [{ latitude: Number(wkt[3]), longitude: Number(wkt[2]) }];
  const other = readXml(text) ?? readNmea(text);
  if (other) return other;
  if (!/[{[]/.test(text)) return null;
  for (const candidate of [text, `{${text}}`]) {
    try {
      return pointsOf(JSON.parse(candidate) as unknown);
    } catch {
      // Not JSON: tried in the next way, or it is text of another kind.
    }
  }
  return null;
}

/** A point of GPX or KML. */
function readXml(text: string): Coordinates[] | null {
  const attribute = (name: string) => new RegExp(String.raw`<\w+[^>]*\s${name}=["'](-?[\d.]+)["']`, 'i').exec(text)?.[1];
  const [latitude, longitude] = [attribute('lat'), attribute('lon')];
  if (latitude && longitude) return [{ latitude: Number(latitude), longitude: Number(longitude) }];
  const kml = /<coordinates>\s*(-?[\d.]+),(-?[\d.]+)(?:,-?[\d.]+)?\s*(?:<|$)/i.exec(text);
  return kml && [{ latitude: Number(kml[2]), longitude: Number(kml[1]) }];
}

/** A sentence of NMEA 0183 with a position, such as "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47". */
function readNmea(text: string): Coordinates[] | null {
  const parts = /^\$[A-Z]{5},.*?\b(\d{2})(\d{2}\.\d+),([NS]),(\d{3})(\d{2}\.\d+),([EW])\b/.exec(text);
  if (!parts) return null;
  const degrees = (whole: string, minutes: string) => roundedDegrees(Number(whole) + Number(minutes) / 60);
  const [latitude, longitude] = [degrees(parts[1]!, parts[2]!), degrees(parts[4]!, parts[5]!)];
  return [{ latitude: parts[3] === 'S' ? -latitude : latitude, longitude: parts[6] === 'W' ? -longitude : longitude }];
}

function pointsOf(json: unknown): Coordinates[] | null {
  if (typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json)) return json.length === 1 ? pointsOf(json[0]) : inEitherOrder(json);
  const entries = new Map(Object.entries(json).map(([key, value]) => [key.toLowerCase(), value as unknown]));
  const valueOf = (keys: readonly string[]) => {
    const key = keys.find((one) => entries.has(one));
    const value = key === undefined ? Number.NaN : entries.get(key);
    return typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) ? Number(value) : Number.NaN;
  };
  const [latitude, longitude] = [valueOf(LATITUDE), valueOf(LONGITUDE)];
  if (Number.isFinite(latitude) && Number.isFinite(longitude)) return [{ latitude, longitude }];
  const coordinates = entries.get('coordinates');
  const places = Array.isArray(coordinates) ? inEitherOrder(coordinates) : null;
  if (places) {
    if (entries.get('type') === 'Point') return places.slice(0, 1);
    // Without the type it may not be GeoJSON, whose longitude comes first.
    return entries.has('type') ? [] : places;
  }
  for (const key of INSIDE) {
    const inside = entries.has(key) ? pointsOf(entries.get(key)) : null;
    if (inside) return inside;
  }
  return null;
}

/** Both places that two numbers can mean, first with the longitude before the latitude as in GeoJSON; null for other arrays. */
function inEitherOrder([x, y]: readonly unknown[]): Coordinates[] | null {
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  return [
    { latitude: y, longitude: x },
    { latitude: x, longitude: y },
  ];
}
