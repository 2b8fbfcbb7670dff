import type { Page } from '@playwright/test';

/**
 * The same points with a row for each in IndexedDB, which is the obvious way: the first `timed` written one by one, the others many at
 * once, then read as a track. `write`: milliseconds for each of the first.
 */
export async function measureRows(page: Page, points: number, timed: number): Promise<{ write: number; read: number; bytes: number }> {
  return page.evaluate(
    async ([count, single]) => {
      const usage = async () => {
        const { usageDetails, usage: all = 0 } = (await navigator.storage.estimate()) as StorageEstimate & {
          usageDetails?: { indexedDB?: number };
        };
        return usageDetails?.indexedDB ?? all;
      };
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('not stored'));
        });
      const request = indexedDB.open('bench-rows', 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('points', { keyPath: ['journey_id', 'seq'] });
        request.result.createObjectStore('settings', { keyPath: 'key' });
      };
      const database = await done(request);
      const journey_id = crypto.randomUUID();
      const before = await usage();
      const began = performance.now();
      let write = 0;
      for (let seq = 0; seq < count;) {
        const transaction = database.transaction(['points', 'settings'], 'readwrite', { durability: 'strict' });
        for (const end = seq < single ? seq + 1 : Math.min(count, seq + 1000); seq < end; seq++) {
          const t = Date.now() + 1000 * seq;
          const place = { latitude: 52.09 + seq / 1e5, longitude: 5.12 + seq / 1e5, accuracy_m: 4 };
          transaction
            .objectStore('points')
            .put({ journey_id, seq, segment: 0, t, ...place, elevation_m: 12.3, speed_mps: null, source: 'gps' });
          // As the app does, so that a record knows where the journey is.
          transaction.objectStore('settings').put({ key: 'current', value: { id: journey_id, point: { ...place, at: t } } });
        }
        await new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onerror = () => reject(transaction.error ?? new Error('not stored'));
        });
        if (seq === single) write = (performance.now() - began) / single;
      }
      const bytes = (await usage()) - before;
      const reading = performance.now();
      const rows = await done(
        database
          .transaction('points')
          .objectStore('points')
          .getAll(IDBKeyRange.bound([journey_id], [journey_id, []])),
      );
      const read = performance.now() - reading;
      database.close();
      if (rows.length !== count) throw new Error('Points are missing');
      return { write, read, bytes };
    },
    [points, timed] as const,
  );
}

/** What the app has of the track: rows of its log, blocks, their bytes, and the milliseconds to read all of it. */
export async function measureBlocks(page: Page, userId: string): Promise<{ logged: number; points: number; bytes: number; read: number }> {
  return page.evaluate(async (id) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not read'));
      });
    const database = await done(indexedDB.open(`veld-${id}`));
    const began = performance.now();
    const transaction = database.transaction(['journeyPoints', 'journeyBlocks']);
    const [logged, blocks] = await Promise.all([
      done(transaction.objectStore('journeyPoints').count()),
      done<{ size: number; bytes: Uint8Array }[]>(transaction.objectStore('journeyBlocks').getAll()),
    ]);
    const read = performance.now() - began;
    database.close();
    const sum = (of: (block: { size: number; bytes: Uint8Array }) => number) => blocks.reduce((total, block) => total + of(block), 0);
    return { logged, points: logged + sum(({ size }) => size), bytes: sum(({ bytes }) => bytes.length), read };
  }, userId);
}
