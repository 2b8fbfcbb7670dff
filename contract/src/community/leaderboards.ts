import { z } from 'zod/mini';
import { route } from '../route.ts';
import { CountryFilter, Period, TaxonGroup, Uuid } from '../vocabulary.ts';

/** What a board orders people by; the first one is shown first. */
export const BOARDS = ['confirmed_species', 'species', 'records', 'confirmed_share', 'identifications', 'new_squares'] as const;
export const Board = z.enum(BOARDS);
export type Board = z.infer<typeof Board>;

/** How many people a board shows. */
export const MAX_RANKED = 50;
/** The share of confirmed records is that of people with at least this many records that could be. */
export const LEAST_FOR_SHARE = 20;

/** The value is a number, of `confirmed_share` per cent. Equal values share a rank. */
export const Ranked = z.object({ id: Uuid, name: z.string(), is_pro: z.boolean(), value: z.int(), rank: z.int() });
export type Ranked = z.infer<typeof Ranked>;

export const getLeaderboard = route({
  method: 'GET',
  path: '/api/community/leaderboards/:board',
  summary:
    'The people of the community who are first in a number, counted from their public lists; and the caller, also if not among them. Only people who are listed and have not opted out of leaderboards',
  params: z.object({ board: Board }),
  query: z.object({ period: z.optional(Period), group: z.optional(TaxonGroup), country: z.optional(CountryFilter) }),
  replies: { 200: z.object({ data: z.array(Ranked), own: z.nullable(Ranked) }) },
});
