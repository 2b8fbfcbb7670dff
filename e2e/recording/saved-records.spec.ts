import { expect, PHONE, type SignedIn, test } from '../fixtures.ts';
import { openObserve, pickTaxon, record, savedLine, saveRecord } from '../record-form.ts';
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
  await expect.poll(async () => (await anna.onDevice()).records).toEqual([]);

  await saveRecord(page, 'en');
  await expect.poll(async () => (await anna.onServer()).length).toBe(1);
  expect(writes.some((line) => line.includes(id!))).toBe(false);
  expect(writes).toHaveLength(1);
  // Once it is sent, undo is no longer offered.
  await expect(undo).toHaveCount(0);
  await expect(savedLine(page)).toContainText(en('recording:saved.stored'));
});

test('one more of the species is one tap, and an edit shows the record with an undo', async ({ anna }) => {
  const { page } = anna;
  await record(page, 'robin', 'European robin');
  await page.getByRole('button', { name: en('recording:saved.one_more', { count: 2 }) }).tap();
  await page.getByRole('button', { name: en('recording:saved.one_more', { count: 3 }) }).tap();
  await expect(savedLine(page)).toContainText('3');
  await expect.poll(async () => (await anna.stored()).map(({ count }) => count)).toEqual([3]);
  expect((await anna.onDevice()).records).toHaveLength(1);

  const { id } = (await stored(anna, 'Erithacus rubecula'))!;
  await page.goto(`/observe?edit=${id}`);
  await page.getByRole('textbox', { name: en('observations:field.count') }).fill('12');
  await saveRecord(page, 'en');
  await expect(page).toHaveURL(new RegExp(`/observations/${id}$`));
  await expect.poll(async () => (await stored(anna, 'Erithacus rubecula'))?.count).toBe(12);
  await page.getByRole('button', { name: en('common:action.undo'), exact: true }).tap();
  await expect.poll(async () => (await stored(anna, 'Erithacus rubecula'))?.count).toBe(3);
});

test('pinned fields carry over to the next record; unpinned ones do not', async ({ anna }) => {
  const { page } = anna;
  await openObserve(page, 'en');
  await pickTaxon(page, 'robin', 'European robin');
  const count = page.getByRole('textbox', { name: en('observations:field.count') });
  await count.fill('3');
  const pin = (field: string) => page.getByRole('button', { name: en('recording:pin.field', { field }) });
  await pin(en('observations:field.count')).click();
  await expect(pin(en('observations:field.count'))).toHaveAttribute('aria-pressed', 'true');
  await saveRecord(page, 'en');

  // The form for the next record is open.
  await expect(count).toHaveValue('3');
  await pickTaxon(page, 'robin', 'European robin');
  await page.getByRole('button', { name: en('recording:pin.unpin_all') }).click();
  await saveRecord(page, 'en');

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
