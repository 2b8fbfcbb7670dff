import { useMemo } from 'react';
import { useOwnObservations } from '../observations/data';
import { isPlaced, type PlacedRecord } from './places';

export { countriesOf, geoAddress, type PlacedRecord, type PlaceLine, placeLines } from './places';

/** Own records with coordinates, and how many have none. Undefined while the device is being read. */
export function useOwnPlaces(): { placed: PlacedRecord[]; without: number } | undefined {
  const records = useOwnObservations();
  return useMemo(() => {
    if (!records) return undefined;
    const placed = records.filter(isPlaced);
    return { placed, without: records.length - placed.length };
  }, [records]);
}
