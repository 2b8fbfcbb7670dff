/** The caches the service worker reads besides the app itself. It fills them, except for `keptPictures`, which is kept until deleted. */
export const CACHES = {
  photos: 'veld-photos',
  taxonImages: 'veld-taxon-images',
  keptPictures: 'veld-kept-pictures',
  decoders: 'veld-decoders',
} as const;
