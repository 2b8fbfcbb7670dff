import { PLACE_KINDS, type SavedPlace } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { validElements } from '../../device/device-setting';
import { changeList, sharedList } from './shared-list';
import { operations, PLACE_SUBJECT } from '../../outbox/operations';
import { enqueue } from '../../outbox/store';

export { PLACE_KINDS, type PlaceKind, type SavedPlace } from '@veld/contract';

// Loose: an older version of the app keeps fields that a newer one added.
const schema: z.ZodMiniType<SavedPlace> = z.looseObject({
  id: z.string(),
  name: z.string(),
  kind: z.catch(z.enum(PLACE_KINDS), 'other'),
  latitude: z.number(),
  longitude: z.number(),
  uncertainty_m: z.catch(z.nullable(z.number()), null),
  notes: z.catch(z.string(), ''),
});

/** The places a person returns to. */
export const savedPlaceList = sharedList<SavedPlace>('saved_places', validElements(schema), {
  subject: PLACE_SUBJECT,
  keyOf: ({ id }) => id,
  put: (database, { id, name, kind, latitude, longitude, uncertainty_m, notes }, now) =>
    enqueue(database, operations.putSavedPlace, { params: { id }, body: { name, kind, latitude, longitude, uncertainty_m, notes } }, now),
  remove: (database, id, now) => enqueue(database, operations.deleteSavedPlace, { params: { id } }, now),
});

export function changeSavedPlaces(database: UserDatabase, change: (places: SavedPlace[]) => SavedPlace[]): Promise<void> {
  return changeList(database, savedPlaceList, change, Date.now());
}

/** By name. */
export async function savedPlaces(database: UserDatabase): Promise<SavedPlace[]> {
  return (await savedPlaceList.setting.read(database)).toSorted((one, other) => one.name.localeCompare(other.name));
}
