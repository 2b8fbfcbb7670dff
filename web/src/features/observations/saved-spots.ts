import type { UserDatabase } from '../../local/database';

/** A saved place as far as a tally needs it. */
export interface SavedSpot {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
  uncertainty_m: number | null;
}

/** The saved places of this device, by name. */
export async function savedSpots(database: UserDatabase): Promise<SavedSpot[]> {
  const row = await database.read(() => database.settings.get('saved_places'));
  const places = Array.isArray(row?.value) ? (row.value as SavedSpot[]) : [];
  return places.toSorted((one, other) => one.name.localeCompare(other.name));
}
