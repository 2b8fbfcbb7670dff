import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDragOrder } from './use-drag-order';
import type { ObserveForm } from '../use-observe-form';
import { usePhotoList } from './use-photo-list';
import { useWholePictures } from './whole-pictures';
import { OwnPhoto } from '../../observations/photos/OwnPhoto';
import classes from './PhotoRow.module.css';

const PhotoEditor = lazy(() => import('./PhotoEditor'));

/** The photos of the form in their order: a tap opens one, a drag or Alt with an arrow moves it, and one taken out can come back. */
export function PhotoRow({ form }: { form: ObserveForm }) {
  const { t } = useTranslation(['recording', 'common']);
  const list = usePhotoList(form);
  const { media } = list;
  const wholes = useWholePictures(form.recordId);
  const [editing, setEditing] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const row = useRef<HTMLUListElement>(null);
  const toFocus = useRef<string | null>(null);

  const move = (id: string, to: number) => {
    const place = Math.min(Math.max(to, 0), media.length - 1);
    if (media[place]?.id === id) return;
    list.move(id, place);
    setTold(t('photo.moved', { number: place + 1, total: media.length }));
  };
  const { drag, props } = useDragOrder((id, onto) =>
    move(
      id,
      media.findIndex((photo) => photo.id === onto),
    ),
  );
  // A photo that moves among the others loses the keyboard on the way.
  useEffect(() => {
    if (toFocus.current === null) return;
    row.current?.querySelector<HTMLElement>(`[data-id="${toFocus.current}"] > button`)?.focus();
    toFocus.current = null;
  }, [media]);

  const onKeyDown = (event: KeyboardEvent, id: string, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    // Would else go back a page.
    event.preventDefault();
    toFocus.current = id;
    move(id, event.key === 'ArrowLeft' ? at - 1 : at + 1);
  };
  return (
    <>
      {media.length > 0 && (
        <ul ref={row} className={classes.photos} data-dragging={drag !== null || undefined} {...props}>
          {media.map((photo, index) => {
            const number = index + 1;
            return (
              <li
                key={photo.id}
                className={classes.photo}
                data-id={photo.id}
                data-dragged={drag?.id === photo.id || undefined}
                data-target={drag?.over === photo.id || undefined}
              >
                <button
                  type="button"
                  className={classes.open}
                  aria-label={[t('photo.edit', { number }), photo.caption].filter(Boolean).join(': ')}
                  aria-keyshortcuts={media.length > 1 ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
                  onClick={() => setEditing(photo.id)}
                  onKeyDown={(event) => onKeyDown(event, photo.id, index)}
                >
                  <OwnPhoto
                    photo={{ ...photo, urls: photo.crop ? null : (wholes.get(photo.id) ?? null), whole_urls: wholes.get(photo.id) }}
                    alt={t('evidence.photo', { number })}
                    isFirst={index === 0}
                    fit={index === 0 ? 'contain' : 'cover'}
                  />
                  <span className={classes.editMark}>
                    <IconPencil size={18} aria-hidden />
                  </span>
                </button>
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={t('evidence.remove', { number })}
                  onClick={() => list.remove(photo.id)}
                >
                  <IconX size={20} aria-hidden />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {media.length > 1 && <p className={classes.orderHint}>{t('photo.order_hint')}</p>}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {list.removed.map((one) => (
        <div key={one.photo.id} className={classes.removed} role="status">
          <span>{t('photo.removed')}</span>
          <Button
            variant="subtle"
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            aria-label={t('photo.put_back')}
            onClick={() => list.undo(one)}
          >
            {t('common:action.undo')}
          </Button>
        </div>
      ))}
      {editing !== null && (
        <Suspense fallback={null}>
          <PhotoEditor
            form={form}
            list={list}
            id={editing}
            whole={wholes.get(editing)?.[1600] ?? null}
            onMove={move}
            onShow={setEditing}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  );
}
