import type { Page } from '@playwright/test';
import type { Language } from '@veld/contract';
import { expect, patience } from './patience.ts';
import { en, say } from './words.ts';

export async function openObserve(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('link', { name: say(language, 'common:nav.observe'), exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: say(language, 'recording:observe.title') })).toBeVisible();
}

/** Types part of a name and picks what is offered under the whole one. */
export async function pickTaxon(page: Page, typed: string, name: string): Promise<void> {
  const option = page.getByRole('option').filter({ hasText: name }).first();
  // Opening a form over another one clears the field, also while it is being typed into.
  await expect(async () => {
    await page.getByRole('combobox').fill(typed);
    await expect(option).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: patience(60_000) });
  await option.click();
}

/** Waits until names are on the device: a search answers. */
export async function awaitNames(page: Page, language: Language, typed: string, name: string): Promise<void> {
  await openObserve(page, language);
  await page.getByRole('combobox').fill(typed);
  await expect(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible({ timeout: patience(60_000) });
}

/** Presses save; when this returns the app has said that the record is saved. */
export async function saveRecord(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: say(language, 'recording:observe.save') }).click();
  await expect(page.getByRole('heading', { name: say(language, 'recording:saved.title') })).toBeVisible();
}

/** Records a species in English, found by part of its name. */
export async function record(page: Page, typed: string, name: string): Promise<void> {
  await openObserve(page, 'en');
  await pickTaxon(page, typed, name);
  await saveRecord(page, 'en');
}

/** Picks photos into the form that is open, as files from the device. */
export async function addPhotos(page: Page, photos: readonly Buffer[], language: Language = 'en'): Promise<void> {
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: say(language, 'recording:evidence.files') }).click();
  await (await picking).setFiles(photos.map((buffer, index) => ({ name: `IMG_${index}.JPG`, mimeType: 'image/jpeg', buffer })));
}

/** The picture of a photo in the form, by its place among them. */
export const photoInForm = (page: Page, number: number) => page.getByRole('img', { name: en('recording:evidence.photo', { number }) });
