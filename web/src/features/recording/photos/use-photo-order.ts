import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoList } from './use-photo-list';

/** Moving the photos of the form within their list. `row` goes on the list, whose items have the ids of their photos in `data-id`. */
export function usePhotoOrder({ media, move }: PhotoList) {
  const { t } = useTranslation('recording');
  const [announcement, announce] = useState('');
  const row = useRef<HTMLUListElement>(null);
  const toFocus = useRef<string | null>(null);

  const moveTo = (id: string, to: number) => {
    const place = Math.min(Math.max(to, 0), media.length - 1);
    if (media[place]?.id === id) return;
    move(id, place);
    announce(t('photo.moved', { number: place + 1, total: media.length }));
  };
  // A photo that moves among the others loses the keyboard on the way.
  useEffect(() => {
    if (toFocus.current === null) return;
    row.current?.querySelector<HTMLElement>(`[data-id="${toFocus.current}"] > button`)?.focus();
    toFocus.current = null;
  }, [media]);
  return {
    row,
    /** For screen readers: where the photo that was moved is now. */
    announcement,
    moveTo,
    moveOnto: (id: string, onto: string) =>
      moveTo(
        id,
        media.findIndex((photo) => photo.id === onto),
      ),
    /** Alt with an arrow moves the photo at `at`. */
    onKeyDown(event: KeyboardEvent, id: string, at: number) {
      if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      // Would else go back a page.
      event.preventDefault();
      toFocus.current = id;
      moveTo(id, event.key === 'ArrowLeft' ? at - 1 : at + 1);
    },
  };
}
