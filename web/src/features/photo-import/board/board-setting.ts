import type { UserDatabase } from '../../../local/db/database';
import { DEFAULT_GAP, type Gap, GAPS } from './group-photos';

const KEY = 'photo_board';

/** What the device remembers of the board beside its drafts. */
export interface BoardSetting {
  gap: Gap;
  /** While photos are read, and after a reading that was cut off: how many were picked and how many of them were dealt with. */
  reading: { wanted: number; done: number } | null;
}

export async function boardSetting(database: UserDatabase): Promise<BoardSetting> {
  const row = await database.read(() => database.settings.get(KEY));
  return settingIn(row?.value);
}

export async function changeSetting(database: UserDatabase, change: Partial<BoardSetting>): Promise<void> {
  await database.write('settings', [database.settings], async () => {
    const before = settingIn((await database.settings.get(KEY))?.value);
    await database.settings.put({ key: KEY, value: { ...before, ...change } });
  });
}

function settingIn(value: unknown): BoardSetting {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Partial<BoardSetting>;
  const { reading } = kept;
  const isReading = typeof reading?.wanted === 'number' && typeof reading.done === 'number';
  return { gap: GAPS.find((one) => one === kept.gap) ?? DEFAULT_GAP, reading: isReading ? reading : null };
}
