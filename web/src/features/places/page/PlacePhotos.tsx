import { ActionIcon, Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { type License, LICENSES, MAX_PLACE_PHOTOS, type PlacePhoto, type PublicPlacePage } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addPlacePhoto, placePhotoChanges, removePlacePhoto } from '../../../local/changes/place-photos';
import { dropRefused, mergeChanges } from '../../../local/outbox/pending-changes';
import { licenseName } from '../../../shared/records/record-labels';
import { SyncMark } from '../../../shared/records/RecordCards';
import { currentDatabase, notifier, useUser } from '../../../shared/session/session';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { FileButton } from '../../../ui/fields/FileButton';
import { Photo } from '../../../ui/Photo';
import { drawPlacePhoto, pictureAddress } from './draw-photo';
import classes from './PlacePhotos.module.css';

const PhotoViewer = lazy(() => import('../../../shared/records/photos/PhotoViewer'));

const MAX_CAPTION = 200;

interface Props {
  place: PublicPlacePage;
  /** When the server sent it, in milliseconds. */
  sentAt: number;
}

/** The photos of a place, and for its person the way to add one. Nothing where there are none. */
export function PlacePhotos({ place, sentAt }: Props) {
  const { t } = useTranslation('places');
  const [at, setAt] = useState<number | null>(null);
  const photos = useShownPhotos(place, sentAt);
  if (photos.length === 0 && !place.is_own) return null;
  const shown = at === null ? null : photos[Math.min(at, photos.length - 1)];
  return (
    <section className={classes.photos} aria-label={t('photos.title')}>
      {photos.length > 0 && (
        <ul className={classes.strip}>
          {photos.map((photo, index) => (
            <li key={photo.id} className={classes.one}>
              <button
                type="button"
                className={classes.open}
                aria-label={t('photos.open', { number: index + 1, total: photos.length })}
                onClick={() => setAt(index)}
              >
                <img src={photo.url} alt={photo.caption} loading="lazy" />
              </button>
              {photo.isWaiting && (
                <span className={classes.waiting}>
                  <SyncMark state="waiting" />
                </span>
              )}
              {place.is_own && <RemoveButton placeId={place.id} photoId={photo.id} number={index + 1} />}
            </li>
          ))}
        </ul>
      )}
      {place.is_own && photos.length < MAX_PLACE_PHOTOS && <AddPhoto placeId={place.id} />}
      {at !== null && shown && (
        <Suspense fallback={null}>
          <PhotoViewer
            photos={photos.map((photo, index) => ({
              id: photo.id,
              picture: (
                <Photo
                  photo={{ urls: { 128: photo.url, 512: photo.url, 1600: photo.large_url } }}
                  alt={photo.caption}
                  sizes="100vw"
                  fit="contain"
                  isFirst={index === at}
                />
              ),
              text: <Credit photo={photo} />,
            }))}
            at={at}
            title={place.name}
            onGo={setAt}
            onClose={() => setAt(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

type ShownPhoto = Pick<PlacePhoto, 'id' | 'url' | 'large_url' | 'caption' | 'license' | 'creator'> & { isWaiting: boolean };

/** What the server sent, with what was added and removed here since. */
function useShownPhotos({ id, photos, is_own }: PublicPlacePage, sentAt: number): ShownPhoto[] {
  const changes = useLiveQuery(async () => (is_own ? placePhotoChanges(currentDatabase(), id, sentAt) : []), [id, is_own, sentAt]);
  const sent = photos.map((photo) => ({ ...photo, isWaiting: false }));
  return mergeChanges<ShownPhoto, NonNullable<typeof changes>[number]>(
    sent,
    dropRefused(changes ?? []),
    (before, { id: photoId, draft, state }) => {
      if (!draft) return undefined;
      const address = pictureAddress(draft.picture);
      const { caption, license } = draft;
      return before ?? { id: photoId, url: address, large_url: address, caption, license, creator: null, isWaiting: state !== 'sent' };
    },
  );
}

function Credit({ photo: { caption, license, creator } }: { photo: ShownPhoto }) {
  return (
    <>
      {caption && (
        <p dir="auto" className={classes.caption}>
          {caption}
        </p>
      )}
      {(creator ?? license) && <p className={classes.credit}>{[creator, license && licenseName(license)].filter(Boolean).join(' · ')}</p>}
    </>
  );
}

function AddPhoto({ placeId }: { placeId: string }) {
  const { t } = useTranslation(['places', 'observations', 'common']);
  const { preferences } = useUser();
  const preferred = preferences.photo_license ?? preferences.license;
  const [picture, setPicture] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const [caption, setCaption] = useState('');
  const [license, setLicense] = useState<License | null>(preferred);
  const choose = async (file: File) => {
    setReading(true);
    setUnreadable(false);
    try {
      setPicture(await drawPlacePhoto(file));
    } catch {
      setUnreadable(true);
    }
    setReading(false);
  };
  const close = () => {
    setPicture(null);
    setCaption('');
  };
  const save = (drawn: string) => {
    addPlacePhoto(currentDatabase(), placeId, { picture: drawn, caption: caption.trim(), license }).then(close, (error: unknown) =>
      notifier.show('negative', t('photos.not_saved'), { cause: error }),
    );
  };
  return (
    <>
      <FileButton
        label={t('photos.add')}
        accept="image/jpeg,image/png,image/webp"
        isReading={isReading}
        icon={<IconPhotoPlus size={20} aria-hidden />}
        onFile={(file) => void choose(file)}
      />
      {isUnreadable && (
        <p className={classes.failed} role="alert">
          {t('photos.unreadable')}
        </p>
      )}
      {picture && (
        <Modal opened onClose={close} title={t('photos.add')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
          <img className={classes.chosen} src={pictureAddress(picture)} alt="" />
          <div className={classes.form}>
            <TextInput
              label={t('photos.caption')}
              maxLength={MAX_CAPTION}
              value={caption}
              onChange={(event) => setCaption(event.currentTarget.value)}
            />
            <NativeSelect
              label={t('observations:field.license')}
              value={license ?? ''}
              data={[
                { value: '', label: t('observations:license.none') },
                ...LICENSES.map((one) => ({ value: one, label: licenseName(one) })),
              ]}
              onChange={(event) => setLicense(LICENSES.find((one) => one === event.currentTarget.value) ?? null)}
            />
          </div>
          <DialogActions>
            <Button variant="default" onClick={close}>
              {t('common:action.cancel')}
            </Button>
            <Button onClick={() => save(picture)}>{t('photos.save')}</Button>
          </DialogActions>
        </Modal>
      )}
    </>
  );
}

function RemoveButton({ placeId, photoId, number }: { placeId: string; photoId: string; number: number }) {
  const { t } = useTranslation(['places', 'common']);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const remove = () => {
    removePlacePhoto(currentDatabase(), placeId, photoId).then(close, (error: unknown) =>
      notifier.show('negative', t('photos.not_saved'), { cause: error }),
    );
  };
  return (
    <>
      <ActionIcon
        className={classes.remove}
        variant="default"
        size="lg"
        aria-label={t('photos.remove', { number })}
        title={t('photos.remove', { number })}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
      {isAsking && (
        <Modal opened onClose={close} title={t('photos.remove', { number })} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
          <DialogText>{t('photos.remove_text')}</DialogText>
          <DialogActions>
            <Button variant="default" onClick={close} data-autofocus>
              {t('common:action.cancel')}
            </Button>
            <Button color="brick" onClick={remove}>
              {t('photos.remove_confirm')}
            </Button>
          </DialogActions>
        </Modal>
      )}
    </>
  );
}
