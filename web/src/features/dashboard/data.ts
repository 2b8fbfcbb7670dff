import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { listDrafts } from '../../local/records/drafts';
import type { LocalDraft } from '../../local/db/rows';
import { runningTally, totalOf } from '../../local/records/tally';
import { currentSync } from '../../local/app/veld';
import { auth, currentDatabase, useUser } from '../accounts/data';
import { useOwnObservations, useSeenTaxonIds } from '../observations/data';
import { isOnBoard } from '../recording/data';
import { useToday } from '../species/data';
import { type BrowseFilter, type Taxon, useBrowse } from '../taxa/data';
import { figuresOfYear, likelyOf, timeOfDay, type TimeOfDay, weekStreak, withoutTicks } from './own-figures';

export { useBoardCount } from '../recording/data';
export type { LocalDraft, TimeOfDay };

/** The clock of the device: morning until noon, evening from six. */
export function useTimeOfDay(): TimeOfDay {
  return timeOfDay(new Date().getHours());
}

/** Own records without ticks, the last saved first, and what they add up to this year. Undefined while being read. */
export function useOwnYear() {
  const all = useOwnObservations();
  const today = useToday();
  return useMemo(() => {
    if (!all) return undefined;
    return { records: withoutTicks(all), year: figuresOfYear(all, today), weeks: weekStreak(all, today) };
  }, [all, today]);
}

/** What was begun and not saved, the last touched first; what lies on the board of photos is one thing of its own. */
export function useDrafts(): LocalDraft[] | undefined {
  const database = currentDatabase();
  return useLiveQuery(async () => (await listDrafts(database)).filter((draft) => !isOnBoard(draft)), [database]);
}

/** The tally that is going on: how many were counted, and since when. Null where there is none. */
export function useRunningTally(): { count: number; started_at: number } | null | undefined {
  const database = currentDatabase();
  return useLiveQuery(async () => {
    const tally = await runningTally.read(database);
    return tally && { count: totalOf(tally), started_at: tally.started_at };
  }, [database]);
}

export function useIsSending(): boolean {
  return useStore(currentSync().sender.store, (state) => state.state === 'sending');
}

/** Tries again at once instead of waiting for the next turn. */
export function sendNow(): void {
  void currentSync().sender.flushNow();
}

/** So many of the commonest are looked at. */
const POOL = 300;

/** Common species that the person has not recorded: of the country, or of everywhere for who has none. */
export function useLikely(): Taxon[] | undefined {
  const hasCountry = useUser().country_code !== null;
  const filter = useMemo<BrowseFilter>(() => ({ rank: 'species', limit: POOL, ...(hasCountry ? { copy: 'country' } : {}) }), [hasCountry]);
  const common = useBrowse(filter);
  const seen = useSeenTaxonIds();
  return useMemo(() => common && seen && likelyOf(common, seen), [common, seen]);
}

/** Points that came since they were last shown: shown for this visit, and noted as shown. */
export function useXpGain(): number {
  const { total_xp, total_xp_seen } = useUser();
  const [seenBefore] = useState(total_xp_seen);
  const hasUnseen = total_xp > total_xp_seen;
  useEffect(() => {
    // What could not be noted is shown again at the next visit.
    if (hasUnseen) void auth.change({ kind: 'xp', total_xp_seen: total_xp }).catch(() => undefined);
  }, [hasUnseen, total_xp]);
  return Math.max(0, total_xp - seenBefore);
}
