import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { leaveSaved, record } from '../record-form.ts';
import { en } from '../words.ts';

/** Saves what the button exports and returns its lines. */
async function exported(page: Page, button: string): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readFileSync(await (await download).path(), 'utf8').split('\r\n');
}

/** A robin, a wren and a blackbird, recorded today, as they leave the form. */
async function recordThree(page: Page): Promise<void> {
  await record(page, 'robin', 'European robin');
  await record(page, 'wren', 'Eurasian wren');
  await record(page, 'blackb', 'blackbird');
  await leaveSaved(page, 'en');
}

/** The number of records on the device with these notes. */
function countWithNotes(page: Page, database: string, notes: string): Promise<number> {
  return page.evaluate(
    ([name, wanted]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error ?? new Error('not opened'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('observations').objectStore('observations').getAll();
          reading.onerror = () => reject(reading.error ?? new Error('not read'));
          reading.onsuccess = () => {
            resolve((reading.result as { notes: string | null }[]).filter((row) => row.notes === wanted).length);
            opening.result.close();
          };
        };
      }),
    [database, notes] as const,
  );
}

test('species lists are ordered, compared and exported, online and offline', async ({ anna }) => {
  const { page, context } = anna;
  await recordThree(page);
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline);
    await page.goto('/my-species?view=seen&order=systematic');
    await expect(page.getByRole('heading', { level: 2, name: /Aves/ })).toBeVisible();
    await expect(page.getByRole('heading', { level: 3, name: /Passeriformes/ })).toBeVisible();
    const names = page.getByRole('list', { name: en('species:view.seen') }).getByRole('link');
    await expect(names).toHaveCount(3);
    const bySystem = await names.allTextContents();
    await page.getByRole('combobox', { name: en('species:order.label') }).selectOption('name');
    await expect(page).toHaveURL(/order=name/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
    expect((await names.allTextContents()).toSorted()).toEqual(bySystem.toSorted());
    expect(await names.allTextContents()).toEqual((await names.allTextContents()).toSorted());

    await page.getByRole('button', { name: en('species:compare.start') }).click();
    await expect(page).toHaveURL(/compare=previous_year.*period=this_year/);
    await expect(page.getByRole('list').getByRole('link', { name: /European robin/ })).toBeVisible();
    await page.getByText(en('species:compare.both'), { exact: true }).click();
    await expect(page.getByText(en('species:compare.none'))).toBeVisible();
    // The address alone leads to the same part.
    await page.reload();
    await expect(page.getByText(en('species:compare.none'))).toBeVisible();
    await page.goto('/my-species?view=seen');
    await expect(names).toHaveCount(3);
    const lines = await exported(page, en('species:export_csv'));
    expect(lines).toHaveLength(5);
    expect(lines.find((line) => line.includes('Erithacus rubecula'))).toContain('European robin');
  }
});

test('many records are edited, undone and edited again in the table without a connection, and sent later', async ({ anna }) => {
  const { page, context } = anna;
  await recordThree(page);
  await expect.poll(async () => (await anna.stored()).length).toBe(3);
  await page.goto('/profile');
  await page.getByRole('link', { name: en('observations:workbench.open') }).click();
  const grid = page.getByRole('grid', { name: en('common:screens.tables') });
  await expect(grid.getByRole('row')).toHaveCount(4);
  await context.setOffline(true);
  await page.reload();
  await expect(grid.getByRole('row')).toHaveCount(4);

  const edit = async () => {
    await page.getByRole('button', { name: en('common:action.edit'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: en('observations:workbench.edit.field') }).selectOption('notes');
    await dialog.getByRole('textbox', { name: en('observations:workbench.edit.value') }).fill('=in the same hedge');
    await expect(dialog.getByRole('list', { name: en('observations:workbench.edit.preview') }).getByRole('listitem')).toHaveCount(3);
    await dialog.getByRole('button', { name: en('observations:workbench.edit.apply') }).click();
    await expect(page.getByText(/^Changed: 3 records/)).toBeVisible();
  };
  const noted = () => countWithNotes(page, `veld-${anna.account.user.id}`, '=in the same hedge');
  await grid.getByRole('checkbox', { name: en('common:table.select_all') }).check();
  await edit();
  expect(await noted()).toBe(3);
  await page.getByRole('button', { name: en('common:action.undo') }).click();
  await expect.poll(noted).toBe(0);
  await edit();

  await expect.poll(noted).toBe(3);
  await context.setOffline(false);
  await expect.poll(async () => (await anna.stored()).filter(({ notes }) => notes === '=in the same hedge').length).toBe(3);
});
