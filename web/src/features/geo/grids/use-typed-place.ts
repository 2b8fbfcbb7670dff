import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../../accounts/data';
import { type CoordinatesAnswer, parseCoordinates } from '../parse-coordinates';
import { looksLikeGrid } from './looks-like-grid';
import type { GridPlace } from './read-grid';

type Fault = Extract<CoordinatesAnswer, { ok: false }>['reason'];

/** `reading`: the text may be a grid reference, whose parser is being loaded. */
export type TypedPlace =
  | { ok: true; coordinates: GridPlace['coordinates']; coordinate_uncertainty_m: number | null }
  | { ok: false; reason: Fault | 'reading' };

/** The error to show for text that is not a place. Incomplete text is no error until the user is done; 0,0 is one at once. */
export function faultOf(answer: TypedPlace, isDone: boolean): Exclude<Fault, 'empty'> | null {
  if (answer.ok || answer.reason === 'empty' || answer.reason === 'reading') return null;
  return isDone || answer.reason !== 'unreadable' ? answer.reason : null;
}

/** Parses typed coordinates or a grid reference. */
export async function readTypedPlace(text: string, country: string | null): Promise<Exclude<TypedPlace, { reason: 'reading' }>> {
  const degrees = parseCoordinates(text);
  if (degrees.ok) return { ...degrees, coordinate_uncertainty_m: null };
  if (degrees.reason === 'empty' || !looksLikeGrid(text)) return degrees;
  try {
    const place = (await import('./read-grid')).readGrid(text, country);
    return place ? { ok: true, ...place } : degrees;
  } catch (error) {
    console.error('Grids', error);
    return degrees;
  }
}

/** The place of typed text: coordinates synchronously, grid references once their parser is loaded. */
export function useTypedPlace(text: string): TypedPlace {
  const { country_code: country } = useUser();
  const [read, setRead] = useState<{ text: string; place: TypedPlace } | null>(null);
  const degrees = useMemo(() => parseCoordinates(text), [text]);
  const mayBeGrid = !degrees.ok && degrees.reason !== 'empty' && looksLikeGrid(text);
  useEffect(() => {
    if (!mayBeGrid) return;
    let isCurrent = true;
    readTypedPlace(text, country).then((place) => isCurrent && setRead({ text, place }), console.error);
    return () => {
      isCurrent = false;
    };
  }, [mayBeGrid, text, country]);
  return useMemo(() => {
    if (degrees.ok) return { ...degrees, coordinate_uncertainty_m: null };
    if (!mayBeGrid) return degrees;
    return read?.text === text ? read.place : { ok: false, reason: 'reading' };
  }, [degrees, mayBeGrid, read, text]);
}
