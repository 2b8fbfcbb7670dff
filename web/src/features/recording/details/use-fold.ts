import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { z } from 'zod/mini';
import { deviceSetting } from '../../../local/device/device-setting';
import { currentDatabase } from '../../../shared/session/session';

/** The folded parts of the form for records that the person left open on this device, and those open at first that they closed. */
const unfoldedFields = deviceSetting('unfolded_fields', z.catch(z.record(z.string(), z.boolean()), {}));

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
