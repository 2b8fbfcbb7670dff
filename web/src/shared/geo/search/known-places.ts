import { metresBetween } from '@veld/geometry';
import { nearestFirst, type SavedPlace } from '../../../local/changes/saved-places';
import type { MapPoint } from '../map/map-view';

/** A place that the person has been at or has saved. */
export type KnownPlace = MapPoint & { key: string; uncertainty_m: number | null } & (
    | { kind: 'here' }
    | { kind: 'saved'; name: string }
    | { kind: 'recent' }
  );

interface Sources {
  /** The last known location of the device. */
  here: (MapPoint & { accuracy_m?: number }) | null;
  saved: readonly SavedPlace[];
  /** The person's records, the last saved first. */
  records: readonly {
    latitude?: number | null | undefined;
    longitude?: number | null | undefined;
    coordinate_uncertainty_m?: number | null | undefined;
  }[];
}

const SAVED_SHOWN = 5;
const RECENT_SHOWN = 3;
/** On the map, places nearer to each other than this are the same. */
const APART_M = 1000;

/** Where a map for choosing a place can go at once: the device, the nearest saved places, and where the last records were made. */
export function knownPlaces({ here, saved, records }: Sources): KnownPlace[] {
  const nearest = here ? nearestFirst(saved, here) : saved;
  const places: KnownPlace[] = [];
  if (here)
    places.push({ kind: 'here', key: 'here', latitude: here.latitude, longitude: here.longitude, uncertainty_m: here.accuracy_m ?? null });
  for (const { id, name, latitude, longitude, uncertainty_m } of nearest.slice(0, SAVED_SHOWN))
    places.push({ kind: 'saved', key: id, name, latitude, longitude, uncertainty_m });
  let recent = 0;
  for (const { latitude, longitude, coordinate_uncertainty_m = null } of records) {
    if (recent === RECENT_SHOWN) break;
    if (typeof latitude !== 'number' || typeof longitude !== 'number') continue;
    const point = { latitude, longitude };
    if (places.some((one) => metresBetween(one, point) < APART_M)) continue;
    places.push({ kind: 'recent', key: `${latitude} ${longitude}`, ...point, uncertainty_m: coordinate_uncertainty_m });
    recent++;
  }
  return places;
}
