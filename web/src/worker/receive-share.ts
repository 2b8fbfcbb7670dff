import { SharedFiles } from '../local/device/shared-files';
import { StorageFull } from '../local/db/storage-errors';
import { boardAddress, type ShareFault } from './share-target';

/**
 * Answers what the system's share sheet sends: the files are on the device before the app opens with its board. It knows no
 * person; whoever is logged in then, or logs in next, gets them.
 */
export async function receiveShare(request: Pick<Request, 'url' | 'formData'>, openFiles = () => new SharedFiles()): Promise<Response> {
  const address = boardAddress(await keep(request, openFiles));
  return Response.redirect(new URL(address, request.url).href, 303);
}

async function keep(request: Pick<Request, 'formData'>, openFiles: () => SharedFiles): Promise<ShareFault | null> {
  // A connection for each: one that had to be given up to a newer version keeps nothing any more.
  const shared = openFiles();
  try {
    const parts = [...(await request.formData()).values()];
    // A form whose field was left empty has a file without name and bytes.
    const files = parts.filter((part) => typeof part !== 'string').filter(({ name, size }) => size > 0 || name !== '');
    if (files.length === 0) return 'empty';
    await shared.keep(files);
    return null;
  } catch (error) {
    console.error('Share', error);
    return error instanceof StorageFull ? 'full' : 'failed';
  } finally {
    shared.close();
  }
}
