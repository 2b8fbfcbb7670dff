import { useCallback, useEffect, useRef, useState } from 'react';
import { removeDraftPhoto } from '../../../local/records/drafts';
import { currentDatabase } from '../../../shared/session/session';
import type { FormPhoto } from '../form-values';
import { changed, moved, putBack } from './photo-list';
import type { ObserveForm } from '../use-observe-form';

/** How long removing a photo can be undone. */
const UNDO_MS = 10_000;

export interface RemovedPhoto {
  photo: FormPhoto;
  /** Position in the list, from 0. */
  at: number;
}

/** The photos of the open form and those removed within the last ten seconds. */
export function usePhotoList({ change, values }: Pick<ObserveForm, 'change' | 'values'>) {
  const database = currentDatabase();
  const { media } = values;
  const [removed, setRemoved] = useState<RemovedPhoto[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const deletePhoto = useCallback(
    (id: string) => {
      timers.current.delete(id);
      // If this fails, the photo is deleted when the record is saved or the draft discarded.
      removeDraftPhoto(database, id).catch((error: unknown) => console.error('Photo', error));
    },
    [database],
  );

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const [id, timer] of running) {
        clearTimeout(timer);
        deletePhoto(id);
      }
    };
  }, [deletePhoto]);

  const remove = (id: string) => {
    const at = media.findIndex((photo) => photo.id === id);
    const photo = media[at];
    if (!photo || timers.current.has(id)) return;
    change((now) => ({ media: now.media.filter((one) => one.id !== id) }));
    setRemoved((list) => [...list, { photo, at }]);
    const end = () => {
      deletePhoto(id);
      setRemoved((list) => list.filter((one) => one.photo.id !== id));
    };
    timers.current.set(id, setTimeout(end, UNDO_MS));
  };

  const undo = ({ photo, at }: RemovedPhoto) => {
    clearTimeout(timers.current.get(photo.id));
    timers.current.delete(photo.id);
    setRemoved((list) => list.filter((one) => one.photo.id !== photo.id));
    change((now) => ({ media: putBack(now.media, photo, at) }));
  };

  return {
    media,
    removed,
    remove,
    undo,
    move: (id: string, to: number) => change((now) => ({ media: moved(now.media, id, to) })),
    edit: (id: string, patch: Partial<Pick<FormPhoto, 'caption' | 'license' | 'crop'>>) =>
      change((now) => ({ media: changed(now.media, id, patch) })),
  };
}

export type PhotoList = ReturnType<typeof usePhotoList>;
