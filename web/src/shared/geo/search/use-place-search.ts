import { metresBetween } from '@veld/geometry';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { location } from '../../../device/location';
import { nearestFirst, type SavedPlace, savedPlaces } from '../../../local/changes/saved-places';
import { lastPlace } from '../../../local/device/last-place';
import type { FoundPlaces, FoundTown } from '../../../local/places/requests';
import { placesNamed } from '../../../local/places/words-at';
import { ownObservations } from '../../../local/records/observations';
import { currentDatabase, useLanguage, useUser } from '../../session/session';
import { listTypedReadings, useTypedPlace } from '../grids/use-typed-place';
import type { MapPoint } from '../map/map-view';
import type { PlaceReading } from '../parse-coordinates';

/** This many of the last records are searched for places. */
const RECORDS = 100;
const LIMIT = 6;
const SAVED_SHOWN = 5;
const RECENT_SHOWN = 3;
/** On the map, places nearer to each other than this are the same. */
const APART_M = 1000;

/** A place to choose: one the person knows, a town, or what pasted text means. */
export type PlaceOption = MapPoint & { key: string; uncertainty_m: number | null } & (
    | { kind: 'here' }
    | { kind: 'recent' }
    | { kind: 'saved'; name: string }
    | { kind: 'typed'; reading: PlaceReading }
    | { kind: 'town'; town: FoundTown }
  );

interface PlaceSearch {
  options: readonly PlaceOption[];
  /** Why there is nothing: nothing fits, the towns are not on the device, or the first search has to get ready. Null if there is something. */
  empty: 'none' | 'no_towns' | 'running' | null;
  /** The text for which the towns and saved places were found; null until the first are. */
  answered: string | null;
}

/** The places that a text may mean, saved and pasted ones first; without text, those that the person knows. */
export function usePlaceSearch(text: string, isActive: boolean): PlaceSearch {
  const typed = useDeferredValue(text.trim());
  const { known, saved, here } = useOwnPlaces();
  const answer = useTypedPlace(typed);
  const readings = useMemo(() => (answer.ok ? [answer] : listTypedReadings(answer)), [answer]);
  const found = useFound(typed, isActive, saved, here);
  const options = useMemo(() => {
    if (typed === '') return known;
    const own = (found?.own ?? []).flatMap((index) => (saved[index] ? [savedOption(saved[index])] : []));
    const towns = readings.length > 0 ? [] : (found?.towns ?? []).map(townOption);
    return [...readings.map(typedOption), ...own, ...towns].slice(0, LIMIT + readings.length);
  }, [typed, known, saved, readings, found]);
  const answered = typed === '' ? typed : (found?.text ?? null);
  if (typed === '' || options.length > 0) return { options, empty: null, answered };
  return { options, empty: found === null ? 'running' : found.hasTowns ? 'none' : 'no_towns', answered };
}

/** The places that the person has saved, has been at, or is at. */
function useOwnPlaces() {
  const database = currentDatabase();
  const fix = useStore(location.store, (now) => now.fix);
  const found = useLiveQuery(
    async () => ({
      saved: await savedPlaces(database),
      records: await ownObservations(database, { limit: RECORDS }),
      last: await lastPlace.read(database),
    }),
    [database],
  );
  return useMemo(() => {
    const here = fix ?? found?.last ?? null;
    return { saved: found?.saved ?? [], here, known: found ? knownPlaces({ ...found, here }) : [] };
  }, [found, fix]);
}

/** What the worker finds for a text; null until then, and what it found last while the person types on. */
function useFound(text: string, isActive: boolean, saved: readonly { name: string }[], near: MapPoint | null) {
  const language = useLanguage();
  const { country_code: country } = useUser();
  const [found, setFound] = useState<(FoundPlaces & { text: string }) | null>(null);
  useEffect(() => {
    if (!isActive) return;
    let isCurrent = true;
    const own = saved.map(({ name }) => name);
    void placesNamed({ text, language, country, near: near && pointOf(near), limit: LIMIT, own }).then(
      (next) => isCurrent && text !== '' && setFound({ ...(next ?? NOTHING), text }),
    );
    return () => {
      isCurrent = false;
    };
  }, [text, isActive, saved, near, language, country]);
  return text === '' ? null : found;
}

const NOTHING: FoundPlaces = { towns: [], hasTowns: false, own: [] };

const pointOf = ({ latitude, longitude }: MapPoint): MapPoint => ({ latitude, longitude });

interface Named extends MapPoint {
  id: string;
  name: string;
  uncertainty_m: number | null;
}

const savedOption = ({ id, name, uncertainty_m, ...at }: Named): PlaceOption => ({
  ...pointOf(at),
  kind: 'saved',
  key: id,
  name,
  uncertainty_m,
});

const typedOption = (reading: PlaceReading): PlaceOption => ({
  ...reading.coordinates,
  kind: 'typed',
  key: `${reading.coordinates.latitude} ${reading.coordinates.longitude} ${reading.system ?? ''}`,
  uncertainty_m: reading.coordinate_uncertainty_m,
  reading,
});

const townOption = (town: FoundTown): PlaceOption => ({
  ...pointOf(town),
  kind: 'town',
  key: `${town.latitude} ${town.longitude}`,
  uncertainty_m: town.radius_m,
  town,
});

/** A place that the person has been at or has saved. */
type KnownPlace = MapPoint & { key: string; uncertainty_m: number | null } & (
    | { kind: 'here' }
    | { kind: 'saved'; name: string }
    | { kind: 'recent' }
  );

interface Sources {
  /** The last known location of the device. */
  here: (MapPoint & { accuracy_m?: number }) | null;
  saved: readonly SavedPlace[];
  /** The person's records, the last saved first. */
  records: readonly {
    latitude?: number | null | undefined;
    longitude?: number | null | undefined;
    coordinate_uncertainty_m?: number | null | undefined;
  }[];
}

/** Where a map for choosing a place can go at once: the device, the nearest saved places, and where the last records were made. */
export function knownPlaces({ here, saved, records }: Sources): KnownPlace[] {
  const nearest = here ? nearestFirst(saved, here) : saved;
  const places: KnownPlace[] = [];
  if (here)
    places.push({ kind: 'here', key: 'here', latitude: here.latitude, longitude: here.longitude, uncertainty_m: here.accuracy_m ?? null });
  for (const { id, name, latitude, longitude, uncertainty_m } of nearest.slice(0, SAVED_SHOWN))
    places.push({ kind: 'saved', key: id, name, latitude, longitude, uncertainty_m });
  let recent = 0;
  for (const { latitude, longitude, coordinate_uncertainty_m = null } of records) {
    if (recent === RECENT_SHOWN) break;
    if (typeof latitude !== 'number' || typeof longitude !== 'number') continue;
    const point = { latitude, longitude };
    if (places.some((one) => metresBetween(one, point) < APART_M)) continue;
    places.push({ kind: 'recent', key: `${latitude} ${longitude}`, ...point, uncertainty_m: coordinate_uncertainty_m });
    recent++;
  }
  return places;
}
