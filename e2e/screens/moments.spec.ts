import type { BrowserContext, Page } from '@playwright/test';
import { listObservationChanges } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { seed } from '../../seed/world.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { photoTaken } from '../photo.ts';
import { addPhotos } from '../record-form.ts';
import { timeLimit } from '../time-limit.ts';
import { say } from '../words.ts';
import { fetched, logInAs, opener, PHOTO_WIDTH, setSize } from './layout.ts';
import { breakServer, keepUnsent, MOMENTS, savedRecord } from './moments.ts';
import { layoutFaults } from './targets.ts';

// The demo data need a server of their own.
test.use({ ...PHONE, server: 'own' });

/** Screens that have another state without the server, or when it fails. */
const NEEDING_SERVER = ['/feed', '/discover', '/community', '/feedback', '/outbox', '/observations/019a0000-0000-7000-8000-000000000000'];

test('at 320 px with text at 200 %, dialogs, questions and errors can be used', async ({ veld, installedDevice }) => {
  // Minutes even on a quiet machine.
  test.setTimeout(timeLimit(900_000));
  const { tokens } = await seed(veld.url, { photoWidth: PHOTO_WIDTH });
  const { page, context } = await installedDevice({ reducedMotion: 'reduce' });
  const { open, openInApp } = opener(page);
  const faults: string[] = [];
  const check = async (name: string) => {
    await setSize(page, 320, '200%');
    faults.push(...(await layoutFaults(page)).map((fault) => `${name}: ${fault}`));
  };
  const through = async (as: string, language: Parameters<typeof say>[0], isUnsent?: true) => {
    for (const moment of MOMENTS.filter((one) => one.as === as && one.isUnsent === isUnsent)) {
      await open(moment.path);
      await moment.reach(page, language);
      await check(moment.name);
    }
  };

  await page.goto('/welcome');
  await through('visitor', 'en');
  await through('admin', await logInAs(page, veld.url, 'admin'));
  const language = await logInAs(page, veld.url, 'anna');
  await fetched(page);

  await context.setOffline(true);
  for (const path of NEEDING_SERVER) {
    await openInApp(path);
    await check(`${path} offline`);
  }
  await context.setOffline(false);
  const mend = await breakServer(context);
  for (const path of NEEDING_SERVER) {
    await open(path);
    await check(`${path} while the server fails`);
  }
  await mend();

  // What a moment saves stays on this device.
  await context.route('**/api/observations/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await through('person', language);
  await open('/observe');
  await addPhotos(page, [await photoTaken(null)], language);
  await page.getByRole('button', { name: say(language, 'recording:photo.edit', { number: 1 }) }).click();
  await expect(page.getByRole('group', { name: say(language, 'recording:photo.crop.area') })).toBeVisible();
  await check('the dialog of a photo');
  await page.keyboard.press('Escape');

  await keepConflict(context, page, { url: veld.url, token: tokens.anna, language });
  await keepUnsent(context, page, language);
  await open('/outbox');
  await check('records that need attention');
  await through('person', language, true);
  expect(faults).toEqual([]);
});

/** Saves a record of which the server says that it has another version, one of the person's other records. */
async function keepConflict(
  context: BrowserContext,
  page: Page,
  { url, token, language }: { url: string; token: string; language: Parameters<typeof say>[0] },
): Promise<void> {
  const [other] = (await call(url, listObservationChanges, { query: { limit: 100 } }, token)).data.filter((one) => !('deleted' in one));
  await context.route('**/api/observations/*', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    const body = { type: '/problems/conflict', title: 'Conflict', status: 409, current: { ...other, id } };
    return route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(body) });
  });
  await page.goto('/observe');
  await savedRecord(page, language);
  await page.goto('/outbox');
  await expect(page.getByText(say(language, 'outbox:error.conflict')).first()).toBeVisible();
}
