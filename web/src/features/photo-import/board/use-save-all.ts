import { useCallback, useState } from 'react';
import type { UserDatabase } from '../../../local/db/database';
import { useUser } from '../../../shared/session/session';
import { saveAll, type SaveAllResult } from '../save-all';

/** Saves records of the board, with progress and result. `onSaved` must be stable. */
export function useSaveAll(database: UserDatabase, onSaved: () => void) {
  const user = useUser();
  const [saving, setSaving] = useState<{ done: number; total: number } | null>(null);
  const [saved, setSaved] = useState<SaveAllResult | null>(null);

  const save = useCallback(
    async (ids: readonly string[]) => {
      setSaved(null);
      setSaving({ done: 0, total: ids.length });
      const observer = { id: user.id, name: user.name, is_pro: user.is_pro };
      const result = await saveAll(database, ids, observer, (done) => setSaving({ done, total: ids.length }));
      onSaved();
      setSaved(result);
      setSaving(null);
    },
    [database, user.id, user.name, user.is_pro, onSaved],
  );

  const clearSaved = useCallback(() => setSaved(null), []);
  return { save, saving, saved, clearSaved };
}
