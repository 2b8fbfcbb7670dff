import { roundedPoint } from '../../../local/device/place-of-fix';
import { readGrids } from '../grids/read-grid';
import { judgeReadings, type CoordinatesAnswer, parseCoordinates, type PlaceReading } from '../parse-coordinates';
import { cleanText, takeUncertainty } from './clean';
import { looserTexts } from './looser-texts';
import { readLink, splitLink, type UnreadableLink, unreadableLink } from './links';
import { readPlusCode } from './plus-code';
import { readStructure } from './structures';

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
