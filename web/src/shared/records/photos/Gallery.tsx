import { IconChevronLeft, IconChevronRight, IconMaximize } from '@tabler/icons-react';
import type { TaxonGroup } from '@veld/contract';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photosInOrder } from '../../media/photos-in-order';
import { GroupPanel } from '../../../ui/GroupIcon';
import { Photo } from '../../../ui/Photo';
import { type AnyObservation, describePhotoFailure, isOwn, licenseName } from '../record-labels';
import classes from './Gallery.module.css';
import { OwnPhoto } from './OwnPhoto';

const PhotoViewer = lazy(() => import('./PhotoViewer'));

/** The `sizes` of the large photo. */
export const LARGE_SIZES = '(min-width: 64em) 680px, 100vw';

/** The photos of a record: one large, the others by tap or arrow key, with a full-screen view. */
export function Gallery({ record, name, group }: { record: AnyObservation; name: string; group: TaxonGroup }) {
  const { t } = useTranslation(['observations', 'common']);
  const [at, setAt] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const photos = photosInOrder(record.media);
  const own = isOwn(record);
  const shown = Math.min(at, photos.length - 1);
  const photo = photos[shown];
  const panel = <GroupPanel group={group} name={record.taxon?.scientific_name} size={40} fill />;
  if (!photo) return <GroupPanel group={group} name={record.taxon?.scientific_name} size={64} />;

  const go = (by: number) => setAt((shown + by + photos.length) % photos.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isLarge) return;
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };
  const altOf = (one: (typeof photos)[number]) =>
    one.caption || t('photo.alt', { name, number: photos.indexOf(one) + 1, total: photos.length });
  const picture = (one: (typeof photos)[number], props: { alt: string; sizes: string; fit: 'contain' | 'cover'; isFirst: boolean }) =>
    own ? (
      <OwnPhoto key={one.id} photo={one} fallback={panel} {...props} />
    ) : (
      <Photo key={one.id} photo={one} fallback={panel} {...props} />
    );

  return (
    <div className={classes.gallery} onKeyDown={onKeyDown}>
      <div className={classes.large}>
        <button type="button" className={classes.enlarge} aria-label={t('photo.enlarge')} onClick={() => setLarge(true)}>
          {picture(photo, { alt: altOf(photo), sizes: LARGE_SIZES, fit: 'contain', isFirst: true })}
          <span className={classes.enlargeMark}>
            <IconMaximize size={18} aria-hidden />
          </span>
        </button>
        {photos.length > 1 && (
          <>
            <button type="button" className={classes.previous} aria-label={t('photo.previous')} onClick={() => go(-1)}>
              <IconChevronLeft size={28} aria-hidden />
            </button>
            <button type="button" className={classes.next} aria-label={t('photo.next')} onClick={() => go(1)}>
              <IconChevronRight size={28} aria-hidden />
            </button>
          </>
        )}
      </div>
      <PhotoText caption={photo.caption} license={photo.license ?? record.license} />
      {own && photo.failed && <p className={classes.caption}>{describePhotoFailure(photo.failed, t)}</p>}
      {!photo.urls && !own && <p className={classes.caption}>{t('photo.not_uploaded')}</p>}
      {photos.length > 1 && (
        <ul className={classes.thumbs}>
          {photos.map((one, index) => (
            <li key={one.id}>
              <button
                type="button"
                className={classes.thumb}
                aria-label={t('photo.show', { number: index + 1 })}
                aria-pressed={index === shown}
                onClick={() => setAt(index)}
              >
                {picture(one, { alt: '', sizes: '72px', fit: 'cover', isFirst: true })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isLarge && (
        <Suspense fallback={null}>
          <PhotoViewer
            photos={photos.map((one) => ({
              id: one.id,
              picture: picture(one, { alt: altOf(one), sizes: '100vw', fit: 'contain', isFirst: one === photo }),
              text: <PhotoText caption={one.caption} license={one.license ?? record.license} />,
            }))}
            at={shown}
            title={photos.length > 1 ? t('photo.position', { number: shown + 1, total: photos.length }) : name}
            onGo={setAt}
            onClose={() => setLarge(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Caption and licence of a photo. */
function PhotoText({ caption, license }: { caption: string | null | undefined; license: string | null | undefined }): ReactNode {
  const { t } = useTranslation('observations');
  if (!caption && !license) return null;
  return (
    <>
      {caption && (
        <p dir="auto" className={classes.caption}>
          {caption}
        </p>
      )}
      {license && <p className={classes.photoLicense}>{t('photo.license', { license: licenseName(license) })}</p>}
    </>
  );
}
