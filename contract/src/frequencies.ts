import { z } from 'zod/mini';
import { FREQUENCY_VERSION_LENGTH } from './frequencies/pack.ts';
import { route } from './route.ts';
import { CountryCode } from './vocabulary.ts';

/** The media type of a pack (docs/frequencies.md). */
export const FREQUENCY_PACK_TYPE = 'application/vnd.veld.frequencies';

export const getFrequencies = route({
  method: 'GET',
  path: '/api/frequencies/:country',
  summary:
    'How often each species is found in a country, by cell and week, as a binary pack. With `since`, only what changed after that version if the server still has it; otherwise the whole pack',
  params: z.object({ country: CountryCode }),
  query: z.object({ since: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.length(FREQUENCY_VERSION_LENGTH))) }),
  replies: { 200: z.any() },
  replyType: FREQUENCY_PACK_TYPE,
});
