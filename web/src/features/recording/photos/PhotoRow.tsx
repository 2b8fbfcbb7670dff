import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DragArea } from '../../../ui/DragArea';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import type { ObserveForm } from '../use-observe-form';
import classes from './PhotoRow.module.css';
import { PhotoTile } from './PhotoTile';
import { RemovedPhotos } from './RemovedPhotos';
import { usePhotoList } from './use-photo-list';
import { usePhotoOrder } from './use-photo-order';
import { useWholePictures } from './whole-pictures';

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
        isFirst={at === 0}
        fit={at === 0 ? 'contain' : 'cover'}
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
