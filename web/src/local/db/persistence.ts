import { storageNotices } from './storage-notices';

let asked: Promise<boolean | null> | null = null;

/** Asks the browser once a page, after the first save, to keep the data for good; the answer is shown on the storage screen. */
export function askToPersist(): Promise<boolean | null> {
  asked ??= ask().then((isPersistent) => {
    storageNotices.setState({ isPersistent });
    return isPersistent;
  });
  return asked;
}

async function ask(): Promise<boolean | null> {
  const storage = globalThis.navigator?.storage as StorageManager | undefined;
  if (!storage?.persist) return null;
  try {
    return (await storage.persisted?.()) || (await storage.persist());
  } catch {
    return null;
  }
}
