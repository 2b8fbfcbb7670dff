import { useEffect, useState } from 'react';
import { listVersionNotes, type ReplyOf } from '@veld/contract';
import { api, askVersion, database } from '../../local/app/veld';
import { storedAnswer } from '../../local/app/version-check';

export type UpdateNeed =
  | { state: 'checking' | 'current' | 'unknown' }
  | { state: 'required'; url: string | null }
  | { state: 'recommended'; url: string | null; version: string };

/** Whether this version has to be updated, or could be: the server's answer, or the last one it gave. */
export function useUpdateNeed(found: { url?: string | null } | null): UpdateNeed {
  const [need, setNeed] = useState<UpdateNeed>(found ? { state: 'required', url: found.url ?? null } : { state: 'checking' });
  useEffect(() => {
    if (found) return;
    void askForUpdate().then(setNeed);
  }, [found]);
  return need;
}

async function askForUpdate(): Promise<UpdateNeed> {
  const answer = await askVersion(__APP_VERSION__)
    .catch(() => storedAnswer(database, __APP_VERSION__))
    .catch(() => undefined);
  if (!answer) return { state: 'unknown' };
  const { update_required, update_url: url, recommended_version: version } = answer;
  if (update_required) return { state: 'required', url };
  return version ? { state: 'recommended', url, version } : { state: 'current' };
}

export type VersionNotes = ReplyOf<typeof listVersionNotes>;

/** What is new in the versions after this one; null while it is not known, as without a connection. */
export function useVersionNotes(): VersionNotes | null {
  const [notes, setNotes] = useState<VersionNotes | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    api.call(listVersionNotes, { query: { since: __APP_VERSION__.slice(0, 40) } }, { token: null, signal: stop.signal }).then(
      setNotes,
      // The screen says what it can without them.
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return notes;
}
