import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../../accounts/data';
import { type CoordinatesAnswer, parseCoordinates } from '../parse-coordinates';
import { looksLikeGrid } from './looks-like-grid';
import type { GridPlace } from './read-grid';

/** `reading`: it may be a grid reference, and what reads these is on its way. */
export type TypedPlace =
  | { ok: true; coordinates: GridPlace['coordinates']; coordinate_uncertainty_m: number | null }
  | { ok: false; reason: Extract<CoordinatesAnswer, { ok: false }>['reason'] | 'reading' };

/** What typed text says of a place: degrees at once, grid references a moment later. */
export function useTypedPlace(text: string): TypedPlace {
  const { country_code: country } = useUser();
  const [read, setRead] = useState<{ text: string; place: GridPlace | null } | null>(null);
  const degrees = useMemo(() => parseCoordinates(text), [text]);
  const mayBeGrid = !degrees.ok && degrees.reason !== 'empty' && looksLikeGrid(text);
  useEffect(() => {
    if (!mayBeGrid) return;
    let isCurrent = true;
    import('./read-grid')
      .then(({ readGrid }) => readGrid(text, country))
      .catch((error: unknown) => {
        console.error('Grids', error);
        return null;
      })
      .then((place) => isCurrent && setRead({ text, place }), console.error);
    return () => {
      isCurrent = false;
    };
  }, [mayBeGrid, text, country]);
  return useMemo(() => {
    if (degrees.ok) return { ...degrees, coordinate_uncertainty_m: null };
    if (!mayBeGrid) return degrees;
    if (read?.text !== text) return { ok: false, reason: 'reading' };
    return read.place === null ? degrees : { ok: true, ...read.place };
  }, [degrees, mayBeGrid, read, text]);
}
