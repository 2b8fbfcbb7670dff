import { z } from 'zod/mini';
import { route } from '../route.ts';
import { TaxonIdText } from '../vocabulary.ts';

export const listSpeciesNames = route({
  method: 'GET',
  path: '/api/species/:id/names',
  summary: 'The names of a taxon with the list that each comes from, by language and with the preferred name first',
  params: z.object({ id: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.array(
        z.object({
          /** One of the languages of the app; `sci` for a scientific synonym. */
          language: z.string(),
          name: z.string(),
          is_preferred: z.boolean(),
          /** `starter` for the list that comes with Veld; else the source that was named when the list was imported. */
          source: z.string(),
        }),
      ),
    }),
  },
});
