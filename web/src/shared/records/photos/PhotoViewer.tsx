import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFocusBack } from '../../../ui/steady-focus';
import classes from './PhotoViewer.module.css';
import { useRecordTranslation } from '../record-labels';
import { wantsStill } from '../../../ui/motion';

export interface ViewedPhoto {
  id: string;
  picture: ReactNode;
  /** Caption and licence. */
  text: ReactNode;
}

const REST_MS = 120;

interface Props {
  photos: readonly ViewedPhoto[];
  at: number;
  title: string;
  onGo: (at: number) => void;
  onClose: () => void;
}

/** The photos in full screen, in a strip with scroll snapping, moved by swiping, arrow keys and buttons. */
export default function PhotoViewer({ photos, at, title, onGo, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation();
  const strip = useRef<HTMLUListElement>(null);
  const shown = Math.min(at, photos.length - 1);
  // The last position scrolled to by code, to distinguish it from scrolling by the user.
  const scrolledTo = useRef(-1);
  const bring = (place: number, behavior: ScrollBehavior) => {
    const list = strip.current;
    if (!list || scrolledTo.current === place) return;
    scrolledTo.current = place;
    list.scrollTo({ left: place * list.clientWidth * (isFromRight(list) ? -1 : 1), behavior });
  };
  useEffect(() => bring(shown, scrolledTo.current === -1 || wantsStill() ? 'instant' : 'smooth'));

  const go = (by: number) => onGo((shown + by + photos.length) % photos.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (photos.length < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'ArrowRight') go(1);
    else return;
    event.preventDefault();
  };
  // Not every browser has the event `scrollend`.
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const onRest = () => {
    const list = strip.current;
    if (!list || list.clientWidth === 0) return;
    const place = Math.round(Math.abs(list.scrollLeft) / list.clientWidth);
    scrolledTo.current = place;
    if (place !== shown) onGo(Math.min(Math.max(place, 0), photos.length - 1));
  };
  const onScroll = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(onRest, REST_MS);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={title}
      closeButtonProps={{ 'aria-label': t('observations:photo.close_large') }}
      classNames={{ content: classes.content!, header: classes.header!, body: classes.body! }}
      onKeyDown={onKeyDown}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard too */}
      <ul ref={strip} className={classes.strip} tabIndex={0} aria-label={title} onScroll={onScroll}>
        {photos.map((photo, index) => (
          <li key={photo.id} className={classes.slide} aria-hidden={index !== shown}>
            <div className={classes.picture}>{photo.picture}</div>
            {photo.text && <div className={classes.words}>{photo.text}</div>}
          </li>
        ))}
      </ul>
      {photos.length > 1 && (
        <>
          <button type="button" className={classes.previous} aria-label={t('observations:photo.previous')} onClick={() => go(-1)}>
            <IconChevronLeft size={28} aria-hidden />
          </button>
          <button type="button" className={classes.next} aria-label={t('observations:photo.next')} onClick={() => go(1)}>
            <IconChevronRight size={28} aria-hidden />
          </button>
        </>
      )}
    </Modal>
  );
}

function isFromRight(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}
