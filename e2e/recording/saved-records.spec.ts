import { expect, PHONE, type SignedIn, test } from '../fixtures.ts';
import { openObserve, pickTaxon, record, saveRecord } from '../record-form.ts';
import { en } from '../words.ts';
import { watchWrites } from '../requests.ts';

test.use(PHONE);

const stored = async ({ stored: all }: SignedIn, name: string) => (await all()).find(({ taxon }) => taxon?.scientific_name === name);

test('undo returns a record to the form before it is sent', async ({ anna }) => {
  const { page } = anna;
  const writes = watchWrites(anna.context);
  const undo = page.getByRole('button', { name: en('common:action.undo'), exact: true });
  await record(page, 'robin', 'European robin');
  const [id] = (await anna.onDevice()).records;
  expect((await anna.onDevice()).outbox).toEqual(['record waiting']);
  await undo.click();
  await expect(page.getByRole('heading', { name: en('recording:observe.title') })).toBeVisible();
  await expect(page.getByText('Erithacus rubecula')).toBeVisible();
  expect((await anna.onDevice()).records).toEqual([]);

  await saveRecord(page, 'en');
  await expect.poll(async () => (await anna.onServer()).length).toBe(1);
  expect(writes.some((line) => line.includes(id!))).toBe(false);
  expect(writes).toHaveLength(1);
  // Once it is sent, undo is no longer offered.
  await expect(undo).toHaveCount(0);
  await expect(page.getByText(en('recording:saved.stored'))).toBeVisible();
});

test('pinned fields and "same again" carry over to the next record; unpinned ones do not', async ({ anna }) => {
  const { page } = anna;
  await openObserve(page, 'en');
  await pickTaxon(page, 'robin', 'European robin');
  const count = page.getByRole('textbox', { name: en('observations:field.count') });
  await count.fill('3');
  const pin = (field: string) => page.getByRole('button', { name: en('recording:pin.field', { field }) });
  await pin(en('observations:field.count')).click();
  await expect(pin(en('observations:field.count'))).toHaveAttribute('aria-pressed', 'true');
  await saveRecord(page, 'en');

  await page.getByRole('button', { name: en('recording:saved.same') }).click();
  await expect(page.getByText('Erithacus rubecula')).toBeVisible();
  await expect(count).toHaveValue('3');
  await page.getByRole('button', { name: en('recording:pin.unpin_all') }).click();
  await saveRecord(page, 'en');

  await page.getByRole('button', { name: en('recording:saved.another') }).click();
  await expect(page.getByRole('combobox')).toBeVisible();
  await expect(count).toHaveValue('');
  await expect.poll(async () => (await anna.onServer()).length).toBe(2);
  const stored = (await anna.stored()).map((one) => [one.taxon?.scientific_name, one.count]);
  expect(stored).toEqual([
    ['Erithacus rubecula', 3],
    ['Erithacus rubecula', 3],
  ]);
});

test('unsaved changes are still there after stepping to another record and back', async ({ anna }) => {
  const { page } = anna;
  for (const [typed, name] of [
    ['robin', 'European robin'],
    ['kingf', 'Common kingfisher'],
  ] as const) {
    await record(page, typed, name);
  }
  const count = page.getByRole('textbox', { name: en('observations:field.count') });
  await expect.poll(() => stored(anna, 'Erithacus rubecula')).toBeDefined();
  const robin = (await stored(anna, 'Erithacus rubecula'))!;
  await page.goto(`/observe?edit=${robin.id}`);
  await count.fill('12');
  await expect(page.getByText(en('recording:draft.saved'))).toBeVisible();
  await page.getByRole('link', { name: en('observations:neighbour.previous') }).click();
  await expect(page.getByText('Alcedo atthis')).toBeVisible();
  await expect(count).toHaveValue('');
  await page.getByRole('link', { name: en('observations:neighbour.next') }).click();
  await expect(page.getByText('Erithacus rubecula')).toBeVisible();
  await expect(count).toHaveValue('12');
  // Nothing was saved: the server has the record as it was.
  expect(await stored(anna, 'Erithacus rubecula')).toMatchObject({ version: 1, count: null });
  await saveRecord(page, 'en');
  await expect.poll(async () => (await stored(anna, 'Erithacus rubecula'))?.count).toBe(12);
});
