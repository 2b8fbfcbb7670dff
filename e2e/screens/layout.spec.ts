import { LANGUAGES, type Language, patchPreferences } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { share } from '../../scripts/test-run/share.mjs';
import { reportOffline } from '../device.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { photoTaken } from '../photo.ts';
import { addPhotos, photoInForm, record, saveRecord } from '../record-form.ts';
import { drawn, setSize, SIZES } from './layout.ts';
import { layoutFaults, textOverDrawings } from './targets.ts';
import { putSession } from '../session.ts';
import { enPattern, say } from '../words.ts';

test.use(PHONE);

/** For the drawings: two of the languages with the shortest and the longest texts, or with VELD_LONG all languages. */
const DRAWN_IN = process.env.VELD_LONG === '1' ? LANGUAGES : share(['de', 'en', 'es', 'fr'] as const, 3, 1);
const WIDTHS = [320, 390, 834, 1440];

test('while recording, Save takes the place of the navigation bar and covers no control', async ({ signIn }) => {
  const { page } = await signIn('chen', { at: null });
  const faults: string[] = [];
  const save = page.getByRole('button', { name: say('en', 'recording:observe.save') });
  const navigation = page.getByRole('navigation', { name: say('en', 'common:nav.main') });
  const check = async (name: string) => {
    for (const { name: size, width, text } of [...SIZES, { name: '390 px', width: 390, text: '' }]) {
      // While a name is typed in a small window, Save leaves it the room.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await setSize(page, width, text);
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}, ${size}: ${fault}`));
      await expect(navigation).toHaveCount(0);
      const box = (await save.boundingBox())!;
      const below = 740 - (box.y + box.height);
      if (below < 0 || below > 32) faults.push(`${name}, ${size}: Save is ${Math.round(below)} px above the bottom edge`);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  };
  await page.goto('/observe');
  await expect(save).toBeVisible();
  await check('an empty form');
  await addPhotos(page, [await photoTaken(null), await photoTaken('2003-07-04 09:12:00', { latitude: 51.1, longitude: 17 })]);
  await expect(photoInForm(page, 2)).toBeVisible();
  await page.getByRole('combobox').fill('a bird');
  await page.getByRole('option').last().click();
  await check('a form with photos and a species');
  expect(faults).toEqual([]);
  await saveRecord(page, 'en');
  await check('the form for the next record');
  expect(faults).toEqual([]);
});

/** The logo, the chips, the search and the bell. */
const PARTS_OF_TOP = ':scope > a, :scope > div > div > *';

test('at 320 px with text at 200 %, the top line shows the logo, the location and what waits beside each other', async ({ signIn }) => {
  const { page, context } = await signIn('chen');
  await page.setViewportSize({ width: 320, height: 740 });
  await context.setOffline(true);
  const top = page.getByRole('banner');
  const parts = top.locator(PARTS_OF_TOP).filter({ visible: true });
  // In the form for a record, the line has a cross and the title in place of the logo and the search.
  const inTop = async (count: number) => {
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await expect.poll(async () => await parts.count()).toBe(count);
    await drawn(page);
    const boxes = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect()));
    for (const [index, { left, right }] of boxes.entries()) {
      expect(left).toBeGreaterThanOrEqual(index === 0 ? 0 : boxes[index - 1]!.right);
      expect(right).toBeLessThanOrEqual(320);
    }
    expect((await top.boundingBox())!.height).toBeLessThanOrEqual(64);
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  };
  await record(page, 'robin', 'European robin');
  const waiting = top.getByRole('link', { name: say('en', 'common:sync.waiting_one', { count: 1 }) });
  await expect(waiting).toBeVisible();
  await expect(top.getByRole('button', { name: enPattern('geo:chip') })).toBeVisible();
  await inTop(4);
  await page.goto('/');
  await reportOffline(page);
  await expect(waiting).toBeVisible();
  await inTop(5);
});

test('on Welcome and Today, no text overlaps the drawings', async ({ person, installedDevice, veld }) => {
  const { page } = await installedDevice({ isMobile: false, reducedMotion: 'reduce' });
  const account = await person('anna');
  let language: Language = 'en';
  const faults: string[] = [];
  const check = async (name: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await drawn(page);
      faults.push(...(await textOverDrawings(page)).map((fault) => `${name}, ${language}, ${width} px: ${fault}`));
    }
  };

  const open = async (path: string) => {
    await page.evaluate((code) => localStorage.setItem('veld-locale', code), language);
    await page.goto(path);
  };
  await page.goto('/api/health');
  for (language of DRAWN_IN) {
    await open('/welcome');
    await expect(page.getByRole('heading', { name: say(language, 'accounts:welcome.headline') })).toBeVisible();
    await check('Welcome');
  }
  await putSession(page, veld.url, account);
  for (language of DRAWN_IN) {
    await call(veld.url, patchPreferences, { body: { language } }, account.token);
    await open('/');
    await expect(page.getByText(say(language, 'dashboard:lead_fresh'))).toBeVisible();
    await check('Today');
  }
  expect(faults).toEqual([]);
});
