/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { CACHES } from '../local/device/caches';
import {
  SERVER_ONLY,
  isHeicDecoder,
  isPhoto,
  isSmallImage,
  isTaxonImage,
  isWorkerMessage,
  photoKey,
  keptPhoto,
  keptPicture,
} from './cached-addresses';
import { receiveShare } from './receive-share';
import { SHARE_TARGET } from './share-target';
import { openPush, showPush } from './show-push';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision: string | null })[] };

// 1. The app itself, so that it opens offline.
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_ONLY }));

const photoExpiration = new ExpirationPlugin({ maxEntries: 500, purgeOnQuotaError: true });

// 2. Photos of records. The signature of a URL changes hourly, but its picture never does; another crop has another URL.
registerRoute(
  // What is fetched to be kept is not cached a second time.
  ({ url, sameOrigin, request }) => sameOrigin && isPhoto(url) && request.cache !== 'no-store',
  new CacheFirst({
    cacheName: CACHES.photos,
    plugins: [
      { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(photoKey(request.url)) },
      { cachedResponseWillBeUsed: async ({ request, cachedResponse }) => cachedResponse ?? (await keptPhoto(request.url)) },
      new CacheableResponsePlugin({ statuses: [200] }),
      photoExpiration,
    ],
  }),
);

// 3. Pictures of taxa: served from the cache and revalidated, because the URL stays the same when a curator chooses another picture or
// its owner crops it. A picture the server no longer has is removed.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isTaxonImage(url),
  new StaleWhileRevalidate({
    cacheName: CACHES.taxonImages,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: 500, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true }),
      {
        fetchDidSucceed: async ({ request, response }) => {
          if (response.status === 404) await (await caches.open(CACHES.taxonImages)).delete(request);
          return response;
        },
        // A kept picture is shown where no other is cached, and without a connection in place of any size.
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          cachedResponse ?? (isSmallImage(new URL(request.url)) ? await keptPicture(request.url) : undefined),
        handlerDidError: ({ request }) => keptPicture(request.url),
      },
    ],
  }),
);

// 4. The HEIC decoder, which most users never need. Its name contains a hash; the previous version is removed.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isHeicDecoder(url),
  new CacheFirst({
    cacheName: CACHES.decoders,
    plugins: [new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries: 1 })],
  }),
);

// 5. Photos from the system's share sheet, also offline. A share opens the app; a frame on another site does not.
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && url.pathname === SHARE_TARGET.action && request.destination === 'document',
  ({ request }) => receiveShare(request),
  'POST',
);

// No other response is cached here: what a user can read offline is in that user's database.

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (!isWorkerMessage(message)) return;
  // A new version waits until the page has no unsaved input.
  if (message.type === 'skip-waiting') event.waitUntil(self.skipWaiting());
  // Logout: the next user of this device must not see these pictures.
  if (message.type === 'clear-private') {
    const cleared = Promise.all([photoExpiration.deleteCacheAndMetadata(), caches.delete(CACHES.keptPhotos)]);
    event.waitUntil(cleared.then(() => event.ports[0]?.postMessage({ type: 'cleared' })));
  }
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data?.text())));
self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(self, event.notification)));

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
