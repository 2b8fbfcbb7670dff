import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzip } from '../../web/src/local/outbox/files/zip.ts';
import { reportOffline } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { noisyPhoto } from '../photo.ts';
import { addPhotos, leaveSaved, pickTaxon, record, saveRecord } from '../record-form.ts';
import { putSession } from '../session.ts';
import { en, enPattern } from '../words.ts';

/** The files of the export, downloaded as where the browser has no dialog for saving. */
async function exportOf(page: Page): Promise<Map<string, Uint8Array>> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: en('settings:data.start'), exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^veld-export-\d{4}-\d\d-\d\d\.zip$/);
  const limits = { entries: 1000, entryBytes: 1e9, totalBytes: 1e9 };
  const files = await unzip(new Blob([readFileSync(await download.path())]), limits);
  return new Map(await Promise.all([...files].map(async ([name, blob]) => [name, new Uint8Array(await blob.arrayBuffer())] as const)));
}

const textOf = (files: Map<string, Uint8Array>, name: string) => new TextDecoder().decode(files.get(name));
const withoutDialog = (page: Page) => page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));

test('everything is exported and read back: offline from the device that has it, online also photos of the server', async ({
  anna,
  veld,
  installedDevice,
}) => {
  const { page, context, account } = anna;
  await withoutDialog(page);
  const picture = await noisyPhoto(400, 300);
  await addPhotos(page, [picture]);
  await pickTaxon(page, 'robin', 'European robin');
  await saveRecord(page, 'en');
  await leaveSaved(page, 'en');
  await record(page, 'kingf', 'Common kingfisher');
  await leaveSaved(page, 'en');
  await expect.poll(async () => (await anna.stored()).flatMap(({ media }) => media).filter(({ missing }) => !missing).length).toBe(1);
  await context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await leaveSaved(page, 'en');

  await page.goto('/settings/data');
  await reportOffline(page);
  await expect(page.getByText(en('settings:data.offline'))).toBeVisible();
  const files = await exportOf(page);
  await expect(page.getByText(enPattern('settings:data.done', { records: '3', photos: '1' }))).toBeVisible();
  const local = (await anna.onDevice()).records;
  const rows = textOf(files, 'darwin-core/occurrence.txt').trimEnd().split('\n').slice(1);
  expect(rows.map((row) => row.split('\t')[0]!.replace('urn:uuid:', '')).toSorted()).toEqual(local.toSorted());
  const csv = textOf(files, 'records.csv');
  for (const id of local) expect(csv).toContain(id);
  const photos = [...files.keys()].filter((name) => name.startsWith('photos/'));
  expect(photos).toHaveLength(1);
  expect(Buffer.from(files.get(photos[0]!)!).equals(picture)).toBe(true);
  expect(textOf(files, 'README.txt')).toContain(en('settings:data.readme.records'));

  // Another device has no photo of its own, and gets it from the server.
  const second = await installedDevice();
  await withoutDialog(second.page);
  await putSession(second.page, veld.url, account);
  await second.page.goto('/profile');
  await expect(second.page.getByText('Erithacus rubecula').first()).toBeVisible();
  await second.page.goto('/settings/data');
  const fetched = await exportOf(second.page);
  expect(Buffer.from(fetched.get(photos[0]!)!).equals(picture)).toBe(true);
  expect(textOf(fetched, 'photos.csv')).toContain('included');

  await second.context.setOffline(true);
  await second.page.reload();
  const without = await exportOf(second.page);
  expect(without.has(photos[0]!)).toBe(false);
  expect(textOf(without, 'photos.csv')).toContain('missing');
  await expect(second.page.getByText(enPattern('settings:data.missing', { missing: '1' }))).toBeVisible();
});
