import { z } from 'zod/mini';
import { LIFE_STAGES, SEXES } from '../attributes.ts';
import { BREEDING_CODES, groupFields } from '../group-fields.ts';
import { VALIDATION_STATES, ValidationState } from '../validation/states.ts';
import { areaFilter, CountryFilter, License, NumberText, Period, Quality, TaxonGroup, TaxonIdText, Uuid } from '../vocabulary.ts';

/** A number, or values separated by commas, in a query: at least one and at most `max`. */
/* @__NO_SIDE_EFFECTS__ */
function listText<Item extends z.ZodMiniType>(item: Item, max: number) {
  return z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.maxLength(2000))]),
      // Each part is checked below.
      z.transform((value) => String(value).split(',') as z.input<Item>[]),
    ),
    z.array(item).check(z.maxLength(max)),
  );
}
/** The most corners of a polygon in a query. */
export const MAX_POLYGON_CORNERS = 100;
const DEGREES = /^-?\d{1,3}(\.\d{1,20})?$/;
const Degrees = z.pipe(z.string().check(z.regex(DEGREES)), z.coerce.number<string>());
const Longitude = Degrees.check(z.gte(-180), z.lte(180));
const Latitude = Degrees.check(z.gte(-90), z.lte(90));
/** A box in degrees (WGS 84), as `west,south,east,north`. West is greater than east if it crosses the antimeridian. */
const BoxText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(80)),
    z.transform((value) => value.split(',')),
  ),
  z.pipe(
    z.tuple([Longitude, Latitude, Longitude, Latitude]),
    z.transform(([west, south, east, north]) => ({ west, south, east, north })),
  ),
);
/** The corners of a polygon in degrees (WGS 84), as `longitude latitude,longitude latitude,...`; it closes itself. */
const PolygonText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40 * MAX_POLYGON_CORNERS)),
    z.transform((value) => value.split(',').map((corner) => corner.trim().split(' '))),
  ),
  z.array(z.tuple([Longitude, Latitude])).check(z.minLength(3), z.maxLength(MAX_POLYGON_CORNERS)),
);
const Flag = z.enum(['0', '1']);
/** The first records of a year are looked for among so many at most. */
export const MAX_FIRSTS_AMONG = 100_000;
/** The most years of a filter. */
export const MAX_FILTER_YEARS = 20;
/** A calendar year of four digits in a query. */
export const YearText = z.pipe(z.string().check(z.regex(/^\d{4}$/)), z.pipe(z.coerce.number<string>(), z.int().check(z.gte(1))));
const MonthText = z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.pipe(z.coerce.number<string>(), z.int().check(z.gte(1), z.lte(12))));

/**
 * Selects among everyone's records, with the same parameters on every route that does. What hides its place is selected by what others
 * know of it: its month, its public country and its grid cell (decision 0016). All parameters together narrow the selection, and a route
 * that has them refuses any other.
 */
export const recordFilter = z.strictObject({
  /** The taxon and all taxa below it. */
  taxon_id: z.optional(TaxonIdText),
  /** `0`: without the taxa below `taxon_id`. */
  below: z.optional(Flag),
  group: z.optional(TaxonGroup),
  period: z.optional(Period),
  /** Days as `YYYY-MM-DD`. Records whose dates do not all lie between them are left out. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  /** Calendar years of four digits. Records whose dates do not all lie in one of them are left out. */
  year: z.optional(listText(YearText, MAX_FILTER_YEARS)),
  /** Calendar months of any year, 1 to 12. Records whose month is unknown are left out. */
  month: z.optional(listText(MonthText, 12)),
  country: z.optional(CountryFilter),
  /** A public place. 404 if there is none that the caller sees. */
  place: z.optional(Uuid),
  ...areaFilter,
  /** An area too, instead of a place or a circle. */
  polygon: z.optional(PolygonText),
  /** A part of the area, or of the world. A record that hides its place is in it if the centre of its grid cell is. */
  box: z.optional(BoxText),
  user_id: z.optional(Uuid),
  /** Records that count for a project. 404 if the caller does not see it. */
  project_id: z.optional(Uuid),
  quality: z.optional(listText(Quality, 3)),
  /** What validators say of it. */
  validation: z.optional(listText(ValidationState, VALIDATION_STATES.length)),
  /** `1`: only records without a species: of a higher taxon, or of none. */
  unnamed: z.optional(Flag),
  /** `1`: only records with a photo. `0`: only those without. */
  photos: z.optional(Flag),
  life_stage: z.optional(listText(z.enum(LIFE_STAGES), LIFE_STAGES.length)),
  sex: z.optional(listText(z.enum(SEXES), SEXES.length)),
  /** Codes of the European Breeding Bird Atlas. */
  breeding: z.optional(listText(z.enum(BREEDING_CODES), BREEDING_CODES.length)),
  /** Whether it was wild, captive, planted ... */
  wildness: z.optional(listText(groupFields.wildness.schema, groupFields.wildness.choices.length)),
  /** The largest uncertainty of the public place in metres. Records without one are left out. */
  uncertainty_m: z.optional(z.pipe(NumberText, z.number().check(z.gt(0), z.lte(20_037_509)))),
  license: z.optional(listText(License, 3)),
  /** `1`: only species that the caller has not found yet. */
  unseen: z.optional(Flag),
  /**
   * `1`: only the first record of each species in its calendar year, of all records in the area of the filter: place, circle, polygon, box,
   * country or project, else the world. First is whose last day comes first, of records that hide their place the last day of their month.
   * 422 if the years of the filter have more than `MAX_FIRSTS_AMONG` records there.
   */
  first_of_year: z.optional(Flag),
  /**
   * `1`: only records that hide their place. `0`: only those that do not. 422 unless `user_id` is the caller: what anybody else hides is
   * nobody's to select.
   */
  hidden: z.optional(Flag),
});
export type RecordFilterQuery = z.infer<typeof recordFilter>;
/** As a caller writes it. */
export type RecordFilterInput = z.input<typeof recordFilter>;
