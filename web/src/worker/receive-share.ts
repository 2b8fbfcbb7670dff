import { SharedFiles, ShareTooLarge } from '../local/device/shared-files';
import { StorageFull } from '../local/db/storage-errors';
import { boardAddress, type ShareFault } from './share-target';

/**
 * Handles a request from the system's share sheet: stores the files, then redirects to the photo board, which asks whether to add
 * them. Any website can send the same request, so nothing is done with the files before the answer. The service worker knows no user.
 */
export async function receiveShare(request: Pick<Request, 'url' | 'formData'>, openFiles = () => new SharedFiles()): Promise<Response> {
  const address = boardAddress(await store(request, openFiles));
  return Response.redirect(new URL(address, request.url).href, 303);
}

async function store(request: Pick<Request, 'formData'>, openFiles: () => SharedFiles): Promise<ShareFault | null> {
  // A new connection each time: one that was closed for a newer version of the app can no longer write.
  const shared = openFiles();
  try {
    const parts = [...(await request.formData()).values()];
    // An empty file field arrives as a file without name and bytes.
    const files = parts.filter((part) => typeof part !== 'string').filter(({ name, size }) => size > 0 || name !== '');
    if (files.length === 0) return 'empty';
    await shared.add(files, { words: wordsOf(parts) });
    return null;
  } catch (error) {
    console.error('Share', error);
    if (error instanceof ShareTooLarge) return 'too_much';
    return error instanceof StorageFull ? 'full' : 'failed';
  } finally {
    shared.close();
  }
}

const MAX_WORDS = 200;

/** Texts sent with the files, on one line. They are shown as a quotation and never become part of a record. */
function wordsOf(parts: readonly FormDataEntryValue[]): string {
  const words = parts.filter((part) => typeof part === 'string').join(' ');
  return words
    .slice(0, MAX_WORDS * 2)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS);
}
