import { Geoprivacy, HABITATS, PLACE_COLOURS, PLACE_KINDS, type PlaceGeometry, putSavedPlace, type SavedPlace } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { validElements } from '../../device/device-setting';
import { changeList, sharedList } from './shared-list';
import { operations, PLACE_SUBJECT } from '../../outbox/operations';
import { enqueue } from '../../outbox/store';

export { PLACE_COLOURS, PLACE_KINDS, type PlaceKind, type SavedPlace } from '@veld/contract';

/** Only the outline: the list is read often, and what is in it was checked before. */
const shape: z.ZodMiniType<PlaceGeometry> = z.custom<PlaceGeometry>(
  (value) => ['LineString', 'Polygon'].includes((value as PlaceGeometry | null)?.type ?? '') && Array.isArray(value.coordinates),
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
});

/** What the server has of a place. */
const FIELDS = Object.keys(putSavedPlace.body.shape) as (keyof Omit<SavedPlace, 'id'>)[];

/** The places a person returns to. */
export const savedPlaceList = sharedList<SavedPlace>('saved_places', validElements(schema), {
  subject: PLACE_SUBJECT,
  keyOf: ({ id }) => id,
  put: (database, { id, ...place }, now) => enqueue(database, operations.putSavedPlace, { params: { id }, body: bodyOf(place) }, now),
  remove: (database, id, now) => enqueue(database, operations.deleteSavedPlace, { params: { id } }, now),
});

/** Without fields that this version of the app does not know, nor those that are absent: the server keeps them. */
function bodyOf(place: Omit<SavedPlace, 'id'>): Omit<SavedPlace, 'id'> {
  const known = FIELDS.filter((field) => place[field] !== undefined).map((field) => [field, place[field]]);
  return Object.fromEntries(known) as Omit<SavedPlace, 'id'>;
}

export function changeSavedPlaces(database: UserDatabase, change: (places: SavedPlace[]) => SavedPlace[]): Promise<void> {
  return changeList(database, savedPlaceList, change, Date.now());
}

/** By name. */
export async function savedPlaces(database: UserDatabase): Promise<SavedPlace[]> {
  return (await savedPlaceList.setting.read(database)).toSorted((one, other) => one.name.localeCompare(other.name));
}
