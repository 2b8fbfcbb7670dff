import { listObservationChanges } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { saveFiles } from '../../device/files';
import { openUserDatabase } from '../../local/db/database';
import { exportUnsent } from '../../local/outbox/files/export';
import { type OutboxCounts, outboxCounts } from '../../local/outbox/outbox-counts';
import { api, currentSync, database, deviceName, network } from '../../local/app/veld';
import { type DeviceOnly, deviceOnly, removeFromDevice } from '../../local/session/device-only';
import { getDeviceId } from '../../local/device/device-id';
import { auth } from './session';

const REPORT_MS = 3_000;

type Unsent = Pick<OutboxCounts, 'unsent' | 'changes'>;

/** What is waiting to be sent; undefined while loading, null if it cannot be read. */
export function useUnsent(): Unsent | null | undefined {
  const userId = auth.state().user?.id ?? null;
  return useLiveQuery(async () => {
    if (userId === null) return { unsent: 0, changes: 0 };
    return outboxCounts(openUserDatabase(userId)).catch(() => null);
  }, [userId]);
}

/** Downloads a signed export of everything that only this device has, or of one record. */
export async function saveUnsentFiles(observationId?: string): Promise<void> {
  const { user } = auth.state();
  if (!user) return;
  const options = { key: user.export_key, device: deviceName(), ...(observationId ? { observationId } : {}) };
  saveFiles(await exportUnsent(openUserDatabase(user.id), options));
}

/** What only this device has; undefined while loading, null if it cannot be read. */
export function useDeviceOnly(): DeviceOnly | null | undefined {
  const userId = auth.state().user?.id ?? null;
  return useLiveQuery(() => (userId === null ? null : deviceOnly(openUserDatabase(userId)).catch(() => null)), [userId]);
}

/** Sends what is waiting, so that less would be lost. */
export function sendWaiting(): void {
  if (network.state() === 'online')
    void currentSync()
      .sender.flushNow()
      .catch(() => undefined);
}

/**
 * Ends the session with `endSession`, then removes everything of the user from this device. Reloads the page, because sender and pull
 * still hold the deleted database.
 */
export async function logOutAndRemove(endSession: () => Promise<void>): Promise<void> {
  const userId = auth.state().user?.id;
  await reportNothingUnsent();
  await endSession();
  try {
    if (userId) await removeFromDevice(userId);
  } finally {
    location.replace('/welcome');
  }
}

/** Else the server's next login on this device would answer that unsent records are missing. Best effort, and not for long. */
async function reportNothingUnsent(): Promise<void> {
  if (network.state() !== 'online') return;
  const query = { device_id: await getDeviceId(database), unsent: 0, limit: 1 };
  await api.call(listObservationChanges, { query }, { signal: AbortSignal.timeout(REPORT_MS) }).catch(() => undefined);
}
