import { z } from 'zod/mini';
import { route } from '../route.ts';
import { requiredText, text, Uuid } from '../vocabulary.ts';

/** The most saved views of a person, and the most characters of the address of one. */
export const MAX_SAVED_VIEWS = 100;
export const MAX_VIEW_NAME = 80;
export const MAX_VIEW_QUERY = 5000;

/** Where a view was saved. */
export const VIEW_SCREENS = ['explore', 'identify'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

const viewShape = {
  name: requiredText(MAX_VIEW_NAME),
  screen: z.enum(VIEW_SCREENS),
  /** The query of the address of the screen, as it stands there. */
  query: text(MAX_VIEW_QUERY),
  // What a request leaves out stays as it is.
  /** In the person's own order, lower numbers come first, then the views without one, by name. */
  list_position: z.nullish(z.number().check(z.gte(-1e9), z.lte(1e9))),
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
