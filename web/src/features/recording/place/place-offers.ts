import { metresBetween } from '../../../local/device/metres-between';
import type { LastPlace } from '../../../local/device/last-place';
import type { LocalObservation } from '../../../local/db/rows';
import type { SavedPlace } from '../../../local/records/saved-places';
import type { FormValues } from '../form-values';
import { type Neighbour, neighbourOf } from '../checks/near-records';

/** A place as a form takes it. */
export type TakenPlace = Pick<FormValues, 'location_source' | 'location_id' | 'coordinate_uncertainty_m'> & {
  latitude: number;
  longitude: number;
};

/** A place that a form without one may take with a tap; never taken by itself. */
export type PlaceOffer =
  | { kind: 'neighbour'; neighbour: Neighbour; place: TakenPlace }
  /** `metres`: from where the device is or was last; null where it does not know. */
  | { kind: 'saved'; saved: SavedPlace; metres: number | null; place: TakenPlace }
  | { kind: 'last_known'; at: number; place: TakenPlace };

export interface OfferSources {
  saved: readonly SavedPlace[];
  /** Own records, the last saved first. */
  records: readonly LocalObservation[];
  last: LastPlace | null;
  now: number;
  ownId: string | null;
}

const SAVED_SHOWN = 3;
const DAY_MS = 86_400_000;
/** Where a device was this short a while ago, saved places are told by their distance from there. */
const NEAR_MS = 2 * 3_600_000;
const WALK_MPS = 1.4;

/** From the nearest in time to what is only a guess. */
export function placeOffers(values: FormValues, { saved, records, last, now, ownId }: OfferSources): PlaceOffer[] {
  const offers: PlaceOffer[] = [];
  const neighbour = neighbourOf(values, records, ownId);
  if (neighbour) offers.push({ kind: 'neighbour', neighbour, place: placeOfRecord(neighbour.record) });
  const here = last && now - last.at < NEAR_MS ? last : null;
  for (const place of orderedPlaces(saved, records, here).slice(0, SAVED_SHOWN))
    offers.push({ kind: 'saved', saved: place, metres: here ? metresBetween(place, here) : null, place: placeOfSaved(place) });
  if (last && now - last.at < DAY_MS) offers.push({ kind: 'last_known', at: last.at, place: placeOfLast(last, now) });
  return offers;
}

/** The nearest first; where nobody knows what is near, those that were used last. */
function orderedPlaces(saved: readonly SavedPlace[], records: readonly LocalObservation[], here: LastPlace | null): SavedPlace[] {
  if (here) return saved.toSorted((one, other) => metresBetween(one, here) - metresBetween(other, here));
  const used = new Map<string, number>();
  records.forEach(({ location_id }, index) => {
    if (location_id && !used.has(location_id)) used.set(location_id, index);
  });
  const rank = (place: SavedPlace) => used.get(place.id) ?? Number.MAX_SAFE_INTEGER;
  return saved.toSorted((one, other) => rank(one) - rank(other));
}

function placeOfRecord(record: LocalObservation): TakenPlace {
  return {
    latitude: record.latitude!,
    longitude: record.longitude!,
    coordinate_uncertainty_m: record.coordinate_uncertainty_m ?? null,
    location_source: 'neighbour',
    location_id: record.location_id ?? null,
  };
}

export function placeOfSaved({ id, latitude, longitude, uncertainty_m }: SavedPlace): TakenPlace {
  // A place that somebody saved as exact is still no point.
  const uncertainty = uncertainty_m === null ? null : Math.max(1, uncertainty_m);
  return { latitude, longitude, coordinate_uncertainty_m: uncertainty, location_source: 'saved_place', location_id: id };
}

/** As much less certain as somebody may have walked since. */
function placeOfLast({ latitude, longitude, accuracy_m, at }: LastPlace, now: number): TakenPlace {
  const walked = Math.max(0, (now - at) / 1000) * WALK_MPS;
  return {
    latitude: Number(latitude.toFixed(6)),
    longitude: Number(longitude.toFixed(6)),
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

/** How far the device is from where a photo was taken; null where that may well be the same place. */
export function movedSince(photo: Point, photoUncertainty: number | null, here: Point & { accuracy_m: number }): number | null {
  const metres = metresBetween(photo, here);
  return metres > MOVED_M + (photoUncertainty ?? 0) + here.accuracy_m ? metres : null;
}
