import { expect, PHONE, test } from '../fixtures.ts';
import { leaveSaved, record } from '../record-form.ts';
import { watchWrites } from '../requests.ts';
import { en } from '../words.ts';

test.use({ ...PHONE, opensForm: false });

test('nothing is sent while paused, a held record waits until it is released, and a report counts what was sent', async ({ anna }) => {
  const { page } = anna;
  const writes = watchWrites(anna.context);
  const pause = page.getByRole('switch', { name: en('outbox:sending.pause') });
  await page.goto('/outbox');
  await pause.click();
  await expect(pause).toBeChecked();
  for (const [typed, name] of [
    ['robin', 'European robin'],
    ['kingf', 'Common kingfisher'],
    ['blackb', 'Turdus merula'],
    ['great t', 'Parus major'],
  ] as const) {
    await record(page, typed, name);
  }
  await leaveSaved(page, 'en');
  await page.goto('/outbox');
  const card = page.getByRole('article').filter({ hasText: 'Common kingfisher' });
  await card.getByRole('button', { name: en('outbox:hold') }).click();
  await expect(card.getByRole('button', { name: en('outbox:release') })).toBeVisible();
  expect(writes).toEqual([]);

  await pause.click();
  await expect(page.getByText(en('common:sync.report.sent_other', { count: 3 }))).toBeVisible();
  expect((await anna.onServer()).length).toBe(3);
  expect((await anna.onDevice()).outbox).toEqual(['record waiting']);
  await card.getByRole('button', { name: en('outbox:release') }).click();
  await expect.poll(async () => (await anna.onServer()).length).toBe(4);
  expect(writes).toHaveLength(4);
});
