import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { draftPhotos } from '../../../local/records/drafts';
import type { LocalPhoto } from '../../../local/db/rows';
import { currentDatabase } from '../../../shared/session/session';
import type { FormPatch, FormPhoto, FormValues } from '../form-values';
import { metadataPatch } from './photo-values';

/**
 * The metadata of the photos in the open form, which decides the date and place of a new record. `startMedia`: the photos with which the
 * form was opened, whose metadata is in its values already.
 */
export function usePhotoSources(draftId: string, recordId: string | null, startMedia: readonly FormPhoto[]) {
  const database = currentDatabase();
  const rows = useLiveQuery(() => draftPhotos(database, draftId), [database, draftId]);
  // Keeps the metadata of removed photos, which can be put back.
  const known = useRef(new Map<string, LocalPhoto>());
  /** Ids of the photos whose metadata the form has. */
  const decided = useRef(startMedia.map(({ id }) => id));
  useEffect(() => {
    for (const photo of rows ?? []) known.current.set(photo.id, photo);
  }, [rows]);

  const remember = useCallback((photo: LocalPhoto) => void known.current.set(photo.id, photo), []);

  /** What changes with the photos of a new record, once their metadata is known. A record that exists keeps its date and place. */
  const patchFor = useCallback(
    (values: FormValues, media: readonly FormPhoto[]): FormPatch => {
      const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => known.current.get(id) ?? []);
      const [before, ids] = [decided.current, media.map(({ id }) => id)];
      const isSame = ids.length === before.length && ids.every((id) => before.includes(id));
      if (isSame || recordId !== null || rowsOf(ids).length < ids.length) return {};
      decided.current = ids;
      return metadataPatch(values, rowsOf(before), rowsOf(ids));
    },
    [recordId],
  );

  const photos = useMemo(() => new Map((rows ?? []).map((photo) => [photo.id, photo])), [rows]);
  return { photos, remember, patchFor };
}
