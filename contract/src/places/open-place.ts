import { z } from 'zod/mini';
import { text, Uuid } from '../vocabulary.ts';

/** The kinds of a place that a person makes public, and of what an operator loads. */
export const OPEN_PLACE_KINDS = ['hotspot', 'reserve', 'patch'] as const;
export type OpenPlaceKind = (typeof OPEN_PLACE_KINDS)[number];
export const AREA_KINDS = ['municipality', 'province', 'region', 'grid_square'] as const;

/** How many places a person can make public. */
export const MAX_OPEN_PLACES = 100;

/** What makes a saved place public: its page has the name and the boundary of the place, and this. */
export const OpenPlace = z.object({
  /** Of the page. Made on the device. */
  id: Uuid,
  kind: z.enum(OPEN_PLACE_KINDS),
  /** In Markdown (decision 0043). */
  text: text(4000),
});
export type OpenPlace = z.infer<typeof OpenPlace>;
