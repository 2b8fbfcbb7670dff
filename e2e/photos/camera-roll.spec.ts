import type { Locator, Page } from '@playwright/test';
import { type Language, patchPreferences } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { photosOnBoard } from '../photo-board.ts';
import { photoTaken } from '../photo.ts';
import { timeLimit } from '../time-limit.ts';
import { say } from '../words.ts';

test.use({ ...PHONE, opensForm: false });

const HERE = { latitude: 52.5, longitude: 4.75 };
/** The longest that the page may be busy without a pause. */
const LONGEST_TASK_MS = 50;

const files = (photos: readonly Buffer[]) =>
  photos.map((buffer, index) => ({ name: `IMG_${index}.JPG`, mimeType: 'image/jpeg', buffer }));

/** Photos a quarter of an hour apart; the second is taken right after the first. */
const outing = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const minutes = index < 2 ? 0 : (index - 1) * 7;
      const clock = [8 + Math.floor(minutes / 60), minutes % 60, index === 1 ? 20 : 0].map((part) => String(part).padStart(2, '0'));
      return photoTaken(`2026-05-17 ${clock.join(':')}`, index === 5 ? null : HERE);
    }),
  );

async function pick(page: Page, press: () => Promise<void>, photos: readonly Buffer[]): Promise<void> {
  const picking = page.waitForEvent('filechooser');
  await press();
  await (await picking).setFiles(files(photos));
}

test('twelve photos become eleven records in four taps, and each species costs letters and one more', async ({ signIn, veld }) => {
  test.setTimeout(timeLimit(240_000));
  const photos = [...(await outing(11)), await photoTaken(null, HERE)];
  for (const language of ['en', 'de', 'nl'] as const satisfies Language[]) {
    const anna = await signIn('anna', { at: null });
    const { page } = anna;
    if (language !== 'en') await call(veld.url, patchPreferences, { body: { language } }, anna.account.token);
    await page.goto('/api/health');
    await page.evaluate((code) => localStorage.setItem('veld-locale', code), language);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const board = (key: string, values = {}) => say(language, `photo-import:board.${key}`, values);
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.tap();
    };

    await tap(
      page
        .getByRole('link', { name: say(language, 'common:nav.observe'), exact: true })
        .filter({ visible: true })
        .first(),
    );
    await tap(page.getByRole('link', { name: say(language, 'recording:photo_board.title') }));
    await pick(page, () => tap(page.getByRole('button', { name: board('choose_photos') })), photos);
    await expect(page.getByRole('button', { name: board('save_other', { count: 11 }) })).toBeEnabled({ timeout: timeLimit(30_000) });
    expect(await photosOnBoard(page)).toEqual([2, ...Array.from({ length: 10 }, () => 1)]);
    expect(taps).toBe(3);

    // What is missing is in view before saving, and each part shows its records.
    const part = (what: string, number: number) => page.getByRole('button', { name: board(`without.${what}`, { number }), exact: true });
    for (const [what, number] of Object.entries({ species: 11, date: 1, place: 1 })) await expect(part(what, number)).toBeInViewport();
    await part('date', 1).tap();
    await expect.poll(() => photosOnBoard(page)).toEqual([1]);
    await page.getByRole('button', { name: board('no_time') }).tap();
    await page.getByRole('dialog').getByRole('button').filter({ hasText: '2026' }).tap();
    await expect(part('date', 1)).toHaveCount(0);

    const before = taps;
    await tap(page.getByRole('button', { name: board('add_species') }).first());
    for (const [typed, name] of [
      ['erith', 'Erithacus rubecula'],
      ['turdus mer', 'Turdus merula'],
      ['parus maj', 'Parus major'],
    ] as const) {
      await expect(page.getByRole('combobox')).toBeFocused();
      await expect(page.getByRole('combobox')).toHaveValue('');
      await page.keyboard.type(typed);
      await tap(page.getByRole('option').filter({ hasText: name }).first());
    }
    await expect(page.getByRole('combobox')).toHaveValue('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(taps - before).toBe(4);
    await expect(part('species', 8)).toBeInViewport();

    await tap(page.getByRole('button', { name: board('save_other', { count: 11 }) }));
    await expect(page.getByRole('heading', { name: board('saved_other', { count: 11 }) })).toBeVisible({ timeout: timeLimit(30_000) });
    await expect(page.getByText(board('lacks.species'), { exact: true })).toHaveCount(8);
    expect([taps - 4, (await anna.onDevice()).records.length]).toEqual([4, 11]);
    await page.context().close();
  }
});

test('a hundred photos on a phone never keep the page busy for long', async ({ signIn }) => {
  test.setTimeout(timeLimit(240_000));
  const anna = await signIn('anna', { at: '/observe/photos' });
  const { page } = anna;
  await page.evaluate(() => {
    const tasks: { name: string; ms: number }[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ name, duration }) => ({ name, ms: Math.round(duration) })))).observe({
      type: 'longtask',
    });
  });
  const longest: Record<string, number> = {};
  const measure = async (what: string, work: () => Promise<void>) => {
    await page.evaluate(() => ((window as unknown as { tasks: unknown[] }).tasks.length = 0));
    await work();
    await page.waitForTimeout(300);
    longest[what] = await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: { ms: number }[] }).tasks.map(({ ms }) => ms)));
  };
  const board = (key: string, values = {}) => say('en', `photo-import:board.${key}`, values);
  const photos = await outing(100);
  await measure('read', async () => {
    await pick(page, () => page.getByRole('button', { name: board('choose_photos') }).tap(), photos);
    await expect(page.getByRole('button', { name: board('save_other', { count: 99 }) })).toBeEnabled({ timeout: timeLimit(120_000) });
  });
  await measure('scroll', async () => {
    for (let at = 0; at < 14_000; at += 700) {
      await page.evaluate((top) => window.scrollTo({ top }), at);
      await page.waitForTimeout(50);
    }
    await page.evaluate(() => window.scrollTo({ top: 0 }));
  });
  const photo = (record: number) => page.getByRole('button', { name: board('photo', { number: 1, record }), exact: true });
  await measure('select', async () => {
    for (const record of [2, 3, 4, 5]) await photo(record).tap();
  });
  await measure('count', async () => {
    await page.getByRole('button', { name: say('en', 'observations:field.count'), exact: true }).tap();
    await page.getByRole('dialog').getByRole('textbox').fill('3');
    await page.getByRole('button', { name: board('apply_other', { count: 4 }) }).tap();
    await expect(page.getByText(say('en', 'common:count.individuals_other', { count: 3 }))).toHaveCount(4);
  });
  await measure('merge', async () => {
    await page.getByRole('button', { name: board('merge') }).tap();
    await expect(page.getByRole('button', { name: board('save_other', { count: 96 }) })).toBeVisible();
  });
  await measure('filter', () => page.getByRole('button', { name: board('without.species', { number: 96 }) }).tap());
  await measure('unfilter', () => page.getByRole('button', { name: board('without.species', { number: 96 }) }).tap());
  console.log('longest tasks in ms', longest);
  for (const [what, ms] of Object.entries(longest)) expect.soft(ms, what).toBeLessThanOrEqual(LONGEST_TASK_MS);
});
