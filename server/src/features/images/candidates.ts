import { CANDIDATE_SOURCES, type CandidateSource, type TaxonImages } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { presentFound, presentPhoto } from './present.ts';
import type { ImageSources } from './sources/sources.ts';
import { findTaxonName, listCandidates, listRejected } from './store.ts';

const PAGE_SIZE = 30;

export interface Wanted {
  taxonId: number;
  userId: string;
  page: number;
  source: CandidateSource | undefined;
}

/** A page of candidates: own photos, and those of other sites, which are asked at the same time. */
export async function listImageCandidates(context: Context, sources: ImageSources, wanted: Wanted): Promise<TaxonImages> {
  const { taxonId, userId, page } = wanted;
  const name = await findTaxonName(context.db, taxonId);
  const names = wanted.source ? [wanted.source] : CANDIDATE_SOURCES;
  const asked = await Promise.all(
    names.map(async (source) => {
      if (source === 'own') {
        const rows = await listCandidates(context.db, taxonId, userId, PAGE_SIZE, (page - 1) * PAGE_SIZE);
        const hasMore = rows.filter((row) => row.is_recorded).length === PAGE_SIZE;
        return { images: rows.map((row) => presentPhoto(context, row)), source, state: 'ok' as const, hasMore };
      }
      const rejected = await listRejected(context.db, taxonId, source);
      const found = name === null ? { images: [], hasMore: false, source, state: 'ok' as const } : await sources.ask(source, name, page);
      return {
        ...found,
        images: found.images.filter(({ id }) => !rejected.has(id)).map((image) => presentFound(context, taxonId, source, image)),
      };
    }),
  );
  const images = asked.flatMap((one) => one.images);
  const licenses = new Set(images.map((image) => image.license_name));
  return {
    images,
    image_sources: [...new Set(images.map((image) => image.source))],
    license_name: licenses.size === 1 ? [...licenses][0]! : '',
    sources: asked.map(({ source, state, hasMore }) => ({ source, state, has_more: hasMore })),
    allows_non_commercial: context.config.IMAGES_NONCOMMERCIAL,
  };
}
