import type { UserDatabase } from '../../../local/db/database';
import type { LocalPhoto } from '../../../local/db/rows';
import { hasPhoto } from '../../../local/records/photos';
import { type SharedFile, type SharedFiles, sharedFiles } from '../../../local/device/shared-files';
import type { Sharing } from '../board/board-values';
import { MOST_PHOTOS, readOntoBoard, type WaitingFile } from './reading';

/** A file that ended the page so often while it was read is taken in only when its person asks for it. */
export const MOST_TRIES = 3;

interface Options {
  /** Asked for by the person: also what was begun often and never came to its end. */
  isAskedFor?: boolean;
  shared?: SharedFiles;
  read?: (file: File) => Promise<LocalPhoto>;
}

/** Takes what was shared with the app onto this person's board; each waits on the device until it is there. */
export async function takeShared(database: UserDatabase, sharing: Sharing, options: Options = {}): Promise<void> {
  const shared = options.shared ?? sharedFiles();
  const waiting = await shared.waitingFor(database.userId);
  const taken = waiting.filter(({ tries }) => options.isAskedFor || tries < MOST_TRIES).slice(0, MOST_PHOTOS);
  if (taken.length === 0) return;
  const files = taken.map((file) => waitingFile(database, shared, file));
  await readOntoBoard(database, files, sharing, options.read);
}

function waitingFile(database: UserDatabase, shared: SharedFiles, { id, name }: SharedFile): WaitingFile {
  return {
    name,
    photoId: id,
    async open() {
      const file = await shared.claim(id, database.userId);
      // Put on the board before, by a page that ended before it could say so.
      const isHere = file !== null && (await hasPhoto(database, id));
      if (isHere) await shared.remove(id);
      return isHere ? null : file;
    },
    remove: () => shared.remove(id),
  };
}
