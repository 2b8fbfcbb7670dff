import { useLiveQuery } from 'dexie-react-hooks';
import { openUserDatabase, type UserDatabase } from '../../local/database';
import { newId } from '../../local/ids';
import { currentDatabase, useMaybeUser } from '../accounts/data';

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

/** As typed. */
export interface PlaceForm extends Omit<SavedPlace, 'latitude' | 'longitude' | 'uncertainty_m'> {
  latitude: string;
  longitude: string;
  uncertainty_m: string;
}

export type PlaceFault = 'name_missing' | 'name_long' | 'name_taken' | 'latitude' | 'longitude' | 'uncertainty' | 'notes_long';
export type PlaceFaults = Partial<Record<'name' | 'latitude' | 'longitude' | 'uncertainty_m' | 'notes', PlaceFault>>;

const KEY = 'saved_places';

/** By name; undefined while the device is asked. */
export function useSavedPlaces(): SavedPlace[] | undefined {
  const userId = useMaybeUser()?.id ?? null;
  return useLiveQuery(async () => (userId === null ? [] : readPlaces(openUserDatabase(userId))), [userId]);
}

async function readPlaces(database: UserDatabase): Promise<SavedPlace[]> {
  const row = await database.read(() => database.settings.get(KEY));
  const places = Array.isArray(row?.value) ? (row.value as SavedPlace[]) : [];
  return places.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Adds a place, or takes the place of the one with its id. Also brings back one that was deleted. */
export async function savePlace(place: SavedPlace, database = currentDatabase()): Promise<void> {
  await changePlaces(database, (places) => [...places.filter((one) => one.id !== place.id), place]);
}

export async function removePlace(id: string, database = currentDatabase()): Promise<void> {
  await changePlaces(database, (places) => places.filter((one) => one.id !== id));
}

/** Read and written in one transaction, so that two tabs lose nothing of each other. */
async function changePlaces(database: UserDatabase, change: (places: SavedPlace[]) => SavedPlace[]): Promise<void> {
  await database.write('settings', [database.settings], async () => {
    const row = await database.settings.get(KEY);
    const places = Array.isArray(row?.value) ? (row.value as SavedPlace[]) : [];
    await database.settings.put({ key: KEY, value: change(places) });
  });
}

export function newPlace(change: Partial<PlaceForm> = {}): PlaceForm {
  return { id: newId(), name: '', kind: 'garden', latitude: '', longitude: '', uncertainty_m: '', notes: '', ...change };
}

/** A number as people of any of our languages type it; null for everything else. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-').replace(/°$/, '');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Two coordinates in one text, as maps copy them: `52.1, 4.3`. */
export function pairOf(text: string): { latitude: string; longitude: string } | null {
  const [, latitude, longitude] = /^\s*([+-]?\d+(?:\.\d+)?)°?\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)°?\s*$/.exec(text) ?? [];
  return latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
}

const folded = (name: string) => name.trim().toLocaleLowerCase().normalize('NFC');

/** What is wrong with a form, by field; `others` are the places that are saved already. */
export function placeFaults(form: PlaceForm, others: readonly SavedPlace[]): PlaceFaults {
  const faults: PlaceFaults = {};
  if (form.name.trim() === '') faults.name = 'name_missing';
  else if (form.name.trim().length > 80) faults.name = 'name_long';
  else if (others.some((one) => one.id !== form.id && folded(one.name) === folded(form.name))) faults.name = 'name_taken';
  if (!isWithin(form.latitude, -90, 90)) faults.latitude = 'latitude';
  if (!isWithin(form.longitude, -180, 180)) faults.longitude = 'longitude';
  if (form.uncertainty_m.trim() !== '' && !isWithin(form.uncertainty_m, 0, 100_000)) faults.uncertainty_m = 'uncertainty';
  if (form.notes.length > 2000) faults.notes = 'notes_long';
  return faults;
}

function isWithin(text: string, least: number, most: number): boolean {
  const value = numberOf(text);
  return value !== null && value >= least && value <= most;
}

/** The place of a form without faults. */
export function placeOf(form: PlaceForm): SavedPlace {
  return {
    id: form.id,
    name: form.name.trim(),
    kind: form.kind,
    latitude: numberOf(form.latitude)!,
    longitude: numberOf(form.longitude)!,
    uncertainty_m: form.uncertainty_m.trim() === '' ? null : numberOf(form.uncertainty_m),
    notes: form.notes.trim(),
  };
}

interface Point {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_M = 6_371_009;

/** Along the surface of a sphere; right to half a percent. */
export function metresBetween(one: Point, other: Point): number {
  const radians = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const across = Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians) * half(other.longitude - one.longitude);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half(other.latitude - one.latitude) + across)));
}
