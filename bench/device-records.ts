import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ObservationDraft, putObservation } from '@veld/contract';
import type { Account } from '../e2e/people.ts';
import { call } from '../seed/api.ts';

/** Saves a record of a person on the server. */
export async function addOwnRecord(url: string, { token }: Account): Promise<void> {
  const draft = ObservationDraft.parse({ verbatim_name: 'a robin', latitude: 52.09, longitude: 5.12, location_source: 'gps' });
  await call(url, putObservation, { params: { id: randomUUID() }, body: { ...draft, write_id: randomUUID() } }, token);
}

/** What sets the copies apart: places over an area of some 200 km, or one of 20,000 species and a day of ten years. */
type Spread = 'places' | 'species';

/** Records stored in one transaction. */
const BATCH = 5_000;

/** Copies the only record on the device until there are so many. */
export async function copyRecords(page: Page, wanted: number, spread: Spread): Promise<void> {
  await page.evaluate(
    async ({ wanted: total, spread: by, batch }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('not read'));
        });
      const placeOf = (count: number) => ({
        latitude: 51.2 + ((count * 7919) % 1999) / 1000,
        longitude: 4.2 + ((count * 104_729) % 2003) / 1000,
      });
      const groups = ['bird', 'plant', 'butterfly', 'fungus'];
      const speciesOf = (count: number) => {
        const id = 500_000 + ((count * 7919) % 20_000);
        const [name, scientific_name, group] = [`Species ${id}`, `Genus epithet${id}`, groups[id % groups.length]];
        return {
          taxon_id: id,
          taxon: { id, name, scientific_name, rank: 'species', group, image_url: null },
          observed_on: new Date(Date.UTC(2016, 0, 1 + (count % 3650))).toISOString().slice(0, 10),
          count: 1 + (count % 40),
        };
      };
      const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => /^veld-[0-9a-f]{8}-/.test(one));
      if (!name) throw new Error('No database of a person');
      const database = await done(indexedDB.open(name));
      const [row] = await done(database.transaction('observations').objectStore('observations').getAll(null, 1));
      for (let first = 1; first < total; first += batch) {
        const transaction = database.transaction('observations', 'readwrite');
        for (let count = first; count < Math.min(total, first + batch); count++)
          transaction.objectStore('observations').put({
            ...row,
            ...(by === 'places' ? placeOf(count) : speciesOf(count)),
            id: crypto.randomUUID(),
            saved_at: row.saved_at - count * 60_000,
          });
        await new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onerror = () => reject(transaction.error ?? new Error('not stored'));
        });
      }
      // They were stored past the app: its next page derives their facts.
      const settings = database.transaction('settings', 'readwrite');
      settings.objectStore('settings').delete('facts');
      await new Promise<void>((resolve) => (settings.oncomplete = () => resolve()));
      database.close();
    },
    { wanted, spread, batch: BATCH },
  );
}
