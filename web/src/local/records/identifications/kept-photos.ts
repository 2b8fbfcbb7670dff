import { CACHES } from '../../device/caches';

/** Photos of other people's records that are kept on this device, which the service worker shows. */
export interface KeptPhotos {
  /** The sizes of the stored pictures in bytes, by address without signature. */
  sizes(): Promise<Map<string, number>>;
  /** Rejects with a `QuotaExceededError` if there is too little space. */
  put(address: string, picture: Blob): Promise<void>;
  /** Removes all pictures but these. */
  keepOnly(addresses: Iterable<string>): Promise<void>;
}

/** Null if this browser has no cache for pictures, as without HTTPS. */
export function cachedPhotos(): KeptPhotos | null {
  const storage = (globalThis as { caches?: CacheStorage }).caches;
  if (!storage) return null;
  const open = () => storage.open(CACHES.keptPhotos);
  return {
    async sizes() {
      const cache = await open();
      const found = new Map<string, number>();
      for (const { url } of await cache.keys()) {
        const length = (await cache.match(url))?.headers.get('content-length');
        if (length) found.set(photoAddress(url), Number(length));
      }
      return found;
    },
    async put(address, picture) {
      const headers = { 'content-type': picture.type, 'content-length': String(picture.size) };
      await (await open()).put(photoAddress(address), new Response(picture, { headers }));
    },
    async keepOnly(addresses) {
      const cache = await open();
      const needed = new Set([...addresses].map(photoAddress));
      for (const { url } of await cache.keys()) if (!needed.has(photoAddress(url))) await cache.delete(url);
    },
  };
}

/** An address without its signature, which changes hourly while the picture stays the same. */
export function photoAddress(address: string): string {
  const { origin, pathname } = new URL(address, globalThis.location?.origin);
  return origin + pathname;
}
