import { Button, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPhoto } from '@tabler/icons-react';
import type { PublicObservation } from '@veld/contract';
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GroupPanel } from '../../ui/GroupIcon';
import { Photo } from '../../ui/Photo';
import { useUser } from '../../shared/session/session';
import { useFailureText } from '../../shared/session/LoadFailure';
import { photosInOrder } from '../../shared/media/photos-in-order';
import { formatRecordName, useRecordTranslation } from '../../shared/records/record-labels';
import { OwnPhoto } from '../../shared/records/photos/OwnPhoto';
import { useOneRecord } from '../observations/page/one-record';
import { useNamedRecord } from '../../shared/taxa/names';
import classes from './PhotoStrip.module.css';

/** A photo from the server or the device. */
type Media = ComponentProps<typeof OwnPhoto>['photo'] & { order: number; caption?: string | null | undefined };

interface Props {
  record: PublicObservation;
  sizes: string;
  isFirst?: boolean;
}

/** How many photos a record has, of which a list has the first only. */
export function countPhotos(record: PublicObservation & { photo_count?: number }): number {
  return Math.max(record.photo_count ?? 0, record.media.length);
}

/**
 * The photos of a record side by side, to swipe, scroll or step through; each leads to the record. The list has only the first photo:
 * the others are loaded once somebody wants to see them. Fills its parent, so that nothing moves when they arrive.
 */
export function PhotoStrip({ record: given, sizes, isFirst = false }: Props) {
  const record = useNamedRecord(given);
  const t = useRecordTranslation();
  const strip = useRef<HTMLUListElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [at, setAt] = useState(0);
  const found = useOneRecord(isWanted ? record.id : null);
  const isOwn = useUser().id === record.user.id;
  const listed = photosInOrder(record.media);
  const others =
    'record' in found ? photosInOrder<readonly Media[]>(found.record.media).filter(({ id }) => listed.every((one) => one.id !== id)) : [];
  const photos: readonly Media[] = [...listed, ...others];
  const total = Math.max(countPhotos(given), photos.length);
  const name = formatRecordName(record, t);
  const want = () => setWanted(true);
  const go = (to: number) => {
    want();
    const { current } = strip;
    if (current && to >= 0 && to < total) current.scrollTo({ left: to * current.clientWidth });
  };
  const onScroll = () => {
    want();
    const { current } = strip;
    if (current && current.clientWidth > 0) setAt(Math.round(current.scrollLeft / current.clientWidth));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    go(at + by);
  };
  const panel = <GroupPanel group={record.taxon?.group ?? 'other'} name={record.taxon?.scientific_name} size={40} fill />;

  return (
    <div className={classes.strip} onPointerEnter={want} onTouchStart={want} onFocus={want}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of a list that scrolls */}
      <ul
        ref={strip}
        className={classes.photos}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
        tabIndex={0}
        aria-label={t('observations:record.photos', { count: total })}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: total }, (_, index) => {
          const photo = photos[index];
          const alt = photo?.caption || t('observations:photo.alt', { name, number: index + 1, total });
          return (
            <li key={index}>
              {photo ? (
                // For the keyboard, the name below is the link.
                <Link className={classes.link} to={`/observations/${record.id}`} tabIndex={-1} draggable={false}>
                  {isOwn && (index > 0 || !photo.urls) ? (
                    <OwnPhoto photo={photo} alt={alt} sizes={sizes} fallback={panel} isFirst={isFirst && index === 0} />
                  ) : (
                    <Photo photo={photo} alt={alt} sizes={sizes} fallback={panel} isFirst={isFirst && index === 0} />
                  )}
                </Link>
              ) : (
                found.state === 'unreachable' && <NotLoaded error={found.error} onRetry={found.retry} />
              )}
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className={classes.previous}
        tabIndex={-1}
        aria-label={t('observations:photo.previous')}
        aria-disabled={at === 0}
        onClick={() => go(at - 1)}
      >
        <IconChevronLeft size={24} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.next}
        tabIndex={-1}
        aria-label={t('observations:photo.next')}
        aria-disabled={at === total - 1}
        onClick={() => go(at + 1)}
      >
        <IconChevronRight size={24} aria-hidden />
      </button>
      <span className={classes.position}>
        <IconPhoto size={15} aria-hidden />
        <span aria-hidden>{`${at + 1}/${total}`}</span>
        <VisuallyHidden aria-live="polite">{t('observations:photo.position', { number: at + 1, total })}</VisuallyHidden>
      </span>
    </div>
  );
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['feed', 'common']);
  const textOf = useFailureText();
  return (
    <div className={classes.failure}>
      <p>
        {t('photos_failed')} {textOf(error)}
      </p>
      <Button variant="default" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </div>
  );
}
