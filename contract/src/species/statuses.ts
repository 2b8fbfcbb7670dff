import { z } from 'zod/mini';
import { route } from '../route.ts';
import { CountryCode, TaxonId } from '../vocabulary.ts';

/** How a taxon came to a country, after Darwin Core's establishmentMeans. `uncertain`: sources or parts of the country differ. */
export const ESTABLISHMENT_MEANS = ['native', 'introduced', 'vagrant', 'uncertain'] as const;
export type EstablishmentMeans = (typeof ESTABLISHMENT_MEANS)[number];

/** Categories of red lists, after IUCN; `RE` is regionally extinct. */
export const THREAT_STATUSES = ['EX', 'EW', 'RE', 'CR', 'EN', 'VU', 'NT', 'LC', 'DD'] as const;
export type ThreatStatus = (typeof THREAT_STATUSES)[number];

/** The categories of species that are threatened with extinction. */
export const THREATENED: readonly ThreatStatus[] = ['CR', 'EN', 'VU'];

/** What one source says about a taxon in a country. */
export const TaxonStatus = z.object({
  establishment_means: z.nullable(z.enum(ESTABLISHMENT_MEANS)),
  is_invasive: z.boolean(),
  is_protected: z.boolean(),
  threat_status: z.nullable(z.enum(THREAT_STATUSES)),
  /** The publication or list. */
  source: z.string(),
});
export type TaxonStatus = z.infer<typeof TaxonStatus>;

/** The statuses by which a list of species can be filtered. */
export const STATUS_FILTERS = ['native', 'introduced', 'invasive', 'threatened', 'protected'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

const Ids = z.array(TaxonId);

export const listTaxonStatuses = route({
  method: 'GET',
  path: '/api/species/statuses/:country',
  summary: 'The taxa of a country that a source calls native, introduced, invasive, threatened or protected',
  params: z.object({ country: CountryCode }),
  replies: { 200: z.object({ data: z.object({ native: Ids, introduced: Ids, invasive: Ids, threatened: Ids, protected: Ids }) }) },
});
