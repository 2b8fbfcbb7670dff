import { z } from 'zod/mini';
import { route } from '../route.ts';
import { ListedObservation } from '../observations.ts';
import { EmbedKey, requiredText, text, Uuid } from '../vocabulary.ts';
import { recordFilter } from './record-filter.ts';

/** The most saved views of a person, and the most characters of the address of one. */
export const MAX_SAVED_VIEWS = 100;
export const MAX_VIEW_NAME = 80;
export const MAX_VIEW_QUERY = 5000;

/** Where a view was saved. */
export const VIEW_SCREENS = ['explore', 'identify'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** The most views that a person follows. */
export const MAX_FOLLOWED_VIEWS = 20;
/** What somebody who follows a view is notified of: every record, the first of a species in this year at its place, or the first ever. */
export const VIEW_NOVELTIES = ['any', 'year', 'ever'] as const;
export type ViewNovelty = (typeof VIEW_NOVELTIES)[number];
/** The most records of a view that the person is notified of at once, and that are listed as found last. */
export const MAX_VIEW_HITS = 30;

const viewShape = {
  name: requiredText(MAX_VIEW_NAME),
  screen: z.enum(VIEW_SCREENS),
  /** The query of the address of the screen, as it stands there. */
  query: text(MAX_VIEW_QUERY),
  // What a request leaves out stays as it is.
  /** In the person's own order, lower numbers come first, then the views without one, by name. */
  list_position: z.nullish(z.number().check(z.gte(-1e9), z.lte(1e9))),
  /** Null if the view is not followed. 422 if the server does not understand the query. */
  novelty: z.nullish(z.enum(VIEW_NOVELTIES)),
  /** Whether the person wants to be notified again later. */
  is_paused: z.nullish(z.boolean()),
};
/** A filter of records that a person gave a name. Only they can read it. */
export const SavedView = z.object({ id: Uuid, ...viewShape });
export type SavedView = z.infer<typeof SavedView>;

export const listSavedViews = route({
  method: 'GET',
  path: '/api/explore/views',
  summary: 'The saved views of the caller',
  replies: { 200: z.object({ data: z.array(SavedView).check(z.maxLength(MAX_SAVED_VIEWS)) }) },
});

export const putSavedView = route({
  method: 'PUT',
  path: '/api/explore/views/:id',
  summary:
    'Save a view or replace it; optional fields that are left out stay. The id is made on the device and belongs to the caller alone',
  params: z.object({ id: Uuid }),
  body: z.object(viewShape),
  replies: { 204: null },
});

export const deleteSavedView = route({
  method: 'DELETE',
  path: '/api/explore/views/:id',
  summary: 'Remove a saved view; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});

export const listViewHits = route({
  method: 'GET',
  path: '/api/explore/views/:id/hits',
  summary:
    'Public projections of the last records of a followed view that the caller was notified of, latest first; none for an unknown view',
  params: z.object({ id: Uuid }),
  replies: { 200: z.object({ data: z.array(ListedObservation).check(z.maxLength(MAX_VIEW_HITS)) }) },
});

/** The most records of a feed. */
export const MAX_FEED_RECORDS = 30;

export const getRecordFeed = route({
  method: 'GET',
  path: '/api/explore/feed',
  summary:
    'The last added public records that a filter selects as an Atom feed (RFC 4287), without records that hide their place. With the key of a person, for programs without a session; without one as for lists',
  query: z.extend(recordFilter, {
    key: z.optional(EmbedKey),
    /** The title of the feed. */
    name: z.optional(text(MAX_VIEW_NAME)),
  }),
  replies: { 200: z.string() },
  replyType: 'application/atom+xml',
});

export const getFeedKey = route({
  method: 'GET',
  path: '/api/explore/feed-key',
  summary: 'The secret in the addresses of the feeds of the caller; null without one',
  replies: { 200: z.object({ data: z.object({ key: z.nullable(z.string()) }) }) },
});

export const putFeedKey = route({
  method: 'PUT',
  path: '/api/explore/feed-key',
  summary:
    'Replace the secret in the addresses of the feeds of the caller, made on the device from 256 random bits. Feeds with another one end',
  body: z.strictObject({ key: EmbedKey }),
  replies: { 204: null },
});

export const deleteFeedKey = route({
  method: 'DELETE',
  path: '/api/explore/feed-key',
  summary: 'End the feeds of the caller; repeating the request changes nothing',
  replies: { 204: null },
});
