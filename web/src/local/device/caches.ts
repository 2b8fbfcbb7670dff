/** The caches the service worker fills besides the app itself. */
export const CACHES = { photos: 'veld-photos', taxonImages: 'veld-taxon-images', decoders: 'veld-decoders' } as const;
