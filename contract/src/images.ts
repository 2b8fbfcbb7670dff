import { z } from 'zod/mini';
import { LIFE_STAGES } from './attributes.ts';
import { Crop } from './media.ts';
import { route } from './route.ts';
import { TaxonSummary } from './taxa.ts';
import { CountryFilter, Language, NumberText, TaxonGroup, TaxonId, TaxonIdText, text, Uuid } from './vocabulary.ts';

/** Where candidates come from: this server's photos, Wikimedia Commons and iNaturalist. */
export const CANDIDATE_SOURCES = ['own', 'commons', 'inaturalist'] as const;
export type CandidateSource = (typeof CANDIDATE_SOURCES)[number];

/** What the users of Wikimedia Commons voted a file, the best first. */
export const IMAGE_QUALITIES = ['featured', 'quality', 'valued'] as const;

/** An image that a curator can choose for a taxon. */
export const ImageCandidate = z.object({
  /** Identifies it within its source. */
  id: z.string(),
  /** An address on this server that shows it in a small size. */
  url: z.string(),
  /** `observation`, `upload`, `commons` or `inaturalist`. */
  source: z.string(),
  attribution: z.string(),
  /** The code of the licence, or its name if this server does not know it. */
  license_name: z.string(),
  license_url: z.nullable(z.string()),
  /** The page of the image on the other site. */
  page_url: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Whether its licence allows to show and crop it here. */
  is_usable: z.boolean(),
  /** Whether its source names exactly this taxon, not only somewhere in its description. */
  is_exact: z.boolean(),
  quality: z.nullable(z.enum(IMAGE_QUALITIES)),
});
export type ImageCandidate = z.infer<typeof ImageCandidate>;

export const getTaxonImages = route({
  method: 'GET',
  path: '/api/specie-images/:taxonId',
  summary: 'Candidate images of a taxon: photos of its public records, the caller’s uploads, and images of other sites',
  params: z.object({ taxonId: TaxonIdText }),
  query: z.object({
    page: z.optional(z.pipe(NumberText, z.int().check(z.gte(0), z.lte(1000)))),
    /** Only the candidates of one source; all by default. */
    source: z.optional(z.enum(CANDIDATE_SOURCES)),
  }),
  replies: {
    200: z.object({
      images: z.array(ImageCandidate),
      image_sources: z.array(z.string()),
      /** The licence of all images, if it is the same. */
      license_name: z.string(),
      /** How asking each source went: `failed` if it did not answer in time or not as expected, `off` if the operator switched it off. */
      sources: z.array(z.object({ source: z.enum(CANDIDATE_SOURCES), state: z.enum(['ok', 'failed', 'off']), has_more: z.boolean() })),
      /** Whether this server accepts non-commercial licences. */
      allows_non_commercial: z.boolean(),
    }),
  },
});
export type TaxonImages = z.infer<(typeof getTaxonImages)['replies'][200]>;

export const getImagePreview = route({
  method: 'GET',
  path: '/api/specie-images/:taxonId/preview',
  summary: 'A small picture of a candidate on another site; needs a signed address from another response',
  params: z.object({ taxonId: TaxonIdText }),
  query: z.object({
    source: z.optional(z.string().check(z.maxLength(20))),
    u: z.optional(z.string().check(z.maxLength(2000))),
    e: z.optional(z.string().check(z.maxLength(20))),
    s: z.optional(z.string().check(z.maxLength(100))),
  }),
  replies: { 200: z.any() },
  replyType: 'image/jpeg',
});

/** Who made an image, and under which licence. */
export const ImageCredit = z.strictObject({
  author: text(200).check(z.minLength(1, { error: 'required' })),
  license: z.string().check(z.maxLength(40)),
  page_url: z.nullish(z.url({ protocol: /^https?$/, error: 'image_address' }).check(z.maxLength(2000))),
});
export type ImageCredit = z.infer<typeof ImageCredit>;

/** Why a curator changed an image. */
const Reason = text(500);

/** The image a curator chose for a taxon. */
export const TaxonImage = z.object({
  taxon_id: TaxonId,
  image_url: z.string(),
  attribution: z.string(),
  license: z.string(),
});

/**
 * `image_url` is the address of a photo on this server, or of an image elsewhere, which this server then fetches once and stores. With
 * `candidate_id`, a candidate of `image_source` is fetched with the author and licence that its site states. Repeating a request with
 * the same `write_id` fetches nothing again.
 */
export const postTaxonImage = route({
  method: 'POST',
  path: '/api/specie-images/:taxonId',
  summary: 'Choose the image of a taxon',
  params: z.object({ taxonId: TaxonIdText }),
  body: z.object({
    image_url: z.string().check(z.maxLength(2000)),
    image_source: z.string().check(z.maxLength(200)),
    write_id: z.optional(Uuid),
    candidate_id: z.optional(z.string().check(z.maxLength(100))),
    /** Required for an image elsewhere; states who made an upload if that is not the caller. */
    credit: z.optional(ImageCredit),
    reason: z.optional(Reason),
  }),
  replies: { 200: z.object({ data: TaxonImage }) },
});

const Fraction = z.number().check(z.gte(0), z.lte(1));

/** What a curator says about an image. Crop and focus are relative to the picture that may be shown. */
export const ImageDetails = z.object({
  crop: z.nullable(Crop),
  focus: z.nullable(z.object({ x: Fraction, y: Fraction })),
  /** What the picture shows, for people who cannot see it, by language. */
  alt: z.partialRecord(Language, text(300)),
  life_stage: z.nullable(z.enum(LIFE_STAGES)),
});
export type ImageDetails = z.infer<typeof ImageDetails>;

export const IMAGE_ACTIONS = ['choose', 'edit', 'revert', 'remove', 'lock', 'unlock'] as const;

/** An entry in the history of a taxon's image, with the image after it. */
export const ImageChange = z.object({
  id: Uuid,
  action: z.enum(IMAGE_ACTIONS),
  /** Null for what was there before changes were recorded, and for deleted accounts. */
  user_name: z.nullable(z.string()),
  changed_at: z.string(),
  reason: z.nullable(z.string()),
  attribution: z.nullable(z.string()),
  license: z.nullable(z.string()),
  /** Shows the picture; null if there is none, or it no longer exists. */
  url: z.nullable(z.string()),
  /** Whether the image can be restored. */
  can_revert: z.boolean(),
});
export type ImageChange = z.infer<typeof ImageChange>;

export const CurrentImage = z.extend(ImageDetails, {
  media_id: Uuid,
  /** `observation`, `upload`, `url`, `commons` or `inaturalist`. */
  source: z.string(),
  attribution: z.string(),
  license: z.string(),
  page_url: z.nullable(z.string()),
  /** The picture that may be shown, without the curator's crop, and its size in pixels. */
  edit_url: z.string(),
  width: z.int(),
  height: z.int(),
  is_locked: z.boolean(),
});
export type CurrentImage = z.infer<typeof CurrentImage>;

export const getCurrentImage = route({
  method: 'GET',
  path: '/api/specie-images/:taxonId/current',
  summary: 'The image of a taxon with what curators said about it, and its history',
  params: z.object({ taxonId: TaxonIdText }),
  replies: { 200: z.object({ data: z.nullable(CurrentImage), history: z.array(ImageChange) }) },
});

/** Replaces the details. `media_id` is the picture they are about: 409 if the taxon has another one by now. */
export const putImageDetails = route({
  method: 'PUT',
  path: '/api/specie-images/:taxonId/current',
  summary: 'Say what the image of a taxon shows and which part; repeating a `write_id` changes nothing',
  params: z.object({ taxonId: TaxonIdText }),
  body: z.extend(ImageDetails, { write_id: Uuid, media_id: Uuid, credit: z.optional(ImageCredit), reason: z.optional(Reason) }),
  replies: { 200: z.object({ data: z.nullable(CurrentImage) }) },
});

/** Restores an image of the history, or none for a null `change_id`. */
export const revertImage = route({
  method: 'POST',
  path: '/api/specie-images/:taxonId/revert',
  summary: 'Return to an earlier image of a taxon; repeating a `write_id` changes nothing',
  params: z.object({ taxonId: TaxonIdText }),
  body: z.object({ write_id: Uuid, change_id: z.nullable(Uuid), reason: z.optional(Reason) }),
  replies: { 200: z.object({ data: z.nullable(CurrentImage) }) },
});

/** A locked image cannot be changed. Only admins unlock. */
export const lockImage = route({
  method: 'POST',
  path: '/api/specie-images/:taxonId/lock',
  summary: 'Lock or unlock the image of a taxon; repeating a `write_id` changes nothing',
  params: z.object({ taxonId: TaxonIdText }),
  body: z.object({ write_id: Uuid, is_locked: z.boolean(), reason: z.optional(Reason) }),
  replies: { 200: z.object({ data: z.nullable(CurrentImage) }) },
});

export const putImageRejection = route({
  method: 'PUT',
  path: '/api/specie-images/:taxonId/rejections',
  summary: 'Never offer a candidate for a taxon again, or offer it again',
  params: z.object({ taxonId: TaxonIdText }),
  body: z.object({ source: z.enum(CANDIDATE_SOURCES), id: z.string().check(z.minLength(1), z.maxLength(100)), is_rejected: z.boolean() }),
  replies: { 204: null },
});

export const IMAGE_NEEDS = ['image', 'license', 'none'] as const;

/** Which species come first among those that need the same: those found most often, or whose pages are opened most. */
export const NEED_ORDERS = ['records', 'views'] as const;

/** What species need most: those without an image first, then those whose licence is not accepted. */
export const listImageNeeds = route({
  method: 'GET',
  path: '/api/specie-images',
  summary: 'Species by how much they need an image, by how often they are found in a country or their pages are opened',
  query: z.object({
    country: z.optional(CountryFilter),
    group: z.optional(TaxonGroup),
    need: z.optional(z.enum(IMAGE_NEEDS)),
    order: z.optional(z.enum(NEED_ORDERS)),
    page: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(10_000)))),
  }),
  replies: {
    200: z.object({
      data: z.array(
        z.extend(TaxonSummary, {
          need: z.enum(IMAGE_NEEDS),
          records: z.int(),
          /** How often its page was opened in the last 90 days. */
          views: z.int(),
          is_locked: z.boolean(),
        }),
      ),
      has_more: z.boolean(),
      /** Species in the country and group, and how many of them have an image with an accepted licence. */
      total: z.int(),
      done: z.int(),
    }),
  },
});
export type ImageNeed = z.infer<(typeof listImageNeeds)['replies'][200]>['data'][number];

export const getTaxonImageInfo = route({
  method: 'GET',
  path: '/api/specie-images/:taxonId/info',
  summary: 'Who made the image of a taxon and what it shows, in the caller’s language',
  params: z.object({ taxonId: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.nullable(
        z.object({
          attribution: z.nullable(z.string()),
          license: z.nullable(z.string()),
          license_url: z.nullable(z.string()),
          page_url: z.nullable(z.string()),
          alt: z.nullable(z.string()),
          life_stage: z.nullable(z.enum(LIFE_STAGES)),
          /** The id that lists of records give the photo, so that it is not shown twice; null if it is of no record. */
          photo_id: z.nullable(Uuid),
        }),
      ),
    }),
  },
});
