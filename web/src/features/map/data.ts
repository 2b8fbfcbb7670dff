import { isTick } from '@veld/contract';
import { useMemo } from 'react';
import { useOwnObservations } from '../../shared/records/own';
import { isPlaced, type PlacedRecord } from './places';

export { geoAddress, type PlacedRecord, type PlaceLine, placeLines } from './places';

/** The user's records with coordinates, and the number without; ticks are no records. Undefined while loading. */
export function useOwnPlaces(): { placed: PlacedRecord[]; without: number } | undefined {
  const records = useOwnObservations();
  return useMemo(() => {
    if (!records) return undefined;
    return { placed: records.filter(isPlaced), without: records.filter((record) => !isPlaced(record) && !isTick(record)).length };
  }, [records]);
}
