import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { deviceSetting, validElements } from '../device/device-setting';

export const PLACE_KINDS = ['home', 'garden', 'patch', 'hide', 'trap', 'other'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place the user returns to. Stored on this device only. */
export interface SavedPlace {
  id: string;
  name: string;
  kind: PlaceKind;
  /** WGS 84, degrees. */
  latitude: number;
  longitude: number;
  /** Radius in metres; null if unknown. */
  uncertainty_m: number | null;
  notes: string;
}

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

const setting = deviceSetting('saved_places', validElements(schema));
export const changeSavedPlaces = setting.update;

/** By name. */
export async function savedPlaces(database: UserDatabase): Promise<SavedPlace[]> {
  return (await setting.read(database)).toSorted((one, other) => one.name.localeCompare(other.name));
}
