import { CACHES } from '../device/caches';

/** The small pictures kept on this device, which the service worker shows. */
export interface PictureStore {
  /** The version of each stored picture, by taxon. */
  versions(): Promise<Map<number, string>>;
  /** Rejects with a `QuotaExceededError` if there is too little space. */
  put(id: number, version: string, image: Uint8Array<ArrayBuffer>): Promise<void>;
  remove(ids: Iterable<number>): Promise<void>;
}

const VERSION = 'x-picture-version';

/** Null if this browser has no cache for pictures, as without HTTPS. */
export function cachedPictures(): PictureStore | null {
  if (typeof caches === 'undefined') return null;
  const open = () => caches.open(CACHES.keptPictures);
  return {
    async versions() {
      const cache = await open();
      const found = new Map<number, string>();
      for (const { url } of await cache.keys()) {
        const version = (await cache.match(url))?.headers.get(VERSION);
        const id = Number(/\/taxon\/(\d+)\/image/.exec(url)?.[1]);
        if (version && id) found.set(id, version);
      }
      return found;
    },
    async put(id, version, image) {
      const headers = { 'content-type': 'image/webp', 'content-length': String(image.length), [VERSION]: version };
      await (await open()).put(addressOf(id), new Response(image, { headers }));
    },
    async remove(ids) {
      const cache = await open();
      for (const id of ids) await cache.delete(addressOf(id));
    },
  };
}

const addressOf = (id: number) => `${location.origin}/api/taxon/${id}/image?size=128`;
