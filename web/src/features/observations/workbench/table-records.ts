import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useThrottledQuery } from '../../../device/use-throttled-query';
import { newestRecords } from '../../../local/records/newest';
import { ownObservations } from '../../../local/records/observations';
import { currentDatabase } from '../../../shared/session/session';
import { type LocalObservation, withoutTicks } from '../../../shared/records/own';

/** As many as are seen at first, and some to scroll to meanwhile. */
const FIRST = 100;

/**
 * The user's records without ticks. Of a large number, the newest come first, with how many there are; `total` is null once all are
 * read. Undefined while loading.
 */
export function useTableRecords(): { records: readonly LocalObservation[]; total: number | null } | undefined {
  const database = currentDatabase();
  const newest = useLiveQuery(() => newestRecords(database, FIRST), [database]);
  // Reading all would hold up the first ones.
  const isReading = newest !== undefined;
  const all = useThrottledQuery(() => (isReading ? ownObservations(database) : undefined), [database, isReading]);
  return useMemo(() => {
    if (all) return { records: withoutTicks(all), total: null };
    return newest ?? undefined;
  }, [all, newest]);
}
