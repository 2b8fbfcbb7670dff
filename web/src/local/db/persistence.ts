import { storageNotices } from './storage-notices';

let requested: Promise<boolean | null> | null = null;

/** Requests persistent storage, once per page after the first save. The storage screen shows the result. */
export function requestPersistence(): Promise<boolean | null> {
  requested ??= request().then((isPersistent) => {
    storageNotices.setState({ isPersistent });
    return isPersistent;
  });
  return requested;
}

async function request(): Promise<boolean | null> {
  const storage = globalThis.navigator?.storage as StorageManager | undefined;
  if (!storage?.persist) return null;
  try {
    return (await storage.persisted?.()) || (await storage.persist());
  } catch {
    return null;
  }
}
