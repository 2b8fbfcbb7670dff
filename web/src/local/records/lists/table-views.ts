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
type StoredView = z.infer<typeof StoredView>;

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

/** Lists whose first rows are kept. */
const KEPT_LISTS = 6;

const KeptRows = z.object({ list: z.string(), rows: z.unknown() });

/** The first rows of lists as they were last shown, the last shown list first. A change of their format needs another key. */
const kept = deviceSetting('first_rows_1', validElements(KeptRows));

/** What was kept of a list; undefined for nothing. */
export async function firstRows(database: UserDatabase, list: string): Promise<unknown> {
  return (await kept.read(database)).find((one) => one.list === list)?.rows;
}

/** Keeps the first rows of a list, so that they can be shown at once the next time. */
export function keepFirstRows(database: UserDatabase, list: string, rows: unknown): Promise<void> {
  return kept.update(database, (before) => [{ list, rows }, ...before.filter((one) => one.list !== list)].slice(0, KEPT_LISTS));
}
