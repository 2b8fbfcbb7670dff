import { MAX_VERTICES_IN_ALL, vertexCount } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { changeSavedPlaces, type SavedPlace, savedPlaces } from '../../local/changes/saved-places';
import { currentDatabase, useMaybeUser } from '../../shared/session/session';
import { closeWhatCannotBeOpen } from './open/open-place';

/** Of a place, as in the contract. */
export const MAX_UNCERTAINTY_M = 100_000;

/** As typed. */
export interface PlaceForm extends Omit<SavedPlace, 'latitude' | 'longitude' | 'uncertainty_m'> {
  latitude: string;
  longitude: string;
  uncertainty_m: string;
}

export type PlaceFault =
  | 'name_missing'
  | 'name_long'
  | 'name_taken'
  | 'latitude'
  | 'longitude'
  | 'uncertainty'
  | 'notes_long'
  | 'shapes_full';
export type PlaceFaults = Partial<Record<'name' | 'latitude' | 'longitude' | 'uncertainty_m' | 'notes' | 'geometry', PlaceFault>>;

/** Saved places by name; undefined while loading. */
export function useSavedPlaces(): SavedPlace[] | undefined {
  const userId = useMaybeUser()?.id ?? null;
  return useLiveQuery(async () => (userId === null ? [] : savedPlaces(openUserDatabase(userId))), [userId]);
}

/** Adds a place or replaces the one with the same id. Also restores a deleted place. */
export async function savePlace(place: SavedPlace, database = currentDatabase()): Promise<void> {
  await changeSavedPlaces(database, (places) => [...places.filter((one) => one.id !== place.id), place]);
}

/** Replaces places that are there. */
export async function savePlaces(changed: readonly SavedPlace[], database = currentDatabase()): Promise<void> {
  const byId = new Map(changed.map((place) => [place.id, place]));
  await changeSavedPlaces(database, (places) => places.map((place) => byId.get(place.id) ?? place));
}

export async function removePlace(id: string, database = currentDatabase()): Promise<void> {
  await changeSavedPlaces(database, (places) => places.filter((one) => one.id !== id));
}

export function newPlace(change: Partial<PlaceForm> = {}): PlaceForm {
  return { id: newId(), name: '', kind: 'garden', latitude: '', longitude: '', uncertainty_m: '', notes: '', ...change };
}

/** Parses a number with a decimal point or comma; null if invalid. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-').replace(/°$/, '');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Parses two coordinates copied from a map: `52.1, 4.3`. */
export function parseCoordinatePair(text: string): { latitude: string; longitude: string } | null {
  const [, latitude, longitude] = /^\s*([+-]?\d+(?:\.\d+)?)°?\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)°?\s*$/.exec(text) ?? [];
  return latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
}

/** Equal for names that people take for the same. */
export const folded = (name: string): string => name.trim().toLocaleLowerCase().normalize('NFC');

/** Validation errors of a form by field; `others`: the existing places. */
export function placeFaults(form: PlaceForm, others: readonly SavedPlace[]): PlaceFaults {
  const faults: PlaceFaults = {};
  if (form.name.trim() === '') faults.name = 'name_missing';
  else if (form.name.trim().length > 80) faults.name = 'name_long';
  else if (others.some((one) => one.id !== form.id && folded(one.name) === folded(form.name))) faults.name = 'name_taken';
  if (!isWithin(form.latitude, -90, 90)) faults.latitude = 'latitude';
  if (!isWithin(form.longitude, -180, 180)) faults.longitude = 'longitude';
  if (form.uncertainty_m.trim() !== '' && !isWithin(form.uncertainty_m, 0, MAX_UNCERTAINTY_M)) faults.uncertainty_m = 'uncertainty';
  if (form.notes.length > 2000) faults.notes = 'notes_long';
  const all = [...others.filter(({ id }) => id !== form.id), form];
  if (form.geometry && countVertices(all) > MAX_VERTICES_IN_ALL) faults.geometry = 'shapes_full';
  return faults;
}

/** The vertices of all shapes together. */
export function countVertices(places: readonly Pick<SavedPlace, 'geometry'>[]): number {
  return places.reduce((sum, { geometry }) => sum + (geometry ? vertexCount(geometry) : 0), 0);
}

function isWithin(text: string, least: number, max: number): boolean {
  const value = parseNumber(text);
  return value !== null && value >= least && value <= max;
}

/** The place of a valid form. */
export function readPlaceForm(form: PlaceForm): SavedPlace {
  return closeWhatCannotBeOpen({
    // With fields of a newer version of the app.
    ...form,
    name: form.name.trim(),
    latitude: parseNumber(form.latitude)!,
    longitude: parseNumber(form.longitude)!,
    uncertainty_m: form.uncertainty_m.trim() === '' ? null : parseNumber(form.uncertainty_m),
    notes: form.notes.trim(),
  });
}

/** The form of a saved place. */
export function fillPlaceForm(place: SavedPlace): PlaceForm {
  const { latitude, longitude, uncertainty_m } = place;
  return {
    ...place,
    latitude: String(latitude),
    longitude: String(longitude),
    uncertainty_m: uncertainty_m === null ? '' : String(uncertainty_m),
  };
}
