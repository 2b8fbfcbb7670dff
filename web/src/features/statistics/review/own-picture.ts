import { cropPixels } from '@veld/contract';
import { currentAddresses } from '../../../local/app/veld';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalMedia } from '../../../local/db/rows';
import { newerAddresses } from '../../../local/records/fresh-addresses';
import { ownObservationsById } from '../../../local/records/observations';
import { findPicture } from '../../../local/records/photos';
import { photosInOrder } from '../../../shared/media/photos-in-order';

/** The visible part of a picture. */
export interface CardPicture {
  image: ImageBitmap;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The first picture of the records that is on this device or can be fetched; null if there is none. */
export async function ownPicture(database: UserDatabase, recordIds: readonly string[], signal: AbortSignal): Promise<CardPicture | null> {
  for (const { media } of await ownObservationsById(database, recordIds)) {
    const photo = photosInOrder(media)[0];
    const picture = photo && ((await onDevice(database, photo)) ?? (await atServer(photo, signal)));
    signal.throwIfAborted();
    if (picture) return picture;
  }
  return null;
}

async function onDevice(database: UserDatabase, { id, crop }: LocalMedia): Promise<CardPicture | null> {
  const image = await decoded(await findPicture(database, id));
  if (!image) return null;
  const { width, height } = image;
  return { image, ...(crop ? cropPixels(crop, width, height) : { left: 0, top: 0, width, height }) };
}

/** The server's picture is cropped already; without a connection there is none. */
async function atServer(photo: LocalMedia, signal: AbortSignal): Promise<CardPicture | null> {
  const { store, request } = currentAddresses();
  const cancel = request(photo.id);
  await new Promise<void>((resolve) => {
    const end = store.subscribe(check);
    signal.addEventListener('abort', finish, { once: true });
    check();
    function check() {
      if (store.getState().settled.has(photo.id)) finish();
    }
    function finish() {
      end();
      resolve();
    }
  });
  cancel();
  const { urls } = newerAddresses(photo, store.getState().answers.get(photo.id));
  if (!urls) return null;
  const response = await fetch(urls[512], { signal }).catch(() => null);
  const image = await decoded(response?.ok ? await response.blob().catch(() => null) : null);
  return image && { image, left: 0, top: 0, width: image.width, height: image.height };
}

async function decoded(blob: Blob | null): Promise<ImageBitmap | null> {
  if (!blob || typeof createImageBitmap === 'undefined') return null;
  return createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => null);
}
