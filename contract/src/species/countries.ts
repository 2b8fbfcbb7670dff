import { z } from 'zod/mini';
import { route } from '../route.ts';
import { RarityClass } from '../taxa.ts';
import { CountryCode, TaxonIdText } from '../vocabulary.ts';

export const listSpeciesCountries = route({
  method: 'GET',
  path: '/api/species/:id/countries',
  summary: 'The countries whose lists have a taxon, and how common it is there, the commonest first',
  params: z.object({ id: TaxonIdText }),
  replies: { 200: z.object({ data: z.array(z.object({ country_code: CountryCode, rarity_class: RarityClass })) }) },
});
