import { metresBetween } from '@veld/geometry';
import { WALK_MPS } from '../../../local/device/walking-speed';
import { metresToPlace } from '../../../local/device/place-shape';
import { roundedPoint } from '../../../local/device/place-of-fix';
import type { LastPlace } from '../../../local/device/last-place';
import type { LocalObservation } from '../../../local/db/rows';
import { lastUsedFirst, nearestFirst, type SavedPlace } from '../../../local/changes/saved-places';
import { placeOfSaved } from '../../../shared/records/place-of-saved';
import type { FormValues } from '../form-values';
import { type Neighbour, findNeighbour } from '../checks/near-records';

/** The form values of a place. */
export type PlaceValues = Pick<FormValues, 'location_source' | 'location_id' | 'coordinate_uncertainty_m'> & {
  latitude: number;
  longitude: number;
};

/** A known place offered to a form without a place. */
export type PlaceOffer =
  | { kind: 'neighbour'; neighbour: Neighbour; place: PlaceValues }
  /** `metres`: distance from the last known location, 0 in an area; null if unknown. */
  | { kind: 'saved'; saved: SavedPlace; metres: number | null; place: PlaceValues }
  | { kind: 'last_known'; at: number; place: PlaceValues };

export interface OfferSources {
  saved: readonly SavedPlace[];
  /** The user's records, the last saved first. */
  records: readonly LocalObservation[];
  last: LastPlace | null;
  now: number;
  ownId: string | null;
}

const SAVED_SHOWN = 3;
const DAY_MS = 86_400_000;
/** A last known location this recent is used for distances to saved places. */
const NEAR_MS = 2 * 3_600_000;

/** The offers, the most reliable first. */
export function placeOffers(values: FormValues, { saved, records, last, now, ownId }: OfferSources): PlaceOffer[] {
  const offers: PlaceOffer[] = [];
  const neighbour = findNeighbour(values, records, ownId);
  if (neighbour) offers.push({ kind: 'neighbour', neighbour, place: placeOfRecord(neighbour.record) });
  const here = last && now - last.at < NEAR_MS ? last : null;
  for (const place of orderedPlaces(saved, records, here).slice(0, SAVED_SHOWN))
    offers.push({ kind: 'saved', saved: place, metres: here ? metresToPlace(place, here) : null, place: placeOfSaved(place) });
  if (last && now - last.at < DAY_MS) offers.push({ kind: 'last_known', at: last.at, place: placeOfLast(last, now) });
  return offers;
}

/** Saved places, the nearest first; without a recent location, the most recently used first. */
function orderedPlaces(saved: readonly SavedPlace[], records: readonly LocalObservation[], here: LastPlace | null): SavedPlace[] {
  if (here) return nearestFirst(saved, here);
  return lastUsedFirst(
    saved,
    records.map(({ location_id }) => location_id),
  );
}

function placeOfRecord(record: LocalObservation): PlaceValues {
  return {
    latitude: record.latitude!,
    longitude: record.longitude!,
    coordinate_uncertainty_m: record.coordinate_uncertainty_m ?? null,
    location_source: 'neighbour',
    location_id: record.location_id ?? null,
  };
}

/** The last known location, with the uncertainty increased by the distance walked since. */
function placeOfLast({ accuracy_m, at, ...point }: LastPlace, now: number): PlaceValues {
  const walked = Math.max(0, (now - at) / 1000) * WALK_MPS;
  return {
    ...roundedPoint(point),
    coordinate_uncertainty_m: Math.ceil(accuracy_m + walked),
    location_source: 'last_known',
    location_id: null,
  };
}

interface Point {
  latitude: number;
  longitude: number;
}

const MOVED_M = 100;

/** Distance between the device and the place of a photo; null if they may be the same within their uncertainties. */
export function movedSince(photo: Point, photoUncertainty: number | null, here: Point & { accuracy_m: number }): number | null {
  const metres = metresBetween(photo, here);
  return metres > MOVED_M + (photoUncertainty ?? 0) + here.accuracy_m ? metres : null;
}
