import { useMemo } from 'react';
import { useOwnObservations } from '../observations/data';
import { isPlaced, type PlacedRecord } from './places';

export { countriesOf, geoAddress, type PlacedRecord, type PlaceLine, placeLines } from './places';

/** The user's records with coordinates, and the number without. Undefined while loading. */
export function useOwnPlaces(): { placed: PlacedRecord[]; without: number } | undefined {
  const records = useOwnObservations();
  return useMemo(() => {
    if (!records) return undefined;
    const placed = records.filter(isPlaced);
    return { placed, without: records.length - placed.length };
  }, [records]);
}
