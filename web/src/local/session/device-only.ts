import { COMMENT_SUBJECT } from '../changes/comments';
import { FEEDBACK_SUBJECT } from '../changes/feedback';
import { MESSAGE_SUBJECT } from '../changes/messages';
import { savedPlaceList } from '../changes/saved-places';
import { savedViewList } from '../changes/saved-views';
import { speciesNoteList, wantedList } from '../changes/species';
import { type UserDatabase, deleteUserDatabase } from '../db/database';
import { CACHES } from '../device/caches';
import { hasFeedbackDraft } from '../device/feedback-draft';
import { sharedFiles } from '../device/shared-files';
import { countOutbox } from '../outbox/outbox-counts';
import { countOnlyHere } from '../records/lists/shared-list';
import { countEntry, runningTally } from '../records/tally';

/** How many unsent objects of each kind this device has. */
export interface DeviceOnly {
  /** Records with an unsent change or photo. */
  records: number;
  photos: number;
  drafts: number;
  /** Species in the running tally. */
  tally: number;
  saved_places: number;
  wanted: number;
  species_notes: number;
  saved_views: number;
  comments: number;
  /** To people and to those who run the server. */
  messages: number;
  /** Ticks, deletions and changed settings. */
  changes: number;
  /** Photos shared with the app that are in no record yet. */
  shared: number;
}

/** Counts what would be lost if the person's data were removed from this device. Live queries observe it. */
export async function deviceOnly(database: UserDatabase): Promise<DeviceOnly> {
  const items = await database.read(() => database.outbox.toArray());
  const ofSubject = (prefix: string) => items.filter(({ kind, subject }) => kind === 'call' && subject.startsWith(prefix)).length;
  const { unsent, changes } = countOutbox(items);
  const tally = await runningTally.read(database);
  const shared = await sharedFiles().waitingFor(database.userId);
  return {
    records: unsent,
    photos: items.filter(({ kind }) => kind === 'photo').length,
    drafts: await database.read(() => database.drafts.count()),
    tally: new Set(tally?.entries.filter((entry) => countEntry(entry) !== null).map(({ taxon }) => taxon.id)).size,
    saved_places: await countOnlyHere(database, savedPlaceList),
    wanted: await countOnlyHere(database, wantedList),
    species_notes: await countOnlyHere(database, speciesNoteList),
    saved_views: await countOnlyHere(database, savedViewList),
    comments: ofSubject(COMMENT_SUBJECT),
    messages: ofSubject(MESSAGE_SUBJECT) + ofSubject(FEEDBACK_SUBJECT) + (hasFeedbackDraft(database.userId) ? 1 : 0),
    changes: changes + ofSubject('preference:'),
    shared: shared.filter(({ user_id }) => user_id === database.userId).length,
  };
}

/**
 * Removes everything the device stores about a person: their database, the shared photos they began to import, their offline maps,
 * the entries of `localStorage`, and the kept photos. Call it only after they confirmed what is lost, and once their session has ended.
 */
export async function removeFromDevice(userId: string): Promise<void> {
  await deleteUserDatabase(userId);
  await sharedFiles().deleteAllOf(userId);
  // Loaded late, because the first screens import this module.
  await (await import('../tile-requests/pack-files')).removePackFiles(userId);
  removeStoredKeys(userId);
  // Logging out asked the worker to clear them, but it may not be running.
  await Promise.all([CACHES.photos, CACHES.keptPhotos].map((name) => globalThis.caches?.delete(name)));
}

function removeStoredKeys(userId: string): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.includes(userId)) storage.removeItem(key);
}
