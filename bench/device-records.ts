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

/** Copies the only record on the device until there are so many, each with its fact, as the app stores them. */
export async function copyRecords(page: Page, wanted: number, spread: Spread): Promise<void> {
  for (let first = 1; first < wanted; first += BATCH) {
    const counts = Array.from({ length: Math.min(wanted - first, BATCH) }, (_, at) => first + at);
    await page.evaluate(
      storeCopies,
      counts.map((count) => ({
        age: count * 60_000,
        part: { id: randomUUID(), ...(spread === 'places' ? placeOf(count) : speciesOf(count)) },
      })),
    );
  }
}

const placeOf = (count: number) => ({
  latitude: 51.2 + ((count * 7919) % 1999) / 1000,
  longitude: 4.2 + ((count * 104_729) % 2003) / 1000,
});

const GROUPS = ['bird', 'plant', 'butterfly', 'fungus'];

function speciesOf(count: number) {
  const id = 500_000 + ((count * 7919) % 20_000);
  const names = { name: `Species ${id}`, scientific_name: `Genus epithet${id}` };
  return {
    taxon_id: id,
    taxon: { id, ...names, rank: 'species', group: GROUPS[id % GROUPS.length], image_url: null },
    observed_on: new Date(Date.UTC(2016, 0, 1 + (count % 3650))).toISOString().slice(0, 10),
    count: 1 + (count % 40),
  };
}

/** Runs in the page: stores copies of the record that was saved last, with a part of their own. Its fact names these fields alike. */
async function storeCopies(copies: { age: number; part: object }[]): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('not read'));
    });
  const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => /^veld-[0-9a-f]{8}-/.test(one));
  if (!name) throw new Error('No database of a person');
  const database = await done(indexedDB.open(name));
  const transaction = database.transaction(['observations', 'facts'], 'readwrite', { durability: 'relaxed' });
  const [observations, facts] = [transaction.objectStore('observations'), transaction.objectStore('facts')];
  const newest = await done(observations.index('[deleted+saved_at]').openCursor(null, 'prev'));
  const row = newest!.value;
  const fact = await done(facts.get(row.id));
  for (const { age, part } of copies) {
    const saved_at = row.saved_at - age;
    observations.put({ ...row, ...part, saved_at });
    facts.put({ ...fact, ...part, saved_at });
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error ?? new Error('not stored'));
  });
  database.close();
}

/** Makes the app derive the facts of all records again, as after an update that changed what a fact is. */
export async function forgetFacts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => /^veld-[0-9a-f]{8}-/.test(one))!;
    const request = indexedDB.open(name);
    await new Promise((resolve) => (request.onsuccess = resolve));
    const transaction = request.result.transaction('settings', 'readwrite');
    transaction.objectStore('settings').delete('facts');
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    request.result.close();
  });
}

/** Whether the app has derived the facts of all records. */
export const areFactsStored = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => /^veld-[0-9a-f]{8}-/.test(one))!;
    const opening = indexedDB.open(name);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const reading = opening.result.transaction('settings').objectStore('settings').get('facts');
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    return (reading.result as unknown) !== undefined;
  });
