import type { Page } from '@playwright/test';

/** What lies on the device in a person's own database, read from the disk and past the app. */
export async function onDevice(page: Page, userId: string): Promise<{ records: string[]; photos: number[]; outbox: string[] }> {
  return page.evaluate(async (id) => {
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const asked = indexedDB.open(`veld-${id}`);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error ?? new Error('no database'));
    });
    try {
      const all = (store: string) =>
        new Promise<Record<string, unknown>[]>((done, fail) => {
          const asked = database.transaction(store).objectStore(store).getAll();
          asked.onsuccess = () => done(asked.result as Record<string, unknown>[]);
          asked.onerror = () => fail(asked.error ?? new Error(store));
        });
      const [records, photos, outbox] = await Promise.all([all('observations'), all('photos'), all('outbox')]);
      return {
        records: records.map((row) => String(row.id)),
        photos: photos.map((row) => (row.blob as Blob).size),
        outbox: outbox.map((row) => `${String(row.kind)} ${String(row.state)}`).toSorted(),
      };
    } finally {
      database.close();
    }
  }, userId);
}
