import { useLiveQuery } from 'dexie-react-hooks';
import type { LocalJourney } from '../../../local/db/rows';
import { currentJourney } from '../../../local/records/journeys/current';
import { isOpen, ownJourney, recordsOfJourney } from '../../../local/records/journeys/journeys';
import { currentDatabase } from '../../accounts/data';
import { foundSpeciesId } from '../../observations/own';
import { useRunningTally } from '../../recording/use-running-tally';

/** The journey that runs on this device or waits for its review; null for none, undefined while it is read. */
export function useOpenJourney(): LocalJourney | null | undefined {
  const database = currentDatabase();
  // Two queries: a live query observes only what it reads before it waits.
  const id = useLiveQuery(async () => (await currentJourney.read(database))?.id ?? null, [database]);
  const journey = useLiveQuery(async () => (id ? ((await ownJourney(database, id)) ?? null) : null), [database, id]);
  if (id === undefined || journey === undefined) return undefined;
  return journey && isOpen(journey) ? journey : null;
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
