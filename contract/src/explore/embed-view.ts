import { z } from 'zod/mini';
import { EmbedViewReply } from '../embeds.ts';
import { route } from '../route.ts';
import { EmbedKey, text } from '../vocabulary.ts';
import { recordFilter } from './record-filter.ts';
import { MAX_VIEW_NAME } from './saved-views.ts';

/** The filter of all records, without what is about a person: their places and drawn areas, what they have not seen, what they hide. */
export const embedFilter = z.omit(recordFilter, {
  place_id: true,
  latitude: true,
  longitude: true,
  radius_km: true,
  polygon: true,
  unseen: true,
  hidden: true,
});

/** The views of Explore that another website can show. */
export const EMBED_VIEWS = ['records', 'species', 'map'] as const;
export type EmbedView = (typeof EMBED_VIEWS)[number];

export const getEmbedView = route({
  method: 'GET',
  path: '/api/embed/view',
  summary:
    'How many public records and species a filter selects, and one view of them: the latest records, the most recorded species, or the cells of a map, counted from the latest 10,000 records. Where visitors see nothing, only the records of the owner of the key; else 404, as for an unknown key',
  query: z.extend(embedFilter, { key: EmbedKey, show: z.enum(EMBED_VIEWS), name: z.optional(text(MAX_VIEW_NAME)) }),
  replies: { 200: EmbedViewReply },
});
