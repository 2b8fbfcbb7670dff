import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Language, ObservationDraft, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, PHONE, type SignedIn, test } from '../fixtures.ts';
import { unfold } from '../record-form.ts';
import { countTaps, openInLanguage, TAP_LANGUAGES } from '../taps.ts';
import { timeLimit } from '../time-limit.ts';
import { en, say } from '../words.ts';

test.use({ ...PHONE, opensForm: false });

const KAMPEN = { latitude: 52.5550042, longitude: 5.9110017, coordinate_uncertainty_m: 8 };

const awaitMap = (page: Page) => expect(page.locator('[data-map]')).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(60_000) });
const picker = (page: Page, language: Language = 'en') => page.getByRole('dialog', { name: say(language, 'geo:map.pick_title') });
const use = (page: Page, language: Language = 'en') =>
  picker(page, language).getByRole('button', { name: say(language, 'geo:map.pick_use') });

/** A record on the server, and its page in a language. */
async function openRecord(anna: SignedIn, url: string, language: Language): Promise<string> {
  const id = randomUUID();
  const draft = ObservationDraft.parse({ verbatim_name: 'a robin', location_source: 'gps', ...KAMPEN });
  await call(url, putObservation, { params: { id }, body: { ...draft, write_id: randomUUID() } }, anna.account.token);
  await openInLanguage(anna, url, language, `/observations/${id}`);
  return id;
}

/** Moves the map by a drag of the finger. */
async function drag(page: Page, map: Locator): Promise<void> {
  const box = (await map.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= 5; step++)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x - 12 * step, y }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('the place of a record is corrected with three taps and a drag', async ({ signIn, veld }) => {
  for (const language of TAP_LANGUAGES) {
    const anna = await signIn('anna', { at: null });
    const { page } = anna;
    const { tap, taps } = countTaps();
    const save = page.getByRole('button', { name: say(language, 'recording:observe.save'), exact: true });
    const saved = page.getByText(say(language, 'recording:saved.edited'));
    const correct = page.getByRole('link', { name: say(language, 'observations:where.correct') });
    const id = await openRecord(anna, veld.url, language);
    const record = async () => (await anna.stored()).find((one) => one.id === id)!;

    await tap(correct);
    await awaitMap(page);
    await expect(picker(page, language).getByRole('status')).toContainText('± 8');
    await drag(page, page.locator('[data-map]'));
    await expect(picker(page, language).getByRole('status')).not.toContainText('5.9110');
    await awaitMap(page);
    await tap(use(page, language));
    await tap(save);
    await expect(saved).toBeVisible();
    expect(taps()).toBe(3);
    await expect.poll(async () => (await record()).longitude).not.toBe(KAMPEN.longitude);
    const moved = await record();
    expect(moved.longitude!).toBeGreaterThan(KAMPEN.longitude);
    expect(moved.longitude!).toBeLessThan(KAMPEN.longitude + 0.01);
    // As exact as a finger on this map, which is zoomed in to a few metres.
    expect(moved.coordinate_uncertainty_m!).toBeLessThan(30);
    expect(moved.location_source).toBe('map');
    await page.context().close();
  }
});

test('a place that is not moved keeps its digits, its accuracy and where it is from', async ({ signIn, veld }) => {
  const anna = await signIn('anna', { at: null });
  const { page } = anna;
  const id = await openRecord(anna, veld.url, 'en');
  await page.getByRole('link', { name: en('observations:where.correct') }).tap();
  await awaitMap(page);
  await use(page).tap();
  const place = await unfold(page, 'where');
  await expect(place.getByLabel(en('observations:field.coordinate_uncertainty_m'))).toHaveValue('8 m');
  await page.getByRole('button', { name: en('recording:observe.save'), exact: true }).tap();
  await expect(page.getByText(en('recording:saved.edited'))).toBeVisible();
  await expect.poll(async () => (await anna.onDevice()).outbox).toEqual([]);
  expect((await anna.stored()).find((one) => one.id === id)).toMatchObject({ ...KAMPEN, location_source: 'gps' });
});

test('one box finds a town with a typo, a pasted grid and the last place, without a network', async ({ signIn }) => {
  const anna = await signIn('anna', { at: null });
  const { page, context } = anna;
  await page.goto('/observe');
  const region = page.getByRole('region', { name: en('observations:where.title') });
  await region.getByRole('button', { name: en('geo:map.pick') }).tap();
  await awaitMap(page);
  await context.setOffline(true);
  const box = page.getByRole('combobox', { name: en('geo:search.label') });
  const status = picker(page).getByRole('status');

  await box.fill('gronigen');
  const first = picker(page).getByRole('option').first();
  await expect(first).toContainText('Groningen');
  await first.tap();
  await expect(status).toContainText('Groningen, Netherlands');
  await expect(status).toContainText(/53\.2\d*, 6\.5\d*/);

  // A square of the British grid.
  await box.fill('TL 4455 5835');
  await expect(first).toContainText('Cambridge');
  await page.keyboard.press('Enter');
  await expect(status).toContainText('Cambridge');

  await box.fill('52.5550042, 5.9110017 ±12 m');
  await expect(first).toContainText('± 12');
  await first.tap();
  await expect(status).toContainText('± 12');
  await use(page).tap();
  await expect(region).toContainText(en('observations:where.source.map'));
  await expect(region).toContainText('Kampen');
});
