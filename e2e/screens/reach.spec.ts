import { share } from '../../scripts/test-run/share.mjs';
import { seed } from '../../seed/world.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { say } from '../words.ts';
import { accessibilityFaults } from './accessibility.ts';
import { fetched, logInAs, opener, PHOTO_WIDTH, setSize, SIZES } from './layout.ts';
import { MOMENTS } from './moments.ts';
import { layoutFaults } from './targets.ts';
import { demoVisits, sectionVisits } from './visits.ts';

// The demo data need a server of their own.
test.use({ ...PHONE, server: 'own' });

const WHO = { visitor: null, person: 'anna', curator: 'klara', admin: 'admin' } as const;

test('at 320 px and with text at 200 %, every control of the screens can be reached, and axe finds nothing in light and dark', async ({
  veld,
  installedDevice,
}) => {
  // With VELD_LONG=1 all screens, otherwise the first ones and a tenth of the others.
  if (process.env.VELD_LONG === '1') test.setTimeout(timeLimit(900_000));
  const screens = await demoVisits(veld.url, await seed(veld.url, { photoWidth: PHOTO_WIDTH }));
  const visits = [...share(screens, 10, 8), ...share(sectionVisits(), 50, 1)];
  const { page } = await installedDevice({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  // Each screen opens in the size in which the one before it was left: changing the size costs more than measuring.
  let sizes = [...SIZES];
  const check = async (name: string) => {
    for (const { name: size, width, text } of sizes) {
      await setSize(page, width, text);
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}, ${size}: ${fault}`));
    }
    sizes = sizes.toReversed();
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}, ${fault}`));
  };

  const { open, openInApp } = opener(page);
  for (const [kind, key] of Object.entries(WHO)) {
    if (key) await logInAs(page, veld.url, key);
    if (key === 'anna') await fetched(page);
    for (const { name, path } of visits.filter((visit) => visit.as === kind)) {
      // A visitor comes to each screen from outside.
      await (key ? openInApp : open)(path);
      await check(name);
      if (name === 'dashboard' && key === 'anna') {
        await page.getByRole('button', { name: say('nl', 'common:nav.more'), exact: true }).click();
        await check('the sheet of more screens');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      if (name === 'settings.my_locations') {
        await page.getByRole('button', { name: say('nl', 'settings:places.add'), exact: true }).click();
        await check('the dialog of a new place');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      if (name === 'tally') {
        await page.locator('[data-plus]').first().click();
        await check('a running tally');
      }
    }
    if (key === 'anna') {
      // Shared photos that wait are told on every other screen by a message that stays.
      await open('/observe/photos');
      await MOMENTS.find((moment) => moment.name === 'observe.photos.shared')!.reach(page, 'nl');
      await openInApp('/feed');
      await check('a message that stays');
    }
  }
  expect(faults).toEqual([]);
});
