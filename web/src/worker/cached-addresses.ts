/** The caches the service worker fills besides the app itself. */
export const CACHES = { photos: 'veld-photos', taxonImages: 'veld-taxon-images', decoders: 'veld-decoders' } as const;

/**
 * Pages that are never answered from the device, by path and query: they are no screens of the app, or, as an embed, come with
 * headers of their own that say which sites may show them.
 */
export const SERVER_ONLY = [/^\/api(?:[/?]|$)/, /^\/metrics(?:[/?]|$)/, /^\/embed(?:[/?]|$)/];

/** What a page may say to the service worker. `clear-private` answers `{ type: 'cleared' }` on the port it came with, if any. */
export type WorkerMessage = { type: 'skip-waiting' } | { type: 'clear-private' };

export function isWorkerMessage(message: unknown): message is WorkerMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  return message.type === 'skip-waiting' || message.type === 'clear-private';
}

/** A photo of a record at a display size. Originals are for their owner, by token, and are never kept here. */
export function isPhoto(url: URL): boolean {
  return /^\/api\/media\/[^/]+\/(128|512|1600)$/.test(url.pathname);
}

export function isTaxonImage(url: URL): boolean {
  return /^\/api\/taxon\/\d+\/image$/.test(url.pathname);
}

/** The code that reads HEIC: nearly three megabytes, kept once a photo needed it. */
export function isHeicDecoder(url: URL): boolean {
  return /^\/assets\/heic-to-[^/]+\.js$/.test(url.pathname);
}

/** The address without its signature, which changes by the hour while the picture does not. */
export function photoKey(address: string): string {
  const url = new URL(address);
  url.search = '';
  return url.href;
}
