import { useLiveQuery } from 'dexie-react-hooks';
import { runningTally, type Tally } from '../../local/records/tally';
import { currentDatabase } from '../../shared/session/session';

/** The running tally, for screens that link to it. Null when there is none, undefined while it is read. */
export function useRunningTally(): Tally | null | undefined {
  const database = currentDatabase();
  return useLiveQuery(() => runningTally.read(database), [database]);
}
