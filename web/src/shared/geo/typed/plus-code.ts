import { degreeWidth, METRES_PER_DEGREE } from '@veld/geometry';
import { type PlaceReading, roundedDegrees } from '../parse-coordinates';

const DIGITS = '23456789CFGHJMPQRVWX';
const PAIRS = 5;

/**
 * The cell of a full plus code (Open Location Code, version 1): five pairs of digits of base 20, then digits of a grid of 4 by 5.
 * "short" if it needs a place nearby, null if the text has no code.
 */
export function readPlusCode(text: string): PlaceReading | 'short' | null {
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
