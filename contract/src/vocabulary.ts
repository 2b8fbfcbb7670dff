import { z } from 'zod/mini';

/** The nine languages of the app, in the order in which menus show them. */
export const LANGUAGES = ['en', 'nl', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'af'] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** The key of scientific names in maps of names by language (decision 0022). */
export const SCIENTIFIC = 'sci';

/** ISO 3166-1 alpha-2, upper case. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'country_code' }));
export type CountryCode = z.infer<typeof CountryCode>;

/** Stands for "no country" in URLs (decision 0024). */
export const WORLDWIDE = 'worldwide';

/** A country code, or `worldwide`, which is parsed as null: no filter. */
export const CountryFilter = z.pipe(
  z.union([CountryCode, z.literal(WORLDWIDE)]),
  z.transform((value) => (value === WORLDWIDE ? null : value)),
);

/** In lower case, as PostgreSQL writes it, so that one id has one spelling. */
export const Uuid = z.uuid({ error: 'uuid' }).check(z.toLowerCase());
/** Ids of observations, media and journeys: version 4, because version 7 would reveal the time of creation (decision 0015). */
export const DeviceMadeId = z.uuidv4({ error: 'uuid' }).check(z.toLowerCase());
/** A taxon id: a positive 31-bit integer. */
export const TaxonId = z.int({ error: 'taxon_id' }).check(z.gte(1, { error: 'taxon_id' }), z.lte(2_147_483_647, { error: 'taxon_id' }));
/** A number in a query. Coercing alone would read an empty text as 0. */
export const NumberText = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i))]),
  z.coerce.number<string | number>(),
);
/** The largest circle that records are looked for in. */
export const MAX_CIRCLE_KM = 100;
/** A circle in a query: its middle in degrees (WGS 84) and its radius. All three or none. */
export const circleFilter = {
  latitude: z.optional(z.pipe(NumberText, z.number().check(z.gte(-90), z.lte(90)))),
  longitude: z.optional(z.pipe(NumberText, z.number().check(z.gte(-180), z.lte(180)))),
  radius_km: z.optional(z.pipe(NumberText, z.number().check(z.gte(1), z.lte(MAX_CIRCLE_KM)))),
};
/**
 * An area in a query: a saved place of the caller, or a circle. Only what is there, as far as the caller may know: open records, and
 * obscured ones whose whole grid cell lies in it. 404 for an unknown place.
 */
export const areaFilter = { place_id: z.optional(Uuid), ...circleFilter };
/** A taxon id as text, in a path or query. */
export const TaxonIdText = z.pipe(z.coerce.number<string>(), TaxonId);
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'sha256' }));
/** RFC 3339, with `Z` or an offset. */
export const Instant = z.iso.datetime({ offset: true });

export const PERIODS = [
  'all',
  'today',
  'yesterday',
  'this_week',
  'this_month',
  'previous_month',
  'this_quarter',
  'previous_quarter',
  'this_year',
  'previous_year',
] as const;
export const Period = z.enum(PERIODS);
export type Period = z.infer<typeof Period>;

export const LICENSES = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-NC-4.0'] as const;
export const License = z.enum(LICENSES);
export type License = z.infer<typeof License>;

export const GEOPRIVACIES = ['open', 'obscured', 'private'] as const;
export const Geoprivacy = z.enum(GEOPRIVACIES);
export type Geoprivacy = z.infer<typeof Geoprivacy>;

export const QUALITIES = ['casual', 'needs_id', 'confirmed'] as const;
export const Quality = z.enum(QUALITIES);

export const ROLES = ['user', 'curator', 'admin'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const TAXON_GROUPS = [
  'bird',
  'mammal',
  'amphibian',
  'reptile',
  'fish',
  'butterfly',
  'dragonfly',
  'insect',
  'spider',
  'mollusc',
  'plant',
  'tree',
  'fern',
  'moss',
  'fungus',
  'lichen',
  'other',
] as const;
export const TaxonGroup = z.enum(TAXON_GROUPS);
export type TaxonGroup = z.infer<typeof TaxonGroup>;

/** The kingdoms of the Catalogue of Life. */
export const KINGDOMS = ['animalia', 'archaea', 'bacteria', 'chromista', 'fungi', 'plantae', 'protozoa', 'viruses'] as const;
export const Kingdom = z.enum(KINGDOMS);
export type Kingdom = z.infer<typeof Kingdom>;

/** An opaque position in a list, made and read by the server. */
export const Cursor = z.string().check(z.maxLength(400), z.regex(/^[A-Za-z0-9_-]*$/, { error: 'cursor' }));
/** Plain text, not trimmed: at most `max` UTF-16 code units, no NUL and no lone surrogates, which PostgreSQL cannot store. */
/* @__NO_SIDE_EFFECTS__ */
export function text(max: number) {
  return z.string().check(
    z.maxLength(max, { error: 'too_long' }),
    z.refine((value) => !value.includes('\u0000') && value.isWellFormed(), { error: 'text' }),
  );
}

/** A text of more than white space, of at most `max` characters. */
export function requiredText(max: number) {
  return text(max).check(z.refine((value) => value.trim() !== '', { error: 'required' }));
}

/** The secret in the address of an embed. */
export const EmbedKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,80}$/, { error: 'embed_key' }));
