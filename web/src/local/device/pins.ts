import type { UserDatabase } from '../db/database';

/** Under which a person's pinned fields are kept: of this device, because what is repeated belongs to one outing with it. */
const PINS = 'pinned_fields';

/** By the name of the field: what it holds in the next record. */
export type Pins = Readonly<Record<string, Record<string, unknown>>>;

export async function pinnedFields(database: UserDatabase): Promise<Pins> {
  const row = await database.read(() => database.settings.get(PINS));
  return pinsIn(row?.value);
}

/** Changes them on top of what the disk holds then: two tabs may pin at once. */
export async function changePins(database: UserDatabase, change: (pins: Pins) => Pins): Promise<void> {
  await database.write('settings', [database.settings], async () => {
    const before = pinsIn((await database.settings.get(PINS))?.value);
    const after = change(before);
    if (after !== before) await database.settings.put({ key: PINS, value: after });
  });
}

function pinsIn(value: unknown): Pins {
  if (typeof value !== 'object' || value === null) return {};
  const isFields = ([, fields]: [string, unknown]) => typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  return Object.fromEntries(Object.entries(value).filter(isFields)) as Pins;
}
