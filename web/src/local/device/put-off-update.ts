import { z } from 'zod/mini';
import { deviceSetting } from './device-setting';

const PUT_OFF_MS = 3 * 86_400_000;

/** The recommended version that somebody does not want now, and until when. */
const setting = deviceSetting('put-off-update', z.catch(z.nullable(z.object({ version: z.string(), until: z.number() })), null));

export function putOffUpdate(database: Parameters<typeof setting.update>[0], version: string, now = Date.now()): Promise<void> {
  return setting.update(database, () => ({ version, until: now + PUT_OFF_MS }));
}

/** Whether somebody has put off this version in the last three days. A newer one is offered at once. */
export async function isPutOff(database: Parameters<typeof setting.read>[0], version: string, now = Date.now()): Promise<boolean> {
  const stored = await setting.read(database);
  return stored !== null && stored.version === version && now < stored.until;
}
