import { useEffect, useMemo, useState } from 'react';
import { useReader } from '../data';
import { parseCoordinates, type PlaceReading } from '../parse-coordinates';
import type { Reader, TextAnswer } from '../typed/read-text';

type Fault = Extract<TextAnswer, { ok: false }>['reason'];

/** `reading`: the text may be a place in another form than degrees, whose parser is being loaded. */
export type TypedPlace = TextAnswer | { ok: false; reason: 'reading' };

/** The error to show for text that is not a place. Incomplete text is no error until the user is done; 0,0 is one at once. */
export function findTypedFault(answer: TypedPlace, isDone: boolean): Exclude<Fault, 'empty'> | null {
  if (answer.ok || answer.reason === 'empty' || answer.reason === 'reading') return null;
  return isDone || answer.reason !== 'unreadable' ? answer.reason : null;
}

/** The places to choose from. */
export function listTypedReadings(answer: TypedPlace): readonly PlaceReading[] {
  return !answer.ok && answer.reason === 'several' ? answer.readings : [];
}

/** Text that means exactly this place. */
export function textOfReading({ coordinates: { latitude, longitude }, coordinate_uncertainty_m }: PlaceReading): string {
  return `${latitude}, ${longitude}${coordinate_uncertainty_m === null ? '' : ` ±${coordinate_uncertainty_m} m`}`;
}

/** Parses typed coordinates, or any other text that means a place. */
export async function readTypedPlace(text: string, reader: Reader, degrees = parseCoordinates(text)): Promise<TextAnswer> {
  if (!mayBeOther(degrees, text)) return degrees;
  try {
    return (await import('../typed/read-text')).readText(text, reader, degrees);
  } catch (error) {
    console.error('Grids', error);
    return degrees;
  }
}

/** Degrees with several readings may have been meant in no other way. */
function mayBeOther(degrees: TextAnswer, text: string): boolean {
  return !degrees.ok && degrees.reason !== 'empty' && degrees.reason !== 'several' && looksLikeGrid(text);
}

/** The place of typed text: degrees synchronously, other texts once their parser is loaded. */
export function useTypedPlace(text: string): TypedPlace {
  const reader = useReader();
  const [read, setRead] = useState<{ text: string; place: TypedPlace } | null>(null);
  const degrees = useMemo(() => parseCoordinates(text), [text]);
  const isOther = mayBeOther(degrees, text);
  useEffect(() => {
    if (!isOther) return;
    let isCurrent = true;
    readTypedPlace(text, reader, degrees).then((place) => isCurrent && setRead({ text, place }), console.error);
    return () => {
      isCurrent = false;
    };
  }, [isOther, text, reader, degrees]);
  return useMemo(() => {
    if (!isOther) return degrees;
    return read?.text === text ? read.place : { ok: false, reason: 'reading' };
  }, [degrees, isOther, read, text]);
}

/**
 * Whether text that is no pair of degrees may mean a place in another way (a grid reference, a plus code, a link, WKT or JSON), so that the
 * parser has to be loaded.
 */
export function looksLikeGrid(text: string): boolean {
  const clean = text.trim().toUpperCase();
  if (/:\/\/|^GEO:|\/{3}|W3W|WHAT3WORDS|\.[A-Z]{2,}\/|^\p{L}{2,}\.\p{L}{2,}\.\p{L}{2,}$/u.test(clean)) return true;
  return /^[A-Z]{2}$/.test(clean) || (/\d/.test(clean) && /[A-Z{[+]/.test(clean)) || /(?<![\d.,])\d{4}|\d[ .,'’]\d{3}(?!\d)/.test(clean);
}
