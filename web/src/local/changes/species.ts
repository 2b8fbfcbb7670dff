import {
  SpeciesNote,
  putWantedTaxon,
  deleteWantedTaxon,
  putSpeciesNote,
  deleteSpeciesNote,
  postMySpeciesImage,
  deleteEmptyObservations,
} from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { validElements } from '../device/device-setting';
import { call } from '../outbox/operation';
import { enqueue, afterEnqueue } from '../outbox/store';
import { changeList, sharedList } from '../records/lists/shared-list';

const WANTED_SUBJECT = 'wanted:';
const SPECIES_NOTE_SUBJECT = 'species_note:';
const SPECIES_IMAGE_SUBJECT = 'species_image:';
/** Followed by the id of the taxon. */
const TICKS_SUBJECT = 'ticks:';

export const operations = {
  putWantedTaxon: call(putWantedTaxon, { label: 'wanted', subject: ({ params }) => WANTED_SUBJECT + params.taxon_id }),
  deleteWantedTaxon: call(deleteWantedTaxon, { label: 'wanted', subject: ({ params }) => WANTED_SUBJECT + params.taxon_id }),
  putSpeciesNote: call(putSpeciesNote, { label: 'species_note', subject: ({ params }) => SPECIES_NOTE_SUBJECT + params.taxon_id }),
  deleteSpeciesNote: call(deleteSpeciesNote, { label: 'species_note', subject: ({ params }) => SPECIES_NOTE_SUBJECT + params.taxon_id }),
  chooseSpeciesImage: call(postMySpeciesImage, { label: 'species_image', subject: ({ body }) => SPECIES_IMAGE_SUBJECT + body.taxon_id }),
  deleteTicks: call(deleteEmptyObservations, { label: 'tick_removal', subject: ({ params }) => TICKS_SUBJECT + params.id }),
};

/** Ids of the taxa on the wanted list, the last added first. */
export const wantedList = sharedList<number>('wanted_taxa', validElements(z.int()), {
  subject: WANTED_SUBJECT,
  keyOf: String,
  put: (database, id, now) => enqueue(database, operations.putWantedTaxon, { params: { taxon_id: String(id) } }, now),
  remove: (database, id, now) => enqueue(database, operations.deleteWantedTaxon, { params: { taxon_id: id } }, now),
});
export const wantedTaxonIds = wantedList.setting;

/** Adds a taxon to the list or removes it. Idempotent. */
export function setWanted(database: UserDatabase, taxonId: number, isWanted: boolean): Promise<void> {
  const change = (before: number[]) => {
    if (before.includes(taxonId) === isWanted) return before;
    const others = before.filter((id) => id !== taxonId);
    return isWanted ? [taxonId, ...others] : others;
  };
  return changeList(database, wantedList, change, Date.now());
}

/** The person's private notes on species. */
export const speciesNoteList = sharedList<SpeciesNote>('species_notes', validElements(SpeciesNote), {
  subject: SPECIES_NOTE_SUBJECT,
  keyOf: ({ taxon_id }) => String(taxon_id),
  put: (database, { taxon_id, text }, now) =>
    enqueue(database, operations.putSpeciesNote, { params: { taxon_id: String(taxon_id) }, body: { text } }, now),
  remove: (database, id, now) => enqueue(database, operations.deleteSpeciesNote, { params: { taxon_id: id } }, now),
});

/** The note on a taxon; null if there is none. */
export async function speciesNote(database: UserDatabase, taxonId: number): Promise<string | null> {
  const notes = await speciesNoteList.setting.read(database);
  return notes.find(({ taxon_id }) => taxon_id === taxonId)?.text ?? null;
}

/** Saves the note on a taxon; without text there is none. */
export function saveSpeciesNote(database: UserDatabase, taxonId: number, input: string): Promise<void> {
  const text = input.trim();
  const change = (before: SpeciesNote[]) => {
    if ((before.find(({ taxon_id }) => taxon_id === taxonId)?.text ?? '') === text) return before;
    const others = before.filter(({ taxon_id }) => taxon_id !== taxonId);
    return text === '' ? others : [{ taxon_id: taxonId, text }, ...others];
  };
  return changeList(database, speciesNoteList, change, Date.now());
}

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

/** Asks the server, later if need be, to remove all ticks of a taxon that the user has, also those that this device doesn't know. */
export function removeTicksOnServer(database: UserDatabase, taxonId: number, now = Date.now()): Promise<void> {
  return enqueue(database, operations.deleteTicks, { params: { id: String(taxonId) } }, now);
}

/** Forgets a removal that isn't confirmed yet: sent again, it would remove a tick that was made after it. */
export async function forgetTickRemoval(database: UserDatabase, taxonId: number): Promise<void> {
  const removed = await database.write('settings', [database.outbox], () =>
    database.outbox
      .where('subject')
      .equals(TICKS_SUBJECT + taxonId)
      .delete(),
  );
  if (removed > 0) await afterEnqueue(database);
}
