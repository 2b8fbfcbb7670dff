import { type BodyOf, isAboveSpecies, type MEDIA_TYPES, postTaxonImage, type TaxonGroup } from '@veld/contract';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { newPhoto, PhotoRefused } from '../../local/records/photos';
import { uploadFile } from '../../local/outbox/upload';
import { UploadLost } from '../../local/outbox/send-outcome';
import { api } from '../../local/app/veld';
import { taxonomyUpdate } from '../../local/app/taxonomy-loop';
import { CACHES } from '../../local/device/caches';
import { auth } from '../../shared/session/session';
import type { Taxon } from '../../shared/taxa/data';

export { PhotoRefused } from '../../local/records/photos';

/**
 * Images that changed in this visit, by species, with the number of changes. Addresses of images stay the same, so that number is added
 * to those shown here.
 */
const changes = createStore<{ of: ReadonlyMap<number, number> }>(() => ({ of: new Map() }));

export function useImageChanges(): ReadonlyMap<number, number> {
  return useStore(changes, ({ of }) => of);
}

/** The address of the image of a species in a size, another one after each change in this visit. */
export function imageAddress(taxonId: number, size: 128 | 512 | 1600, version: number | undefined): string {
  return `/api/taxon/${taxonId}/image?size=${size}${version ? `&v=${version}` : ''}`;
}

/** Notes that an image changed: removes the stored ones, and fetches the taxonomy's change. */
export function imageChanged(taxonId: number): void {
  changes.setState(({ of }) => ({ of: new Map(of).set(taxonId, (of.get(taxonId) ?? 0) + 1) }));
  taxonomyUpdate().wake();
  // The service worker shows what it stored first, and browsers without one have no such cache.
  if (typeof caches === 'undefined') return;
  caches
    .open(CACHES.taxonImages)
    .then((cache) => Promise.all([128, 512, 1600].map((size) => cache.delete(`/api/taxon/${taxonId}/image?size=${size}`))))
    .catch(() => undefined);
}

/** The species among search results, with or without an image. */
export function withPossibleImage(hits: readonly Taxon[], group: TaxonGroup | null): Taxon[] {
  return hits.filter((taxon) => taxon.accepted_id === null && !isAboveSpecies(taxon.rank) && (group === null || taxon.group === group));
}

export interface Chosen {
  taxonId: number;
  attribution: string;
  license: string;
}

export type ImageChoice = Omit<BodyOf<typeof postTaxonImage>, 'write_id'>;

/** Fetching and rendering a picture of another site takes a while. */
const CHOICE_LIMIT_MS = 90_000;

/** Sets the image of a species. `writeId` stays the same when a failed request is repeated. */
export async function chooseImage(taxonId: number, choice: ImageChoice, writeId: string): Promise<Chosen> {
  const { data } = await api.call(
    postTaxonImage,
    { params: { taxonId: String(taxonId) }, body: { ...choice, write_id: writeId } },
    { timeout: CHOICE_LIMIT_MS },
  );
  imageChanged(taxonId);
  return { taxonId, attribution: data.attribution, license: data.license };
}

export const UPLOAD_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
] as const satisfies readonly (typeof MEDIA_TYPES)[number][];

export interface Upload {
  /** Starts or resumes the upload; resolves with the URL of the photo. */
  send(onProgress: (part: number) => void): Promise<string>;
}

/** Prepares a picked file for upload. Throws `PhotoRefused` if it is not a supported photo. */
export async function prepareUpload(file: File): Promise<Upload> {
  if (!UPLOAD_TYPES.some((type) => type === file.type)) throw new PhotoRefused('type');
  const { width, height } = await sizeOf(file);
  const photo = await newPhoto(file, { type: file.type, width, height });
  let url: string | null = null;
  const send = async (onProgress: (part: number) => void) => {
    const { token } = auth.state();
    const way = () => ({
      baseUrl: api.baseUrl,
      token: token ?? '',
      language: api.language(),
      url,
      onUrl: (next: string) => {
        url = next;
      },
      onProgress: (sent: number, total: number) => onProgress(total === 0 ? 0 : sent / total),
      now: Date.now,
    });
    try {
      await uploadFile(photo, way());
    } catch (error) {
      if (!(error instanceof UploadLost)) throw error;
      // The server no longer has the partial upload: start over.
      url = null;
      await uploadFile(photo, way());
    }
    return `/api/media/${photo.id}/1600`;
  };
  return { send };
}

async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  if (file.size === 0) throw new PhotoRefused('empty');
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch (error) {
    throw new PhotoRefused('unreadable', error);
  }
}
