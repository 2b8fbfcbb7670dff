import type { Locator, Page } from '@playwright/test';
import type { Language } from '@veld/contract';
import { expect, timeLimit } from './time-limit.ts';
import { en, say } from './words.ts';

export async function openObserve(page: Page, language: Language): Promise<void> {
  const observe = page
    .getByRole('link', { name: say(language, 'common:nav.observe'), exact: true })
    .filter({ visible: true })
    .first();
  // On a phone, the bar with Save replaces the navigation bar; the cross leads out of the form.
  const save = page.getByRole('button', { name: say(language, 'recording:observe.save') });
  const logo = page.getByRole('banner').getByRole('link', { name: say(language, 'common:screens.dashboard') });
  const title = page.getByRole('heading', { level: 1, name: say(language, 'recording:observe.title') });
  // A form that is open already gives way to a new one only when that has been prepared; what it is given until then stays its own.
  if (new URL(page.url()).pathname === '/observe') await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  const before = (await title.isVisible()) ? await title.elementHandle() : null;
  // A form that opens or closes meanwhile exchanges the bars.
  await expect(async () => {
    await expect(observe.or(save).first()).toBeVisible();
    if (!(await observe.isVisible())) await logo.click({ timeout: timeLimit(5_000) });
    await observe.click({ timeout: timeLimit(5_000) });
  }).toPass({ timeout: timeLimit(60_000) });
  await before?.waitForElementState('hidden', { timeout: timeLimit(60_000) });
  await expect(title).toBeVisible();
}

/** Types part of a name and picks the suggestion that contains `name`. */
export async function pickTaxon(page: Page, typed: string, name: string): Promise<void> {
  const option = page.getByRole('option').filter({ hasText: name }).first();
  // Opening a form over another one clears the field, even after something was typed.
  await expect(async () => {
    await page.getByRole('combobox').fill(typed);
    await option.click({ timeout: timeLimit(5000) });
  }).toPass({ timeout: timeLimit(60_000) });
}

/** Waits until the search on the device finds a name. */
export async function awaitNames(page: Page, language: Language, typed: string, name: string): Promise<void> {
  await openObserve(page, language);
  await page.getByRole('combobox').fill(typed);
  await expect(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible({ timeout: timeLimit(60_000) });
}

/** What confirms a saved record: above the form for the next one, or as a notice after an edit. */
export const savedLine = (page: Page, language: Language = 'en') =>
  page.getByRole('region', { name: say(language, 'recording:saved.title'), exact: true });

/** Saves the open form and waits for the confirmation: the form for the next record, or the page of a record that was edited. */
export async function saveRecord(page: Page, language: Language): Promise<void> {
  const line = savedLine(page, language);
  const before = (await line.count()) > 0 ? await line.getAttribute('data-record') : null;
  await page.getByRole('button', { name: say(language, 'recording:observe.save') }).click();
  const edited = page.getByText(say(language, 'recording:saved.edited'));
  await expect(async () => {
    if (await edited.isVisible()) return;
    expect(await line.getAttribute('data-record', { timeout: 1_000 })).not.toBe(before);
  }).toPass({ timeout: timeLimit(30_000) });
}

/** Leaves the form after a save. That ends the time to undo it, so the record is sent now and not after ten seconds. */
export async function leaveSaved(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: say(language, 'common:screens.dashboard') })
    .first()
    .click();
  await expect(savedLine(page, language)).toHaveCount(0);
}

/** Saves a record of a species, found by part of its name, in the English app. */
export async function record(page: Page, typed: string, name: string): Promise<void> {
  await openObserve(page, 'en');
  await pickTaxon(page, typed, name);
  await saveRecord(page, 'en');
}

/** Opens the place or the date of the form, each of which is folded into a line, and returns its region. */
export async function unfold(page: Page, part: 'where' | 'when', language: Language = 'en'): Promise<Locator> {
  const region = page.getByRole('region', { name: say(language, `observations:${part}.title`), exact: true });
  await region.getByRole('button', { expanded: false }).first().click();
  return region;
}

/** Picks photos into the form that is open, as files from the device. A path of a file spares a large one the way to the browser. */
export async function addPhotos(page: Page, photos: readonly Buffer[] | string, language: Language = 'en'): Promise<void> {
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: say(language, 'recording:evidence.files') }).click();
  const files =
    typeof photos === 'string' ? photos : photos.map((buffer, index) => ({ name: `IMG_${index}.JPG`, mimeType: 'image/jpeg', buffer }));
  await (await picking).setFiles(files);
}

/** The image of a photo in the form; `number` counts from 1. */
export const photoInForm = (page: Page, number: number) => page.getByRole('img', { name: en('recording:evidence.photo', { number }) });
