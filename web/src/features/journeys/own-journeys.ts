import type { JourneyContent, TrackPoint } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { LocalJourney } from '../../local/db/rows';
import { newId } from '../../local/db/ids';
import {
  addJourney,
  deleteJourney,
  ownJourney,
  ownJourneys,
  recordsOfJourney,
  recordsOfJourneys,
  saveJourney,
} from '../../local/records/journeys/journeys';
import { moveToJourney } from '../../local/records/journeys/move-records';
import { pointsAfter, readTrack } from '../../local/records/journeys/point-log';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { currentDatabase } from '../../shared/session/session';
import type { LocalObservation } from '../../shared/records/own';
import { formatSortKey } from './page/species-rows';

export type { LocalJourney };

/** What the history of the browser says of a journey whose review was saved just now: its page is the end card. */
export const JUST_SAVED = 'just_saved';

/** The journeys of the user, the last started first; undefined while loading. */
export function useOwnJourneys(): LocalJourney[] | undefined {
  const database = currentDatabase();
  return useThrottledQuery(() => ownJourneys(database), [database]);
}

/** A journey of the user; undefined while loading, null if it is not on this device. */
export function useOwnJourney(id: string): LocalJourney | null | undefined {
  const database = currentDatabase();
  return useLiveQuery(async () => (await ownJourney(database, id)) ?? null, [database, id]);
}

/** All points of a journey on this device, those that are trimmed away included; undefined while loading. */
export function useTrack(id: string): TrackPoint[] | undefined {
  const database = currentDatabase();
  return useThrottledQuery(() => readTrack(database, id), [database, id]);
}

/** The records of all journeys; undefined while loading. */
export function useRecordsOfJourneys(): LocalObservation[] | undefined {
  const database = currentDatabase();
  return useThrottledQuery(() => recordsOfJourneys(database), [database]);
}

/** The records of a journey in order of time; undefined while loading. */
export function useRecordsOfJourney(id: string): LocalObservation[] | undefined {
  const database = currentDatabase();
  const records = useThrottledQuery(() => recordsOfJourney(database, id), [database, id]);
  return useMemo(() => records?.toSorted((one, other) => formatSortKey(one).localeCompare(formatSortKey(other))), [records]);
}

export function changeJourney(id: string, change: Partial<JourneyContent>): Promise<void> {
  return saveJourney(currentDatabase(), id, change, Date.now());
}

export function removeJourney(id: string): Promise<void> {
  return deleteJourney(currentDatabase(), id, Date.now());
}

/** Stores a journey that did not run on this device, with its points. Resolves with its id. */
export async function createJourney(content: JourneyContent, points: readonly TrackPoint[]): Promise<string> {
  const id = newId();
  await addJourney(currentDatabase(), id, content, points, Date.now());
  return id;
}

/** Makes records part of a journey, or of none. */
export function assignJourney(records: readonly string[], journeyId: string | null): Promise<void> {
  return moveToJourney(currentDatabase(), records, journeyId);
}

/** All points of a journey on this device. */
export function readOwnTrack(id: string): Promise<TrackPoint[]> {
  return readTrack(currentDatabase(), id);
}

/** The records of a journey. */
export function recordsIn(id: string): Promise<LocalObservation[]> {
  return recordsOfJourney(currentDatabase(), id);
}

/** The first point of a journey on this device. */
export async function readFirstPoint(id: string): Promise<TrackPoint | undefined> {
  return (await pointsAfter(currentDatabase(), id, -1, 1))[0];
}
