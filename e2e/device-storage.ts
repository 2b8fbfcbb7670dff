import type { Page } from '@playwright/test';

/**
 * A person's database on the device, read through IndexedDB without the app: ids of records, sizes of photos in bytes, and
 * operations as `kind state`.
 */
export async function onDevice(page: Page, userId: string): Promise<{ records: string[]; photos: number[]; outbox: string[] }> {
  return page.evaluate(async (id) => {
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const request = indexedDB.open(`veld-${id}`);
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error ?? new Error('no database'));
    });
    try {
      const all = (store: string) =>
        new Promise<Record<string, unknown>[]>((done, fail) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => done(request.result as Record<string, unknown>[]);
          request.onerror = () => fail(request.error ?? new Error(store));
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
