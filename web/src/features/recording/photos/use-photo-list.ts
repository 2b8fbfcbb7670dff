import { type Crop, normalCrop } from '@veld/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { removeDraftPhoto } from '../../../local/records/drafts';
import { currentDatabase } from '../../../shared/session/session';
import type { FormPhoto } from '../form-values';
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

/** Moves a photo to another position, clamped to the ends. */
export function moved(media: readonly FormPhoto[], id: string, to: number): FormPhoto[] {
  const photo = media.find((one) => one.id === id);
  if (!photo) return [...media];
  const others = media.filter((one) => one.id !== id);
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, photo);
}

export function changed(media: readonly FormPhoto[], id: string, patch: Partial<FormPhoto>): FormPhoto[] {
  return media.map((photo) => (photo.id === id ? { ...photo, ...patch } : photo));
}

/** Puts a removed photo back at its position, unless it is in the list already. */
export function putBack(media: readonly FormPhoto[], photo: FormPhoto, at: number): FormPhoto[] {
  if (media.some((one) => one.id === photo.id)) return [...media];
  return media.toSpliced(Math.min(at, media.length), 0, photo);
}

/** The largest square within a crop, around its centre. */
export function squareIn(crop: Crop | null | undefined, width: number, height: number): Crop | null {
  const from = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const side = Math.min(from.width * width, from.height * height);
  const [across, down] = [side / width, side / height];
  return normalCrop({
    x: from.x + (from.width - across) / 2,
    y: from.y + (from.height - down) / 2,
    width: across,
    height: down,
  });
}

/** Whether a crop is square, within the precision of crops. */
export function isSquare(crop: Crop | null | undefined, width: number, height: number): boolean {
  const { width: across, height: down } = crop ?? { width: 1, height: 1 };
  return Math.abs(across * width - down * height) <= Math.max(width, height) * 0.0002;
}
