import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../../accounts/data';
import { type CoordinatesAnswer, parseCoordinates } from '../parse-coordinates';
import { looksLikeGrid } from './looks-like-grid';
import type { GridPlace } from './read-grid';

type Fault = Extract<CoordinatesAnswer, { ok: false }>['reason'];

/** `reading`: it may be a grid reference, and what reads these is on its way. */
export type TypedPlace =
  | { ok: true; coordinates: GridPlace['coordinates']; coordinate_uncertainty_m: number | null }
  | { ok: false; reason: Fault | 'reading' };

/** What is to be said of text that names no place. While somebody types, half a number is no mistake; 0,0 is one at once. */
export function faultOf(answer: TypedPlace, isDone: boolean): Exclude<Fault, 'empty'> | null {
  if (answer.ok || answer.reason === 'empty' || answer.reason === 'reading') return null;
  return isDone || answer.reason !== 'unreadable' ? answer.reason : null;
}

/** What typed text says of a place, whole: grid references too. */
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

/** What typed text says of a place: degrees at once, grid references a moment later. */
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
