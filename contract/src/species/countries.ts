import { z } from 'zod/mini';
import { route } from '../route.ts';
import { RarityClass } from '../taxa.ts';
import { CountryCode, TaxonIdText } from '../vocabulary.ts';
import { TaxonStatus } from './statuses.ts';

export const listSpeciesCountries = route({
  method: 'GET',
  path: '/api/species/:id/countries',
  summary: 'The countries of a taxon: how common it is there and what sources say about it, the one where it is commonest first',
  params: z.object({ id: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.array(
        z.object({
          country_code: CountryCode,
          /** Null where the taxon is not on the list of the country, for example because it died out. */
          rarity_class: z.nullable(RarityClass),
          statuses: z.array(TaxonStatus),
        }),
      ),
    }),
  },
});
export type SpeciesInCountry = z.infer<(typeof listSpeciesCountries)['replies'][200]>['data'][number];
