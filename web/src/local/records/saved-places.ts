import type { UserDatabase } from '../db/database';

export const PLACE_KINDS = ['home', 'garden', 'patch', 'hide', 'trap', 'other'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place to which a person comes back. Kept on this device only. */
export interface SavedPlace {
  id: string;
  name: string;
  kind: PlaceKind;
  /** WGS 84 degrees. */
  latitude: number;
  longitude: number;
  /** How far the true spot may be from the point, in metres; null where nobody said. */
  uncertainty_m: number | null;
  notes: string;
}

const KEY = 'saved_places';

/** By name. */
export async function savedPlaces(database: UserDatabase): Promise<SavedPlace[]> {
  const row = await database.read(() => database.settings.get(KEY));
  return placesIn(row?.value).toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Read and written in one transaction, so that two tabs lose nothing of each other. */
export async function changeSavedPlaces(database: UserDatabase, change: (places: SavedPlace[]) => SavedPlace[]): Promise<void> {
  await database.write('settings', [database.settings], async () => {
    const row = await database.settings.get(KEY);
    await database.settings.put({ key: KEY, value: change(placesIn(row?.value)) });
  });
}

function placesIn(value: unknown): SavedPlace[] {
  return Array.isArray(value) ? (value as SavedPlace[]) : [];
}
