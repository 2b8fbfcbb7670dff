import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import type { Account } from '../people.ts';
import { openObserve, pickTaxon, record, saveRecord } from '../record-form.ts';
import { en } from '../words.ts';

/** docs/faults.md C26 is about 2,000 records; `npm test` uses fewer to save time. */
const RECORDS = Number(process.env.VELD_RECORDS ?? 200);

test('C26: with hundreds of unsent records the app stays usable, and sends them all in bounded memory', async ({ anna, veld }) => {
  const { page, context } = anna;
  await context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await multiply(page, anna.account.user.id, RECORDS - 1);
  await page.goto('/profile');
  await expect(page.getByText('Erithacus rubecula').first()).toBeVisible();
  await openObserve(page, 'en');
  await pickTaxon(page, 'kingf', 'Common kingfisher');
  await saveRecord(page, 'en');
  await expect(
    page
      .getByText(en('common:sync.waiting_other', { count: RECORDS + 1 }))
      .filter({ visible: true })
      .first(),
  ).toBeVisible();

  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'JSHeapUsedSize')!.value / 1024 / 1024;
  };
  const before = await heap();
  await context.setOffline(false);
  const began = Date.now();
  const heaps: number[] = [];
  await expect
    .poll(
      async () => {
        heaps.push(await heap());
        return (await anna.onDevice()).outbox.length;
      },
      { timeout: timeLimit(240_000), intervals: [2_000] },
    )
    .toBe(0);
  expect(await countOnServer(veld.url, anna.account)).toBe(RECORDS + 1);
  console.log(
    `${RECORDS + 1} records sent in ${Math.round((Date.now() - began) / 1000)} s; heap ${Math.round(before)} MiB before, at most ${Math.round(Math.max(...heaps))}`,
  );
  expect(Math.max(...heaps) - before).toBeLessThan(60);
});

async function countOnServer(url: string, anna: Account): Promise<number> {
  const ids = new Set<string>();
  for (let cursor = ''; ;) {
    const response = await fetch(`${url}/api/observations/changes?limit=100${cursor}`, {
      headers: { authorization: `Bearer ${anna.token}` },
    });
    const page = (await response.json()) as { data: { id: string }[]; next_cursor: string; has_more: boolean };
    for (const { id } of page.data) ids.add(id);
    if (!page.has_more) return ids.size;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** Copies the unsent record and its operation `times` times, directly in the device's database. */
async function multiply(page: Page, userId: string, times: number): Promise<void> {
  await page.evaluate(
    async ({ name, wanted }) => {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error ?? new Error('no database'));
      });
      const first = <T>(store: string) =>
        new Promise<T>((done, fail) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => done((request.result as T[])[0]!);
          request.onerror = () => fail(request.error ?? new Error(store));
        });
      const row = await first<Record<string, unknown>>('observations');
      const item = await first<{ input: { params: object; body: object }; seq: number } & Record<string, unknown>>('outbox');
      const transaction = database.transaction(['observations', 'outbox'], 'readwrite');
      for (let count = 1; count <= wanted; count++) {
        const id = crypto.randomUUID();
        const write = crypto.randomUUID();
        const notes = `Number ${count}. ${'A line about what was seen. '.repeat(20)}`;
        transaction.objectStore('observations').put({ ...row, id, notes, saved_at: Number(row.saved_at) - count * 60_000 });
        const input = { ...item.input, params: { id }, body: { ...item.input.body, notes, write_id: write } };
        transaction.objectStore('outbox').put({ ...item, id: write, seq: item.seq + count, subject: id, observation_id: id, input });
      }
      await new Promise<void>((done, fail) => {
        transaction.oncomplete = () => done();
        transaction.onabort = () => fail(transaction.error ?? new Error('aborted'));
      });
      database.close();
    },
    { name: `veld-${userId}`, wanted: times },
  );
}
