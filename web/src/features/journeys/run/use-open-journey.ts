import { useLiveQuery } from 'dexie-react-hooks';
import { useStore } from 'zustand';
import type { LocalJourney } from '../../../local/db/rows';
import { recordsOfJourney } from '../../../local/records/journeys/journeys';
import { currentDatabase } from '../../../shared/session/session';
import { foundSpeciesId } from '../../../shared/records/own';
import { useRunningTally } from '../../recording/data';
import { opened } from './open-journey';

/** The journey that runs on this device or waits for its review; null for none, undefined while it is read. */
export function useOpenJourney(): LocalJourney | null | undefined {
  const { journey, error } = useStore(opened);
  if (error !== undefined) throw error;
  return journey;
}

/** How many species were found on a journey, those of the running tally included. */
export function useJourneySpecies(journey: Pick<LocalJourney, 'id' | 'started_at'>): number {
  const database = currentDatabase();
  const records = useLiveQuery(() => recordsOfJourney(database, journey.id), [database, journey.id]);
  const tally = useRunningTally();
  const found = (records ?? []).flatMap((record) => foundSpeciesId(record) ?? []);
  const counted = tally && tally.started_at >= Date.parse(journey.started_at) ? tally.entries : [];
  return new Set([...found, ...counted.filter(({ taps }) => taps.length > 0).map(({ taxon }) => taxon.id)]).size;
}
