import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Cursor, DeviceMadeId, NumberText, Uuid } from '../vocabulary.ts';
import { JourneyTombstone, JourneyWrite, ListedJourney, OwnJourney, PublicJourney, TrackState } from './journey.ts';
import { JourneyWeather } from './weather.ts';
import { MAX_JOURNEY_POINTS, MAX_PAGE_POINTS, PointChunk, TrackPoint } from './points.ts';

const params = z.object({ id: DeviceMadeId });
const Limit = z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100))));

export const putJourney = route({
  method: 'PUT',
  path: '/api/journeys/:id',
  summary:
    'Store a journey, also while it runs. Repeating a write changes nothing. 409 for a write based on an older version, with the stored one as `current`; 410 for a deleted journey; 404 for the id of another user’s journey',
  params,
  headers: z.object({ 'if-match': z.optional(z.string().check(z.maxLength(40))) }),
  body: JourneyWrite,
  replies: { 200: z.object({ data: OwnJourney }) },
});

export const getJourney = route({
  method: 'GET',
  path: '/api/journeys/:id',
  summary: 'A journey: complete for its owner; for others what it shares, or 404 if that is nothing',
  params,
  replies: { 200: z.object({ data: z.union([OwnJourney, PublicJourney]) }) },
});

export const deleteJourney = route({
  method: 'DELETE',
  path: '/api/journeys/:id',
  summary: 'Delete a journey of the caller and its points; its records stay. Repeating the request changes nothing',
  params,
  replies: { 204: null },
});

export const listJourneys = route({
  method: 'GET',
  path: '/api/journeys',
  summary: 'Shared journeys, latest first; of one person with `user_id`',
  query: z.object({ user_id: z.optional(Uuid), cursor: z.optional(Cursor), limit: Limit }),
  replies: { 200: z.object({ data: z.array(ListedJourney), next_cursor: z.nullable(z.string()) }) },
});

export const listJourneyChanges = route({
  method: 'GET',
  path: '/api/journeys/changes',
  summary: 'The journeys of the caller that changed since a cursor, deleted ones included, in the order of their changes',
  query: z.object({ cursor: z.optional(Cursor), limit: Limit }),
  replies: {
    200: z.object({
      data: z.array(z.union([OwnJourney, JourneyTombstone])),
      /** The next `cursor`, also when there is no more. */
      next_cursor: z.string(),
      has_more: z.boolean(),
      /** Identifies the server's data, as for the changes of records. */
      epoch: z.string(),
    }),
  },
});

const Degrees = (most: number) => z.optional(z.pipe(NumberText, z.number().check(z.gte(-most), z.lte(most))));

export const getWeather = route({
  method: 'GET',
  path: '/api/journeys/weather',
  summary:
    'The weather now in a cell of 0.1°, from the weather service of the operator; without coordinates, only its name. `source` is null if there is no service; `weather` is null if it has none or cannot be reached',
  query: z.object({ latitude: Degrees(90), longitude: Degrees(180) }),
  replies: { 200: z.object({ data: z.object({ source: z.nullable(z.string()), weather: z.nullable(JourneyWeather) }) }) },
});

export const putJourneyPoints = route({
  method: 'PUT',
  path: '/api/journeys/:id/points',
  summary:
    'Store points of a journey of the caller, in any order of chunks. A point is stored once per `seq`; repeating it changes nothing, and 409 if it differs. 410 for a deleted journey',
  params,
  body: PointChunk,
  replies: { 200: z.object({ data: TrackState }) },
});

export const listJourneyPoints = route({
  method: 'GET',
  path: '/api/journeys/:id/points',
  summary: 'The points of a journey of the caller in order, those that are trimmed included',
  params,
  query: z.object({
    /** Only points after this `seq`. */
    after: z.optional(z.pipe(NumberText, z.int().check(z.gte(-1), z.lt(MAX_JOURNEY_POINTS)))),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(MAX_PAGE_POINTS)))),
  }),
  replies: { 200: z.object({ data: z.array(TrackPoint), has_more: z.boolean() }) },
});
