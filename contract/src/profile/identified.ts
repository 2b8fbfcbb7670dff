import { z } from 'zod/mini';
import { ListedObservation } from '../observations.ts';
import { route } from '../route.ts';
import { TaxonSummary } from '../taxa.ts';
import { CountryFilter, Cursor, DeviceMadeId, NumberText, Period, Uuid } from '../vocabulary.ts';

/** A record of someone else, and what a person said that it shows. */
export const IdentifiedRecord = z.object({
  identification: z.object({
    id: DeviceMadeId,
    taxon: TaxonSummary,
    disagrees: z.boolean(),
    comment: z.string(),
    created_at: z.string(),
  }),
  record: ListedObservation,
});
export type IdentifiedRecord = z.infer<typeof IdentifiedRecord>;

export const listIdentificationsOfPerson = route({
  method: 'GET',
  path: '/api/community/profile/:id/identifications',
  summary:
    'The identifications that a person gave and did not withdraw, of records that the caller may see and that do not hide their place; last received first',
  params: z.object({ id: Uuid }),
  query: z.object({
    /** By the day (UTC) of the identification. */
    period: z.optional(Period),
    country: z.optional(CountryFilter),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(50)))),
  }),
  replies: { 200: z.object({ data: z.array(IdentifiedRecord), next_cursor: z.nullable(z.string()) }) },
});
