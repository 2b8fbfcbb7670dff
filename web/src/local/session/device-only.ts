import type { UserDatabase } from '../db/database';
import { hasFeedbackDraft } from '../device/feedback-draft';
import { sharedFiles } from '../device/shared-files';
import { countOnlyHere } from '../records/lists/shared-list';
import { speciesNoteList, wantedList } from '../changes/species';
import { COMMENT_SUBJECT } from '../changes/comments';
import { FEEDBACK_SUBJECT } from '../changes/feedback';
import { countOutbox } from '../outbox/outbox-counts';
import { savedPlaceList } from '../changes/saved-places';
import { runningTally } from '../records/tally';

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
  comments: number;
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
    tally: new Set(tally?.entries.filter(({ taps }) => taps.length > 0).map(({ taxon }) => taxon.id)).size,
    saved_places: await countOnlyHere(database, savedPlaceList),
    wanted: await countOnlyHere(database, wantedList),
    species_notes: await countOnlyHere(database, speciesNoteList),
    comments: ofSubject(COMMENT_SUBJECT),
    messages: ofSubject(FEEDBACK_SUBJECT) + (hasFeedbackDraft(database.userId) ? 1 : 0),
    changes: changes + ofSubject('preference:'),
    shared: shared.filter(({ user_id }) => user_id === database.userId).length,
  };
}
