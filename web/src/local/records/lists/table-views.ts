import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { deviceSetting, validElements } from '../../device/device-setting';

const StoredView = z.object({
  id: z.string(),
  /** The table that the view belongs to. */
  table: z.string(),
  name: z.string(),
  state: z.object({
    columns: z.array(z.string()),
    sort: z.array(z.object({ id: z.string(), isDescending: z.boolean() })),
    filters: z.record(z.string(), z.string()),
    search: z.string(),
  }),
});
export type StoredView = z.infer<typeof StoredView>;

/** The saved views of all tables, the last saved first. They stay on the device. */
const views = deviceSetting('table_views', validElements(StoredView));

export async function tableViews(database: UserDatabase, table: string): Promise<StoredView[]> {
  return (await views.read(database)).filter((view) => view.table === table);
}

/** Saves a view; one of the same table with the same name is replaced. */
export function saveTableView(database: UserDatabase, view: StoredView): Promise<void> {
  return views.update(database, (before) => [view, ...before.filter(({ table, name }) => table !== view.table || name !== view.name)]);
}

export function deleteTableView(database: UserDatabase, id: string): Promise<void> {
  return views.update(database, (before) => before.filter((view) => view.id !== id));
}
