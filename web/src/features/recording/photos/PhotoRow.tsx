import { useDraggable, useDroppable } from '@dnd-kit/react';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconX } from '@tabler/icons-react';
import { getObservation, type Media } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../local/app/veld';
import { photosNotHere } from '../../../local/records/photos';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { currentDatabase } from '../../../shared/session/session';
import { DragArea } from '../../../ui/DragArea';
import type { FormPhoto } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import { type PhotoList, usePhotoList } from './use-photo-list';
import classes from './PhotoRow.module.css';

const PhotoEditor = lazy(() => import('./PhotoEditor'));

/** The photos of the form in their order: a tap opens one, a drag or Alt with an arrow moves it, and one taken out can come back. */
export function PhotoRow({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('recording');
  const list = usePhotoList(form);
  const { media } = list;
  const { row, announcement, moveTo, moveOnto, onKeyDown } = usePhotoOrder(list);
  const wholes = useWholePictures(form.recordId);
  const [editing, setEditing] = useState<string | null>(null);
  const pictureOf = (id: string) => {
    const at = media.findIndex((photo) => photo.id === id);
    const photo = media[at];
    if (!photo) return null;
    return (
      <OwnPhoto
        photo={{ ...photo, urls: photo.crop ? null : (wholes.get(id) ?? null), whole_urls: wholes.get(id) }}
        alt={t('evidence.photo', { number: at + 1 })}
        isFirst={false}
        fit="cover"
      />
    );
  };
  return (
    <>
      <DragArea renderDragged={pictureOf} onDrop={moveOnto}>
        {media.length > 0 && (
          <ul ref={row} className={classes.photos}>
            {media.map((photo, index) => (
              <PhotoTile
                key={photo.id}
                photo={photo}
                number={index + 1}
                isOnly={media.length === 1}
                picture={pictureOf(photo.id)}
                onOpen={() => setEditing(photo.id)}
                onRemove={() => list.remove(photo.id)}
                onKeyDown={(event) => onKeyDown(event, photo.id, index)}
              />
            ))}
          </ul>
        )}
      </DragArea>
      {media.length > 1 && (
        <>
          <p className={classes.orderHint}>{t('photo.order_hint')}</p>
          <p className={classes.touchHint}>{t('photo.order_hint_touch')}</p>
        </>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <RemovedPhotos list={list} />
      {editing !== null && (
        <Suspense fallback={null}>
          <PhotoEditor
            form={form}
            list={list}
            id={editing}
            whole={wholes.get(editing)?.[1600] ?? null}
            onMove={moveTo}
            onShow={setEditing}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface Props {
  photo: FormPhoto;
  /** From 1. */
  number: number;
  isOnly: boolean;
  picture: ReactNode;
  onOpen: () => void;
  onRemove: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A photo of the form, which a tap opens. It can be dragged, and others can be dropped on it. */
function PhotoTile({ photo, number, isOnly, picture, onOpen, onRemove, onKeyDown }: Props) {
  const { t } = useTranslation('recording');
  const element = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { isDragging } = useDraggable({ id: photo.id, element, handle, disabled: isOnly });
  const { isDropTarget } = useDroppable({ id: photo.id, element });
  return (
    <li
      ref={element}
      className={classes.photo}
      data-id={photo.id}
      data-dragged={isDragging || undefined}
      data-target={(isDropTarget && !isDragging) || undefined}
    >
      <button
        ref={handle}
        type="button"
        className={classes.open}
        aria-label={[t('photo.edit', { number }), photo.caption].filter(Boolean).join(': ')}
        aria-keyshortcuts={isOnly ? undefined : 'Alt+ArrowLeft Alt+ArrowRight'}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        {picture}
        <span className={classes.editMark}>
          <IconPencil size={18} aria-hidden />
        </span>
      </button>
      <button type="button" className={classes.remove} aria-label={t('evidence.remove', { number })} onClick={onRemove}>
        <IconX size={20} aria-hidden />
      </button>
    </li>
  );
}

/** The photos that were just taken out; each can come back. */
function RemovedPhotos({ list: { removed, undo } }: { list: PhotoList }) {
  const { t } = useTranslation(['recording', 'common']);
  return removed.map((one) => (
    <div key={one.photo.id} className={classes.removed} role="status">
      <span>{t('photo.removed')}</span>
      <Button
        variant="subtle"
        leftSection={<IconArrowBackUp size={20} aria-hidden />}
        aria-label={t('photo.put_back')}
        onClick={() => undo(one)}
      >
        {t('common:action.undo')}
      </Button>
    </div>
  ));
}

/** Moving the photos of the form within their list. `row` goes on the list, whose items have the ids of their photos in `data-id`. */
function usePhotoOrder({ media, move }: PhotoList) {
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

type Urls = NonNullable<Media['urls']>;

/**
 * URLs of the uncropped pictures of the record being edited, by photo id, for pictures that are not on this device. Stored URLs
 * expire after an hour or two, so new ones are fetched; offline, the browser may still have the old ones cached.
 */
function useWholePictures(recordId: string | null): ReadonlyMap<string, Urls> {
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
