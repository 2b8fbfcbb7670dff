/**
 * The caches the service worker reads besides the app itself. It fills them, except for those of kept pictures, which are kept until
 * deleted; `keptPhotos`, of records of other people, at most until logout.
 */
export const CACHES = {
  photos: 'veld-photos',
  taxonImages: 'veld-taxon-images',
  keptPictures: 'veld-kept-pictures',
  keptPhotos: 'veld-kept-photos',
  offlineMaps: 'veld-offline-maps',
  decoders: 'veld-decoders',
} as const;
