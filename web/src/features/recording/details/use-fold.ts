import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { unfoldedFields } from '../../../local/device/unfolded-fields';
import { currentDatabase } from '../../../shared/session/session';

/** Whether a folded part of the form is open, as the person left it on this device; with `isForced`, open at first. */
export function useFold(name: string, { isInitial, isForced = false }: { isInitial: boolean; isForced?: boolean }) {
  const database = currentDatabase();
  const kept = useLiveQuery(() => unfoldedFields.read(database), [database])?.[name];
  const [now, setNow] = useState<boolean | null>(isForced ? true : null);
  const isOpen = now ?? kept ?? isInitial;
  const setOpen = (next: boolean) => {
    if (next === isOpen) return;
    setNow(next);
    unfoldedFields
      .update(database, (before) => ({ ...before, [name]: next }))
      // The part opens all the same.
      .catch((error: unknown) => console.error('Unfolded fields', error));
  };
  return [isOpen, setOpen] as const;
}
