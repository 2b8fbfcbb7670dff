import { deleteSavedView, listKeys, pick, putSavedView, type SavedView, VIEW_NOVELTIES, VIEW_SCREENS } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { validElements } from '../device/device-setting';
import { call } from '../outbox/operation';
import { enqueue } from '../outbox/store';
import { readListPosition } from '../records/lists/list-order';
import { changeList, sharedList } from '../records/lists/shared-list';

const VIEW_SUBJECT = 'saved_view:';

export const operations = {
  putSavedView: call(putSavedView, { label: 'saved_view', subject: ({ params }) => VIEW_SUBJECT + params.id }),
  deleteSavedView: call(deleteSavedView, { label: 'saved_view', subject: ({ params }) => VIEW_SUBJECT + params.id }),
};

// Loose: an older version of the app keeps fields that a newer one added.
const schema: z.ZodMiniType<SavedView> = z.looseObject({
  id: z.string(),
  name: z.string(),
  screen: z.catch(z.enum(VIEW_SCREENS), 'explore'),
  query: z.string(),
  list_position: z.catch(z.nullish(z.number()), undefined),
  novelty: z.catch(z.nullish(z.enum(VIEW_NOVELTIES)), undefined),
  is_paused: z.catch(z.nullish(z.boolean()), undefined),
});

/** What the server has of a view. */
const FIELDS = listKeys(putSavedView.body.shape);

/** The filters of records to which the person gave names. */
export const savedViewList = sharedList<SavedView>('saved_views', validElements(schema), {
  subject: VIEW_SUBJECT,
  keyOf: ({ id }) => id,
  put: (database, { id, ...view }, now) => {
    // Without fields that this version of the app does not know, nor those that are absent: the server keeps them.
    const body = pick(
      view,
      FIELDS.filter((field) => view[field] !== undefined),
    );
    return enqueue(database, operations.putSavedView, { params: { id }, body }, now);
  },
  remove: (database, id, now) => enqueue(database, operations.deleteSavedView, { params: { id } }, now),
});

export function changeSavedViews(database: UserDatabase, change: (views: SavedView[]) => SavedView[]): Promise<void> {
  return changeList(database, savedViewList, change, Date.now());
}

/** In the person's order; those that it says nothing about come last, by name. */
export async function savedViews(database: UserDatabase): Promise<SavedView[]> {
  const byName = (await savedViewList.setting.read(database)).toSorted((one, other) => one.name.localeCompare(other.name));
  return byName.toSorted((one, other) => readListPosition(one) - readListPosition(other) || 0);
}
