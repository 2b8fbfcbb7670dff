import { IMAGE_QUALITIES, imageLicenseUrl, itemAt, parseImageLicense } from '@veld/contract';
import { z } from 'zod';
import { FetchRefused, type GuardedFetch } from '../../../http/guarded-fetch.ts';
import { plainText, askSite, type FoundImage, type ImageSource, SOURCE_PAGE, webAddress } from './source.ts';

const Word = z
  .object({ value: z.union([z.string(), z.number().transform(String)]) })
  .optional()
  .catch(undefined);
/** A file in an answer of the MediaWiki API, with its first `imageinfo`. */
const Page = z.object({
  pageid: z.int().positive(),
  title: z.string().catch(''),
  index: z.number().catch(0),
  imageinfo: z
    .array(
      z.object({
        url: z.string(),
        thumburl: z.string().optional(),
        descriptionurl: z.string(),
        mime: z.string(),
        width: z.int().positive(),
        height: z.int().positive(),
        extmetadata: z.object({ Artist: Word, License: Word, LicenseShortName: Word, LicenseUrl: Word, Assessments: Word }).catch({}),
      }),
    )
    .min(1),
});
const Answer = z.object({
  query: z.object({ pages: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]) }).optional(),
  continue: z.object({ gsroffset: z.number() }).optional().catch(undefined),
});

/** Widths that Commons has ready for every file. */
const PREVIEW_WIDTH = '500';
const FILE_WIDTH = '1920';
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Wikimedia Commons, through the API of MediaWiki: https://commons.wikimedia.org/w/api.php. */
export function commons(fetch: GuardedFetch, api: string): ImageSource {
  const ask = async (query: Record<string, string>) => {
    const url = new URL(api);
    for (const [name, value] of Object.entries({
      action: 'query',
      format: 'json',
      prop: 'imageinfo',
      iiprop: 'url|size|mime|extmetadata',
      iiextmetadatafilter: 'Artist|License|LicenseShortName|LicenseUrl|Assessments',
      ...query,
    }))
      url.searchParams.set(name, value);
    const read = Answer.safeParse(await askSite(fetch, url));
    if (!read.success) throw new FetchRefused('unreachable', 'another answer than expected');
    const pages = Object.values(read.data.query?.pages ?? {}).map((page) => Page.safeParse(page).data);
    return { pages: pages.filter((page) => page !== undefined), hasMore: read.data.continue !== undefined };
  };
  return {
    name: 'commons',
    origin: new URL(api).origin,
    async search(scientificName, page) {
      const { pages, hasMore } = await ask({
        generator: 'search',
        gsrsearch: `filetype:bitmap "${scientificName.replaceAll('"', '')}"`,
        gsrnamespace: '6',
        gsrlimit: String(SOURCE_PAGE),
        gsroffset: String((page - 1) * SOURCE_PAGE),
        iiurlwidth: PREVIEW_WIDTH,
      });
      const images = pages.toSorted((one, other) => one.index - other.index).map((page) => imageOf(page, scientificName));
      return { images: images.filter((image) => image !== null), hasMore };
    },
    async find(id) {
      if (!/^\d{1,12}$/.test(id)) return null;
      const { pages } = await ask({ pageids: id, iiurlwidth: FILE_WIDTH });
      const [page] = pages;
      return page && String(page.pageid) === id ? imageOf(page, null) : null;
    },
  };
}

function imageOf({ pageid, title, imageinfo }: z.output<typeof Page>, scientificName: string | null): FoundImage | null {
  const { url, thumburl, descriptionurl, mime, width, height, extmetadata } = itemAt(imageinfo, 0);
  const pageUrl = webAddress(descriptionurl);
  if (!TYPES.includes(mime) || pageUrl === null) return null;
  const { Artist, License, LicenseShortName, LicenseUrl, Assessments } = extmetadata;
  const votes = Assessments?.value.toLowerCase().split('|') ?? [];
  const code = parseImageLicense(License?.value ?? '') ?? parseImageLicense(LicenseShortName?.value ?? '');
  const license = code ?? plainText(LicenseShortName?.value ?? License?.value ?? '', 60);
  return {
    id: String(pageid),
    author: plainText(Artist?.value ?? '', 200),
    license,
    licenseUrl: webAddress(LicenseUrl?.value) ?? imageLicenseUrl(license),
    pageUrl,
    previewUrl: thumburl ?? url,
    // Files of Commons can have hundreds of megapixels.
    fileUrl: thumburl ?? url,
    width,
    height,
    // Others name it in their description, for instance as what is eaten.
    isExact: scientificName !== null && ` ${wordsOf(title)} `.includes(` ${wordsOf(scientificName)} `),
    quality: IMAGE_QUALITIES.find((quality) => votes.includes(quality)) ?? null,
  };
}

/** The words of a title or name, in lower case. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .join(' ')
    .trim();
}
