import { deletePlacePhoto, putPlacePhoto } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { call, type PayloadOf, readPayload } from '../outbox/operation';
import { listCalls, type PendingChange } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the ids of the place and the photo. */
const PLACE_PHOTO_SUBJECT = 'place_photo:';

interface Params {
  params: { id: string; photo: string };
}
const subject = ({ params: { id, photo } }: Params) => `${PLACE_PHOTO_SUBJECT}${id} ${photo}`;

export const operations = {
  putPlacePhoto: call(putPlacePhoto, { label: 'place_photo', subject }),
  deletePlacePhoto: call(deletePlacePhoto, { label: 'place_photo_deletion', subject, mayBeGone: true }),
};

export type PlacePhotoDraft = NonNullable<PayloadOf<typeof putPlacePhoto>['body']>;

/** Adds a photo to a public place of the user. Resolves with its id once it is stored on the device; the outbox sends it. */
export async function addPlacePhoto(database: UserDatabase, placeId: string, body: PlacePhotoDraft, now = Date.now()): Promise<string> {
  const photo = newId();
  await enqueue(database, operations.putPlacePhoto, { params: { id: placeId, photo }, body }, now);
  await afterEnqueue(database);
  return photo;
}

/** Removes a photo from a public place of the user. Resolves once that is stored on the device. */
export async function removePlacePhoto(database: UserDatabase, placeId: string, photo: string, now = Date.now()): Promise<void> {
  await enqueue(database, operations.deletePlacePhoto, { params: { id: placeId, photo } }, now);
  await afterEnqueue(database);
}

/** A photo that the server may not have yet, or may still have; `draft` is null for one that was removed. */
export interface PlacePhotoChange extends PendingChange {
  id: string;
  draft: PlacePhotoDraft | null;
}

/** What the server accepted since a time of the photos of a place, then what is unsent, in order. */
export async function placePhotoChanges(database: UserDatabase, placeId: string, since: number): Promise<PlacePhotoChange[]> {
  const calls = await listCalls(database, `${PLACE_PHOTO_SUBJECT}${placeId} `, since);
  return calls.flatMap((one): PlacePhotoChange[] => {
    const put = readPayload(one, operations.putPlacePhoto);
    const payload = put ?? readPayload(one, operations.deletePlacePhoto);
    return payload?.params ? [{ id: payload.params.photo, draft: put?.body ?? null, at: one.at, state: one.state }] : [];
  });
}
