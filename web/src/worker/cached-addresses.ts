import { CACHES } from '../local/device/caches';

/**
 * Path and query of navigations the service worker leaves to the server: addresses outside the app, and embeds, whose response
 * headers say which sites may frame them.
 */
export const SERVER_ONLY = [/^\/api(?:[/?]|$)/, /^\/metrics(?:[/?]|$)/, /^\/embed(?:[/?]|$)/i];

/** Messages from a page. The worker confirms `clear-private` with `{ type: 'cleared' }` on the message's port, if it has one. */
type WorkerMessage = { type: 'skip-waiting' } | { type: 'clear-private' };

export function isWorkerMessage(message: unknown): message is WorkerMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  return message.type === 'skip-waiting' || message.type === 'clear-private';
}

/** A record's photo at a display size. Originals need their owner's token and are never cached. */
export function isPhoto(url: URL): boolean {
  return /^\/api\/media\/[^/]+\/(128|512|1600)$/.test(url.pathname);
}

export function isTaxonImage(url: URL): boolean {
  return /^\/api\/taxon\/\d+\/image$/.test(url.pathname);
}

/** A picture of a taxon in the size that a device can keep. */
export function isSmallImage(url: URL): boolean {
  return isTaxonImage(url) && url.searchParams.get('size') === '128';
}

/** The HEIC decoder: almost 3 MB, cached once a photo needed it. */
export function isHeicDecoder(url: URL): boolean {
  return /^\/assets\/heic-to-[^/]+\.js$/.test(url.pathname);
}

/** The address without its signature, which changes hourly while the picture stays the same. */
export function photoKey(address: string): string {
  const url = new URL(address);
  url.search = '';
  return url.href;
}

/** The small picture of a taxon kept on this device, for an address of any size; undefined if there is none. */
export async function keptPicture(address: string): Promise<Response | undefined> {
  const url = new URL(address);
  if (!(await caches.has(CACHES.keptPictures))) return undefined;
  return (await caches.open(CACHES.keptPictures)).match(`${url.origin}${url.pathname}?size=128`);
}

/** The photo of a record kept on this device in its largest size, for an address of any size; undefined if there is none. */
export async function keptPhoto(address: string): Promise<Response | undefined> {
  const url = new URL(address);
  if (!(await caches.has(CACHES.keptPhotos))) return undefined;
  return (await caches.open(CACHES.keptPhotos)).match(url.origin + url.pathname.replace(/\d+$/, '1600'));
}
