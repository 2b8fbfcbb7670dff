import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { firstRows, keepFirstRows } from '../../../local/records/lists/first-rows';
import { currentDatabase } from '../../../shared/session/session';
import type { OwnSpecies } from '../data';
import { isHeading, type SpeciesLine } from './order';

/** More than a large screen shows. */
const FIRST = 40;
/** Rows that change sooner are not kept. */
const SETTLED_MS = 1000;

export interface ShownRows {
  lines: readonly SpeciesLine[];
  own: ReadonlyMap<number, OwnSpecies>;
  /** How many species of the whole list were seen; null where that says nothing. */
  share: { seen: number; total: number } | null;
}

/**
 * The rows of a list, and until they are counted those that it began with the last time. `list` identifies what is shown; null for what
 * is not worth keeping. Undefined while loading for the first time.
 */
export function useFirstRows(list: string | null, counted: ShownRows | undefined): ShownRows | undefined {
  const database = currentDatabase();
  const isWaiting = counted === undefined && list !== null;
  const kept = useLiveQuery(async () => (isWaiting ? await firstRows(database, list) : undefined), [database, list, isWaiting]);
  useEffect(() => {
    if (list === null || !counted) return;
    const timer = setTimeout(() => {
      // Without space on the device, the next visit waits for the rows.
      keepFirstRows(database, list, beginningOf(counted)).catch(() => undefined);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [database, list, counted]);
  const before = kept as ShownRows | undefined;
  return counted ?? (before && before.lines.length > 0 ? before : undefined);
}

function beginningOf({ lines, own, share }: ShownRows): ShownRows {
  const first = lines.slice(0, FIRST);
  const ids = first.flatMap((line) => (isHeading(line) ? [] : [line.id]));
  return { lines: first, share, own: new Map(ids.flatMap((id) => (own.has(id) ? [[id, own.get(id)!] as const] : []))) };
}
