import { type DeclaredMedia, MAX_MEDIA_BYTES, MAX_MEDIA_PIXELS, MEDIA_TYPES, normalCrop } from '@veld/contract';
import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import { newId, hashSha256 } from '../db/ids';
import { type LocalMedia, type LocalPhoto, NO_FACTS, type PhotoFacts } from '../db/rows';

/** A photo that cannot be added; thrown when it is picked. */
export class PhotoRefused extends Error {
  override readonly name = 'PhotoRefused';
  readonly reason: 'empty' | 'cut_off' | 'too_large' | 'too_many_pixels' | 'type' | 'unreadable';
  constructor(reason: PhotoRefused['reason'], cause?: unknown) {
    super(`Photo refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** What the device read from a picked file. Width and height are those of the upright picture. */
export interface PickedFacts {
  type: string;
  width: number;
  height: number;
  preview?: Blob | null;
  thumbhash?: string | null;
  facts?: PhotoFacts;
}

/** Copies the bytes of a picked file unchanged, so that moving or changing the file later has no effect. */
export async function newPhoto(file: Blob, picked: PickedFacts, now = Date.now()): Promise<LocalPhoto> {
  if (file.size === 0) throw new PhotoRefused('empty');
  if (file.size > MAX_MEDIA_BYTES) throw new PhotoRefused('too_large');
  if (picked.width * picked.height > MAX_MEDIA_PIXELS) throw new PhotoRefused('too_many_pixels');
  const type = MEDIA_TYPES.find((one) => one === picked.type);
  if (!type) throw new PhotoRefused('type');
  const bytes = await file.arrayBuffer().catch((error: unknown) => {
    throw new PhotoRefused('unreadable', error);
  });
  return {
    id: newId(),
    observation_id: null,
    draft_id: null,
    blob: new Blob([bytes], { type }),
    preview: picked.preview ?? null,
    sha256: await hashSha256(bytes),
    type,
    byte_length: bytes.byteLength,
    width: picked.width,
    height: picked.height,
    thumbhash: picked.thumbhash ?? null,
    facts: picked.facts ?? NO_FACTS,
    created_at: now,
    acknowledged_at: null,
  };
}

/** The photo as a record declares it. Without a crop here, the photo keeps the one it has (`DeclaredMedia`). */
export function declare(
  photo: Pick<LocalPhoto, 'id' | 'sha256' | 'type' | 'width' | 'height'>,
  order: number,
  labels: Pick<DeclaredMedia, 'caption' | 'license' | 'crop'> = {},
): DeclaredMedia {
  const { id, sha256, type, width, height } = photo;
  const crop = labels.crop === undefined ? {} : { crop: normalCrop(labels.crop) };
  return { id, sha256, type, width, height, caption: labels.caption ?? null, license: labels.license ?? null, order, ...crop };
}

export async function listPhotos(database: UserDatabase, observationId: string): Promise<LocalPhoto[]> {
  return database.read(() => database.photos.where('observation_id').equals(observationId).toArray());
}

/** In the order of the ids, without those that are not on this device. */
export async function photosById(database: UserDatabase, ids: readonly string[]): Promise<LocalPhoto[]> {
  const photos = await database.read(() => database.photos.bulkGet([...ids]));
  return photos.filter((photo) => photo !== undefined);
}

/** Reads keys only, not the picture. */
export async function hasPhoto(database: UserDatabase, id: string): Promise<boolean> {
  return (await database.read(() => database.photos.where('id').equals(id).count())) > 0;
}

/** The photos that a record declares and this device does not have. */
export async function photosNotHere(database: UserDatabase, observationId: string): Promise<LocalMedia[]> {
  return database.read(async () => {
    const declared = (await database.observations.get(observationId))?.media ?? [];
    const here = new Set(await database.photos.where('observation_id').equals(observationId).primaryKeys());
    return declared.filter((photo) => !here.has(photo.id));
  });
}

/** For each of the hashes, the id of a record of the user that has the picture. */
export async function recordsByPictureHash(database: UserDatabase, hashes: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (hashes.size === 0) return found;
  await database.read(() =>
    database.observations
      .where('[deleted+saved_at]')
      .between([0, Dexie.minKey], [0, Dexie.maxKey])
      .each(({ id, media }) => {
        // Damaged row.
        if (!Array.isArray(media)) return;
        for (const photo of media) if (hashes.has(photo?.sha256)) found.set(photo.sha256, id);
      }),
  );
  return found;
}

/** A picture that browsers can show, or null if only the server has it. */
export async function findPicture(database: UserDatabase, photoId: string): Promise<Blob | null> {
  const photo = await database.read(() => database.photos.get(photoId));
  return photo ? (photo.preview ?? photo.blob) : null;
}

/** How long bytes stay on the device after the server acknowledged them. */
export const KEEP_ACKNOWLEDGED_MS = 30 * 24 * 60 * 60_000;

/** Deletes photos that the server acknowledged 30 days ago. Unsent photos are never deleted. */
export async function deleteOldPhotos(database: UserDatabase, now: number): Promise<void> {
  const { photos, acknowledged } = database;
  await database.write('server_copy', [photos, acknowledged], async () => {
    await photos
      .where('acknowledged_at')
      .below(now - KEEP_ACKNOWLEDGED_MS)
      .delete();
    await acknowledged
      .where('acknowledged_at')
      .below(now - KEEP_ACKNOWLEDGED_MS)
      .delete();
  });
}

/** Inside a transaction. Puts the whole row, because Dexie's `update` clones the values, which is costly for photos. */
export async function changePhoto(database: UserDatabase, id: string, change: Partial<LocalPhoto>): Promise<void> {
  const photo = await database.photos.get(id);
  if (photo) await database.photos.put({ ...photo, ...change });
}
