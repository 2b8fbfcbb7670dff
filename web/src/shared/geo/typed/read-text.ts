import { degreeWidth, METRES_PER_DEGREE } from '@veld/geometry';
import { roundedPoint } from '../../../local/device/place-of-fix';
import { readGrids } from '../grids/read-grid';
import { type CoordinatesAnswer, judgeReadings, parseCoordinates, type PlaceReading, roundedDegrees } from '../parse-coordinates';
import { cleanText, takeUncertainty } from './clean';
import { readLink, splitLink, type UnreadableLink, unreadableLink } from './links';
import { readStructure } from './structures';
import { classifyWord, meaningsOfO } from './words';

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
