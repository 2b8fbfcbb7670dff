import type { ByteSink } from '../../../local/outbox/files/zip-writer';
import { saveFiles } from '../../../device/files';

/** A file of the export that is being written. */
export interface ArchivePart extends ByteSink {
  /** Closes the file and gives it to the person. */
  finish(): Promise<void>;
  /** Throws away what was written. */
  discard(): Promise<void>;
  /** Another file begins before this one gets larger, in bytes. */
  limit: number;
}

/** fflate writes no ZIP64: an archive ends at 4 GB. */
const FILE_LIMIT = 3.5 * 1024 ** 3;
/** Well below what browsers hold as one download. */
const DOWNLOAD_LIMIT = 1024 ** 3;
/** Small pieces are collected, so that the browser need not keep thousands of blobs. */
const BLOB_BYTES = 4 * 1024 * 1024;

/** The save dialog of some browsers (File System Access); TypeScript's library does not have it. */
interface SaveDialog {
  showSaveFilePicker?: (options: { suggestedName: string; types: { accept: Record<string, string[]> }[] }) => Promise<FileSystemFileHandle>;
}

/**
 * Asks where to save the file, if the browser can write to it directly; else null, and `downloadPart` is used. Call it in the handler of a
 * tap. Throws an `AbortError` if the person closes the dialog.
 */
export async function chooseFile(name: string): Promise<ArchivePart | null> {
  const { showSaveFilePicker } = window as unknown as SaveDialog;
  if (!showSaveFilePicker) return null;
  const handle = await showSaveFilePicker({ suggestedName: name, types: [{ accept: { 'application/zip': ['.zip'] } }] });
  const file = await handle.createWritable();
  return {
    write: (bytes) => file.write(bytes),
    finish: () => file.close(),
    discard: () => file.abort(),
    limit: FILE_LIMIT,
  };
}

/** A file that is downloaded once it is complete. Browsers keep its parts on disk. */
export function downloadPart(name: string): ArchivePart {
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const collect = () => {
    blobs.push(new Blob(pieces));
    [pieces, size] = [[], 0];
  };
  return {
    write: (bytes) => {
      pieces.push(bytes);
      size += bytes.length;
      if (size >= BLOB_BYTES) collect();
      return Promise.resolve();
    },
    finish: () => {
      collect();
      saveFiles([{ name, blob: new Blob(blobs, { type: 'application/zip' }) }]);
      return Promise.resolve();
    },
    discard: () => Promise.resolve(),
    limit: DOWNLOAD_LIMIT,
  };
}
