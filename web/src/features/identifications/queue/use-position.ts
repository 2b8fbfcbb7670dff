import type { WaitingRecord } from '@veld/contract';
import { useState } from 'react';
import type { Handled } from './data';

const NONE: ReadonlySet<string> = new Set();

/** Where the user is in a list of records: at the first one that is neither identified nor skipped, or where they went back to. */
export function usePosition(records: readonly WaitingRecord[], { identified, skipped }: Handled) {
  const [chosen, setChosen] = useState<string | null>(null);
  // The device may take a moment until it lists what was done.
  const [done, setDone] = useState(NONE);
  const isOpen = ({ id }: WaitingRecord) => !identified.has(id) && !skipped.has(id) && !done.has(id);
  const back = records.findIndex(({ id }) => id === chosen);
  const at = back >= 0 ? back : records.findIndex(isOpen);
  const before = records[at < 0 ? records.length - 1 : at - 1];
  return {
    /** The index of the current record; -1 at the end. */
    at,
    current: records[at] ?? null,
    next: records.slice(at + 1).find(isOpen) ?? null,
    openCount: records.filter(isOpen).length,
    goOn: (id: string) => {
      setDone((all) => new Set([...all, id]));
      setChosen(null);
    },
    goBack: before && (() => setChosen(before.id)),
    /** Shows a record again after what was done with it was undone. */
    reopen: (id: string) => {
      setDone((all) => new Set([...all].filter((one) => one !== id)));
      setChosen(id);
    },
  };
}
