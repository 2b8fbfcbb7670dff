import type { UserDatabase } from '../../../local/db/database';
import type { LocalPhoto } from '../../../local/db/rows';
import { hasPhoto } from '../../../local/records/photos';
import { type SharedFile, type SharedFiles, sharedFiles } from '../../../local/device/shared-files';
import type { Sharing } from '../board/board-values';
import { MAX_PHOTOS, readOntoBoard, type WaitingFile } from './reading';

/** A file that has crashed the page this often is imported only when the user asks for it. */
export const MAX_TRIES = 3;

interface Options {
  /** Started by the user: includes files that failed `MAX_TRIES` times. */
  isManual?: boolean;
  shared?: SharedFiles;
  read?: (file: File) => Promise<LocalPhoto>;
}

/** Imports the shared files that the user accepted onto their board. A file stays stored until it is on the board. */
export async function importShared(database: UserDatabase, sharing: Sharing, options: Options = {}): Promise<void> {
  const shared = options.shared ?? sharedFiles();
  const waiting = await shared.waitingFor(database.userId);
  const taken = waiting
    .filter(({ user_id, tries }) => user_id === database.userId && (options.isManual || tries < MAX_TRIES))
    .slice(0, MAX_PHOTOS);
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
      // Already on the board: the page ended before it could remove the file.
      const isHere = file !== null && (await hasPhoto(database, id));
      if (isHere) await shared.remove(id);
      return isHere ? null : file;
    },
    remove: () => shared.remove(id),
  };
}
