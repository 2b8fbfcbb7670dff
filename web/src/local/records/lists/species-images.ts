import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { validElements } from '../../device/device-setting';
import { operations, SPECIES_IMAGE_SUBJECT } from '../../outbox/operations';
import { enqueue } from '../../outbox/store';
import { changeList, sharedList } from './shared-list';

/** The photo of a record with which the user sees a species. */
export interface ChosenImage {
  taxon_id: number;
  photo_id: string;
}

export const speciesImageList = sharedList<ChosenImage>(
  'species_images',
  validElements(z.object({ taxon_id: z.int(), photo_id: z.string() })),
  {
    subject: SPECIES_IMAGE_SUBJECT,
    keyOf: ({ taxon_id }) => String(taxon_id),
    put: (database, { taxon_id, photo_id }, now) => send(database, taxon_id, `/api/media/${photo_id}/512`, now),
    remove: (database, key, now) => send(database, Number(key), null, now),
  },
);

function send(database: UserDatabase, taxon_id: number, image_url: string | null, now: number): Promise<void> {
  return enqueue(database, operations.chooseSpeciesImage, { body: { taxon_id, image_url } }, now);
}

/** Chooses the photo of a species, which the server has; null returns to the latest one. */
export function chooseSpeciesImage(database: UserDatabase, taxonId: number, photoId: string | null): Promise<void> {
  const change = (before: ChosenImage[]) => {
    if (before.find(({ taxon_id }) => taxon_id === taxonId)?.photo_id === (photoId ?? undefined)) return before;
    const others = before.filter(({ taxon_id }) => taxon_id !== taxonId);
    return photoId === null ? others : [...others, { taxon_id: taxonId, photo_id: photoId }];
  };
  return changeList(database, speciesImageList, change, Date.now());
}
