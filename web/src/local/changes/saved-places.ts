import {
  deleteSavedPlace,
  Geoprivacy,
  HABITATS,
  isRecord,
  listKeys,
  type ObservationDraft,
  OpenPlace,
  pick,
  PLACE_COLOURS,
  PLACE_KINDS,
  type PlaceGeometry,
  putSavedPlace,
  type SavedPlace,
} from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import type { LocalObservation } from '../db/rows';
import { validElements } from '../device/device-setting';
import { metresToPlace, isAtPlace, type ShapedPlace } from '../device/place-shape';
import { call } from '../outbox/operation';
import { enqueue } from '../outbox/store';
import { changeList, sharedList } from '../records/lists/shared-list';

export { PLACE_COLOURS, PLACE_KINDS, type PlaceKind, type SavedPlace } from '@veld/contract';

const PLACE_SUBJECT = 'saved_place:';

export const operations = {
  putSavedPlace: call(putSavedPlace, { label: 'saved_place', subject: ({ params }) => PLACE_SUBJECT + params.id }),
  deleteSavedPlace: call(deleteSavedPlace, { label: 'saved_place', subject: ({ params }) => PLACE_SUBJECT + params.id }),
};

/** Only the outline: the list is read often, and what is in it was checked before. */
const shape: z.ZodMiniType<PlaceGeometry> = z.custom<PlaceGeometry>(
  (value) => isRecord(value) && (value.type === 'LineString' || value.type === 'Polygon') && Array.isArray(value.coordinates),
);

// Loose: an older version of the app keeps fields that a newer one added.
const schema: z.ZodMiniType<SavedPlace> = z.looseObject({
  id: z.string(),
  name: z.string(),
  kind: z.catch(z.enum(PLACE_KINDS), 'other'),
  latitude: z.number(),
  longitude: z.number(),
  uncertainty_m: z.catch(z.nullable(z.number()), null),
  notes: z.catch(z.string(), ''),
  // Absent in places from before these fields, which the server may know from another device.
  geometry: z.catch(z.nullish(shape), undefined),
  geoprivacy: z.catch(z.nullish(Geoprivacy), undefined),
  habitat: z.catch(z.nullish(z.enum(HABITATS)), undefined),
  colour: z.catch(z.nullish(z.enum(PLACE_COLOURS)), undefined),
  is_private_zone: z.catch(z.nullish(z.boolean()), undefined),
  list_position: z.catch(z.nullish(z.number()), undefined),
  open_to_all: z.catch(z.nullish(OpenPlace), undefined),
});

/** What the server has of a place. */
const FIELDS = listKeys(putSavedPlace.body.shape);

/** The places a person returns to. */
export const savedPlaceList = sharedList<SavedPlace>('saved_places', validElements(schema), {
  subject: PLACE_SUBJECT,
  keyOf: ({ id }) => id,
  put: (database, { id, ...place }, now) => enqueue(database, operations.putSavedPlace, { params: { id }, body: bodyOf(place) }, now),
  remove: (database, id, now) => enqueue(database, operations.deleteSavedPlace, { params: { id } }, now),
});

/** Without fields that this version of the app does not know, nor those that are absent: the server keeps them. */
function bodyOf(place: Omit<SavedPlace, 'id'>): Omit<SavedPlace, 'id'> {
  return pick(
    place,
    FIELDS.filter((field) => place[field] !== undefined),
  );
}

export function changeSavedPlaces(database: UserDatabase, change: (places: SavedPlace[]) => SavedPlace[]): Promise<void> {
  return changeList(database, savedPlaceList, change, Date.now());
}

/** By name. */
export async function savedPlaces(database: UserDatabase): Promise<SavedPlace[]> {
  return (await savedPlaceList.setting.read(database)).toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Saved places, the nearest to a point first. */
export function nearestFirst(places: readonly SavedPlace[], here: { latitude: number; longitude: number }): SavedPlace[] {
  return places.toSorted((one, other) => metresToPlace(one, here) - metresToPlace(other, here));
}

/** Saved places, the last used first; those that are not among `used` come last, in their order. `used`: ids, the last first. */
export function lastUsedFirst(places: readonly SavedPlace[], used: readonly (string | null | undefined)[]): SavedPlace[] {
  const rank = new Map<string, number>();
  for (const [index, id] of used.entries()) if (id && !rank.has(id)) rank.set(id, index);
  const rankOf = ({ id }: SavedPlace) => rank.get(id) ?? used.length;
  return places.toSorted((one, other) => rankOf(one) - rankOf(other));
}

type Placed = Pick<ObservationDraft, 'latitude' | 'longitude'>;

/** The private zone that a point lies in (decision 0042). */
export function privateZoneAt(places: readonly SavedPlace[], { latitude, longitude }: Placed): SavedPlace | undefined {
  if (latitude == null || longitude == null) return undefined;
  return places.find((place) => place.kind === 'home' && place.is_private_zone && isAtPlace(place, { latitude, longitude }));
}

/** The draft, obscured if it is open and lies in a private zone. */
export async function obscuredAtHome<D extends ObservationDraft>(database: UserDatabase, draft: D): Promise<D> {
  if ((draft.geoprivacy ?? 'open') !== 'open' || draft.latitude == null) return draft;
  const zone = privateZoneAt(await savedPlaces(database), draft);
  return zone ? { ...draft, geoprivacy: 'obscured' } : draft;
}

/** The area that records are looked for in: of a saved place; or a circle or a public place, with an id that no record has. */
export type PlaceArea = Pick<SavedPlace, 'id' | 'latitude' | 'longitude' | 'uncertainty_m'> & Pick<ShapedPlace, 'geometry'>;

/** Whether a record is at a saved place, or was made with it. The server decides the same for the owner of a record. */
export function isAtSavedPlace(
  place: PlaceArea,
  { latitude, longitude, location_id }: Pick<LocalObservation, 'latitude' | 'longitude' | 'location_id'>,
): boolean {
  if (location_id === place.id) return true;
  return latitude != null && longitude != null && isAtPlace(place, { latitude, longitude });
}
