import { getTaxonImages, isAboveSpecies, type MEDIA_TYPES, postTaxonImage, type TaxonGroup } from '@veld/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { newPhoto, PhotoRefused } from '../../local/records/photos';
import { uploadFile } from '../../local/outbox/upload';
import { UploadLost } from '../../local/outbox/upload-lost';
import { api } from '../../local/app/veld';
import { auth } from '../accounts/data';
import { browse, type Taxon, useTaxonomyStatus, useTaxonSearch } from '../taxa/data';

export { PhotoRefused } from '../../local/records/photos';

const PAGE = 100;
/** Page size; the list loads more near its end. */
const STEP = 60;

/** Species that got an image in this visit; the copy on the device has it after the next update. */
const done = createStore<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }));

function canHaveImage(taxon: Taxon): boolean {
  return taxon.accepted_id === null && !isAboveSpecies(taxon.rank);
}

/** The species among search results, with or without an image. */
export function withPossibleImage(hits: readonly Taxon[], group: TaxonGroup | null): Taxon[] {
  return hits.filter((taxon) => canHaveImage(taxon) && (group === null || taxon.group === group));
}

function isMissing(taxon: Taxon): boolean {
  return taxon.image_url === null && canHaveImage(taxon);
}

/** The most common species of a group without an image, from the device; undefined while loading. */
function useBrowsed(group: TaxonGroup | null, isWanted: boolean) {
  const [asked, setAsked] = useState({ group, wanted: STEP });
  const wanted = asked.group === group ? asked.wanted : STEP;
  const [found, setFound] = useState<{ taxa: Taxon[]; isAll: boolean } | undefined>(undefined);
  const status = useTaxonomyStatus();
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    findMissing(group, wanted).then(
      (next) => {
        if (isCurrent) setFound(next);
      },
      () => {
        if (isCurrent) setFound({ taxa: [], isAll: true });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [group, wanted, isWanted, status]);
  const more = useCallback(() => setAsked({ group, wanted: wanted + STEP }), [group, wanted]);
  return { found, more };
}

async function findMissing(group: TaxonGroup | null, wanted: number): Promise<{ taxa: Taxon[]; isAll: boolean }> {
  const taxa: Taxon[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await browse({ ...(group ? { group } : {}), rank: 'species', offset, limit: PAGE });
    taxa.push(...page.filter(isMissing));
    if (page.length < PAGE) return { taxa, isAll: true };
    if (taxa.length >= wanted) return { taxa, isAll: false };
  }
}

/** Species of a group without an image; a search finds those with an image too, because it may be wrong. */
export function useMissing(group: TaxonGroup | null, text: string) {
  const isSearch = text.trim() !== '';
  const hits = useTaxonSearch(text, 100);
  const { found, more } = useBrowsed(group, !isSearch);
  const { ids } = useStore(done);
  return {
    taxa: isSearch ? hits && withPossibleImage(hits, group) : found?.taxa.filter((taxon) => !ids.has(taxon.id)),
    hasMore: !isSearch && found?.isAll === false,
    more,
    doneCount: ids.size,
  };
}

export interface Candidate {
  url: string;
  source: string;
  attribution: string;
  license_name: string;
}

/** Photos of public records of the species and the curator's uploads, from the server. */
export function useCandidates(taxonId: number) {
  const query = useInfiniteQuery({
    queryKey: ['specie-images', taxonId],
    queryFn: ({ pageParam, signal }) =>
      api.call(getTaxonImages, { params: { taxonId: String(taxonId) }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.images.length >= 30 ? page + 1 : undefined),
  });
  return {
    candidates: query.data?.pages.flatMap((page): Candidate[] => page.images),
    hasFailed: query.isError,
    hasMore: query.hasNextPage,
    more: query.fetchNextPage,
    retry: query.refetch,
  };
}

export interface Chosen {
  taxonId: number;
  attribution: string;
  license: string;
}

/** Sets a photo on this server as the image of a species. */
export async function chooseImage(taxonId: number, address: string, source: string): Promise<Chosen> {
  const { data } = await api.call(postTaxonImage, {
    params: { taxonId: String(taxonId) },
    body: { image_url: address, image_source: source },
  });
  done.setState(({ ids }) => ({ ids: new Set(ids).add(taxonId) }));
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
