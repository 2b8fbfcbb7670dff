import type { LocalJourney } from '../../../local/db/rows';
import type { Tally } from '../../../local/records/tally';
import { useRunningTally } from '../../recording/data';

/** What the running tally counted on a journey, which becomes records only when the tally is saved. */
export function useCounted(journey: Pick<LocalJourney, 'started_at' | 'ended_at'>) {
  return countedOn(useRunningTally() ?? null, journey);
}

export function countedOn(tally: Tally | null, { started_at, ended_at }: Pick<LocalJourney, 'started_at' | 'ended_at'>) {
  const [from, to] = [Date.parse(started_at), ended_at === null ? Infinity : Date.parse(ended_at)];
  return (tally?.entries ?? [])
    .filter(({ taps }) => taps.some(({ at }) => at >= from && at <= to))
    .map(({ taxon }) => ({ taxon_id: taxon.id, taxon }));
}
