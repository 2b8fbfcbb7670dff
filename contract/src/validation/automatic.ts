import { z } from 'zod/mini';
import { route } from '../route.ts';

/**
 * When the server accepts records of common species by itself, every night: of at least this share of the lists of their cell and week,
 * by observers with so many accepted or confirmed records, with nothing to be checked. Off unless an admin switches it on.
 */
export const AutomaticRule = z.object({
  is_on: z.boolean(),
  /** 0.01 to 1. */
  share: z.number().check(z.gte(0.01), z.lte(1)),
  observer_records: z.int().check(z.gte(1), z.lte(10_000)),
});
export type AutomaticRule = z.infer<typeof AutomaticRule>;

export const getAutomaticRule = route({
  method: 'GET',
  path: '/api/validation/automatic',
  summary: 'As admin, when the server accepts records by itself, and how many it has accepted so far',
  replies: { 200: z.object({ data: z.extend(AutomaticRule, { accepted: z.int() }) }) },
});

export const putAutomaticRule = route({
  method: 'PUT',
  path: '/api/validation/automatic',
  summary: 'As admin, choose when the server accepts records by itself. Records that it accepted stay accepted',
  body: AutomaticRule,
  replies: { 204: null },
});
