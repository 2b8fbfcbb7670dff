import type { Table } from 'dexie';
import { z } from 'zod/mini';
import type { DeviceDatabase } from '../db/device-database';
import type { Setting } from '../db/rows';

/** A database with a table of settings: that of the device, or that of a person. */
export type SettingsDatabase = DeviceDatabase & { readonly settings: Table<Setting, string> };

export interface DeviceSetting<T> {
  /** The stored value, or the default where nothing is stored or the stored value is malformed. Live queries observe it. */
  read(database: SettingsDatabase): Promise<T>;
  /**
   * Reads and writes in one transaction, so that two tabs do not overwrite each other. Writes nothing when `change` returns
   * the value it was given; `null` removes the stored value.
   */
  update(database: SettingsDatabase, change: (value: T) => T): Promise<void>;
}

/**
 * A value stored under `key`. The schema must be a `z.catch`, so that every stored value yields a valid one. Keys are persistent:
 * people have data under them.
 */
export function deviceSetting<S extends z.core.$ZodType>(key: string, schema: z.ZodMiniCatch<S>): DeviceSetting<z.output<S>> {
  const valueIn = (row: Setting | undefined): z.output<S> => z.parse(schema, row?.value);
  return {
    // Chained, for transactions (`DeviceDatabase.read`).
    read: (database) => database.read(() => database.settings.get(key).then(valueIn)),
    update: (database, change) =>
      database.write('settings', [database.settings], async () => {
        const before = valueIn(await database.settings.get(key));
        const after = change(before);
        if (after === before) return;
        if (after === null) await database.settings.delete(key);
        else await database.settings.put({ key, value: after });
      }),
  };
}

/** The elements that match; malformed ones are left out. Any other value is an empty list. */
export function validElements<S extends z.core.$ZodType>(element: S): z.ZodMiniCatch<z.ZodMiniType<z.output<S>[]>> {
  const valid = (values: unknown[]): z.output<S>[] =>
    values.flatMap((value) => {
      const parsed = z.safeParse(element, value);
      return parsed.success ? [parsed.data] : [];
    });
  return z.catch(z.pipe(z.array(z.unknown()), z.transform(valid)), []);
}
