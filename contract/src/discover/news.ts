import { z } from 'zod/mini';
import { ListedObservation } from '../observations.ts';
import { route } from '../route.ts';
import { circleFilter, CountryCode } from '../vocabulary.ts';

/** A record is news for this many days after its day. */
export const NEWS_DAYS = 30;
/** A species arrived this year if its first record of the year is not older than this. */
export const ARRIVAL_DAYS = 14;
/** From this rarity in the country on, a record is notable. */
export const NOTABLE_RARITY = 4;

export const getNews = route({
  method: 'GET',
  path: '/api/discover/:country',
  summary:
    'What is new in a country, from open records only: the latest record of each rare species of the last 30 days, in a circle if one is given; and the first record of the year of each species that was found for the first time in the last 14 days. Without records of the caller and of people whom the caller has muted',
  params: z.object({ country: CountryCode }),
  query: z.object({
    /** Of notable records. */
    ...circleFilter,
  }),
  replies: { 200: z.object({ data: z.object({ notable: z.array(ListedObservation), arrivals: z.array(ListedObservation) }) }) },
});
