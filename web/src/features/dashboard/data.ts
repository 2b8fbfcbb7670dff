import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { latestFirst } from '../../local/records/lists/latest-first';
import { listDrafts } from '../../local/records/drafts';
import type { LocalDraft } from '../../local/db/rows';
import { currentSync } from '../../local/app/veld';
import { auth, currentDatabase, useUser } from '../../shared/session/session';
import { useOwnFacts } from '../../shared/records/own';
import { isOnBoard } from '../recording/data';
// Not from the data modules, which need much more: the first script must stay small.
import { filterRecords } from '../../shared/records/filter-records';
import { useSpeciesCount, useToday } from '../species/data';
import { timeOfDay, type TimeOfDay, weekStreak } from './own-figures';

export { useBoardCount } from '../recording/data';
export type { LocalDraft, TimeOfDay };

/** By the device's clock: morning until noon, evening from six. */
export function useTimeOfDay(): TimeOfDay {
  return timeOfDay(new Date().getHours());
}

/** The facts of the user's records without ticks, the latest observation first, and this year's figures. Undefined while loading. */
export function useOwnYear() {
  const all = useOwnFacts();
  const today = useToday();
  const species = useSpeciesCount(all, 'this_year');
  return useMemo(() => {
    if (!all) return undefined;
    const records = latestFirst(all.filter(({ tick }) => tick === 0));
    const ofYear = filterRecords(records, { period: 'this_year', since: null }, today).length;
    return { records, year: { records: ofYear, species }, streak: weekStreak(all, today) };
  }, [all, species, today]);
}

/** Drafts, the last changed first, without those on the photo board. */
export function useDrafts(): LocalDraft[] | undefined {
  const database = currentDatabase();
  return useLiveQuery(async () => (await listDrafts(database)).filter((draft) => !isOnBoard(draft)), [database]);
}

export function useIsSending(): boolean {
  return useStore(currentSync().sender.store, (state) => state.state === 'sending');
}

/** Retries at once instead of waiting for the next attempt. */
export function sendNow(): void {
  void currentSync().sender.flushNow();
}

/** Points gained since they were last shown. Marks them as shown. */
export function useXpGain(): number {
  const { total_xp, total_xp_seen } = useUser();
  const [seenBefore] = useState(total_xp_seen);
  const hasUnseen = total_xp > total_xp_seen;
  useEffect(() => {
    // After a failure, they are shown again at the next visit.
    if (hasUnseen) void auth.change({ kind: 'xp', total_xp_seen: total_xp }).catch(() => undefined);
  }, [hasUnseen, total_xp]);
  return Math.max(0, total_xp - seenBefore);
}
