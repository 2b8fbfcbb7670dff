import { parseImageLicense, imageLicenseUrl } from '@veld/contract';
import { z } from 'zod';
import { FetchRefused, type GuardedFetch } from '../../../http/guarded-fetch.ts';
import { plainText, askSite, type FoundImage, type FoundImages, type ImageSource, SOURCE_PAGE, webAddress } from './source.ts';

const Taxa = z.object({
  results: z.array(
    z
      .object({ id: z.int().positive(), name: z.string(), is_active: z.boolean().catch(true) })
      .nullable()
      .catch(null),
  ),
});
const Photo = z.object({
  id: z.int().positive(),
  license_code: z.string(),
  url: z.string(),
  attribution: z.string().catch(''),
  original_dimensions: z.object({ width: z.int().positive(), height: z.int().positive() }).nullish().catch(null),
});
const Observation = z.object({
  id: z.int().positive(),
  uri: z.string(),
  user: z.object({ login: z.string().catch(''), name: z.string().nullish() }).catch({ login: '' }),
  photos: z.array(z.unknown()),
  taxon: z.object({ name: z.string() }).optional().catch(undefined),
});
const Observations = z.object({ total_results: z.number().catch(0), results: z.array(z.unknown()) });

/** Only open licences are asked for. */
const LICENSES = 'cc0,cc-by,cc-by-sa';

/** iNaturalist's research-grade observations, through its API: https://api.inaturalist.org/v1/docs/. */
export function inaturalist(fetch: GuardedFetch, base: string, licenses = LICENSES): ImageSource {
  const ask = async (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return askSite(fetch, url);
  };
  /** The id at iNaturalist of the active taxon with exactly this name. */
  const taxonIdOf = async (scientificName: string) => {
    const { results } = expected(Taxa, await ask('/v1/taxa', { q: scientificName, per_page: '30' }));
    return results.find((taxon) => taxon?.is_active && taxon.name.toLowerCase() === scientificName.toLowerCase())?.id ?? null;
  };
  return {
    name: 'inaturalist',
    origin: new URL(base).origin,
    async search(scientificName, page): Promise<FoundImages> {
      const taxonId = await taxonIdOf(scientificName);
      if (taxonId === null) return { images: [], hasMore: false };
      const answer = await ask('/v1/observations', {
        taxon_id: String(taxonId),
        photo_license: licenses,
        quality_grade: 'research',
        order_by: 'votes',
        per_page: String(SOURCE_PAGE),
        page: String(page),
      });
      const { results, total_results } = expected(Observations, answer);
      // One photo of each, so that many people are offered.
      const images = results.flatMap((result) => imagesOf(result, scientificName).slice(0, 1));
      return { images, hasMore: total_results > page * SOURCE_PAGE };
    },
    async find(id) {
      const ids = /^(\d{1,12})-(\d{1,12})$/.exec(id);
      if (!ids) return null;
      const { results } = expected(Observations, await ask(`/v1/observations/${ids[1]}`));
      return results.flatMap((result) => imagesOf(result, null)).find((image) => image.id === id) ?? null;
    },
  };
}

function expected<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value);
  if (!read.success) throw new FetchRefused('unreachable', 'another answer than expected');
  return read.data;
}

/** The photos of an observation that have a licence. Without one all rights are reserved. */
function imagesOf(result: unknown, scientificName: string | null): FoundImage[] {
  const observation = Observation.safeParse(result).data;
  const pageUrl = webAddress(observation?.uri);
  if (!observation || pageUrl === null) return [];
  return observation.photos.flatMap((entry) => {
    const photo = Photo.safeParse(entry).data;
    if (!photo || webAddress(photo.url) === null) return [];
    const license = parseImageLicense(photo.license_code) ?? plainText(photo.license_code, 60);
    return {
      id: `${observation.id}-${photo.id}`,
      author: plainText(observation.user.name || observation.user.login || photo.attribution, 200),
      license,
      licenseUrl: imageLicenseUrl(license),
      pageUrl,
      previewUrl: inSize(photo.url, 'medium'),
      fileUrl: inSize(photo.url, 'original'),
      width: photo.original_dimensions?.width ?? null,
      height: photo.original_dimensions?.height ?? null,
      // The observations of a species include those of its subspecies.
      isExact: scientificName !== null && observation.taxon?.name.toLowerCase() === scientificName.toLowerCase(),
      quality: null,
    };
  });
}

/** The address of a photo in another size; the API gives that of the square. */
function inSize(url: string, size: 'medium' | 'original'): string {
  return url.replace(/\/(square|thumb|small|medium|large)\.(?=\w+(\?|$))/, `/${size}.`);
}
