import { z } from 'zod/mini';
import { route } from '../route.ts';
import { TaxonSummary } from '../taxa.ts';
import { TaxonIdText } from '../vocabulary.ts';

/** A confusion is shown once this many people gave the other name, so that it says nothing about the mistakes of one of them. */
export const CONFUSED_BY = 3;

export const listConfusions = route({
  method: 'GET',
  path: '/api/identifications/confusions/:taxonId',
  summary:
    'The species with which people confused a species, the most frequent first: how many open records had the other name and this community taxon, and the reverse. Only from 3 people on',
  params: z.object({ taxonId: TaxonIdText }),
  replies: {
    200: z.object({
      data: z.object({
        species: z.array(
          z.object({
            taxon: TaxonSummary,
            /** Records that somebody had named so, and that are of the species that was asked for. */
            corrected_from: z.int(),
            /** Records that somebody had named as the species that was asked for, and that are of this one. */
            corrected_to: z.int(),
          }),
        ),
      }),
    }),
  },
});
