import { getObservation, type Media } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { photosNotHere } from '../../../local/records/photos';
import { api } from '../../../local/app/veld';
import { currentDatabase } from '../../../shared/session/session';

type Urls = NonNullable<Media['urls']>;

/**
 * URLs of the uncropped pictures of the record being edited, by photo id, for pictures that are not on this device. Stored URLs
 * expire after an hour or two, so new ones are fetched; offline, the browser may still have the old ones cached.
 */
export function useWholePictures(recordId: string | null): ReadonlyMap<string, Urls> {
  const database = currentDatabase();
  const stored = useLiveQuery(() => (recordId ? photosNotHere(database, recordId) : []), [database, recordId]) ?? [];
  const [fresh, setFresh] = useState<readonly Media[] | null>(null);
  const isMissing = stored.length > 0;
  useEffect(() => {
    if (!recordId || !isMissing) return;
    const leaving = new AbortController();
    api.call(getObservation, { params: { id: recordId } }, { signal: leaving.signal }).then(
      ({ data }) => setFresh(data.media),
      // Offline or unmounted: the old URLs stay.
      () => undefined,
    );
    return () => leaving.abort();
  }, [recordId, isMissing]);
  return new Map(
    (fresh ?? stored).flatMap(({ id, crop, urls, whole_urls }) => {
      const whole = crop ? whole_urls : urls;
      return whole ? [[id, whole] as const] : [];
    }),
  );
}
