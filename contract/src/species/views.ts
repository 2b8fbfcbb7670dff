import { z } from 'zod/mini';
import { route } from '../route.ts';
import { TaxonId, Uuid } from '../vocabulary.ts';

/** Taxa in one batch, and views of one of them that count. */
export const MAX_VIEWED_TAXA = 200;
export const MAX_VIEWS = 20;

/** Repeating a `write_id` changes nothing. The server adds the views to those of the day, and stores nothing about who sent them. */
export const postSpeciesViews = route({
  method: 'POST',
  path: '/api/species/views',
  summary: 'Count how often pages of taxa were opened, so that curators know which need an image most',
  body: z.object({
    write_id: Uuid,
    views: z
      .array(z.object({ taxon_id: TaxonId, count: z.int().check(z.gte(1), z.lte(MAX_VIEWS)) }))
      .check(z.minLength(1), z.maxLength(MAX_VIEWED_TAXA)),
  }),
  replies: { 204: null },
});
