import { SharedFiles } from '../local/device/shared-files';
import { StorageFull } from '../local/db/storage-errors';
import { boardAddress, type ShareFault } from './share-target';

/**
 * Handles a request from the system's share sheet: stores the files, then redirects to the photo board. The service worker knows no
 * user; the files belong to the first user who opens the board.
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
    await shared.add(files);
    return null;
  } catch (error) {
    console.error('Share', error);
    return error instanceof StorageFull ? 'full' : 'failed';
  } finally {
    shared.close();
  }
}
