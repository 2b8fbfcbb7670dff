import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listSavedPlaces, putSavedPlace, type SavedPlace } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, test } from '../fixtures.ts';
import { measureBox, findCentre, drag } from '../input/pointer.ts';
import { putSession } from '../session.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

const place = (name: string, change: Partial<SavedPlace> = {}): SavedPlace => ({
  id: randomUUID(),
  name,
  kind: 'patch',
  latitude: 52.1,
  longitude: 5.1,
  uncertainty_m: null,
  notes: '',
  ...change,
});
const HIDE = place('Hide', {
  kind: 'hide',
  habitat: 'marsh',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [5, 52],
        [5.1, 52],
        [5.1, 52.1],
        [5, 52],
      ],
    ],
  },
});
const PLACES = [place('Dike'), place('Garden'), HIDE];

const names = (page: Page) => page.getByRole('listitem').getByRole('heading', { level: 2 });
const lineOf = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test('a place is dragged to another position, which a second device shows', async ({ anna, veld, installedDevice }) => {
  for (const { id, ...body } of PLACES) await call(veld.url, putSavedPlace, { params: { id }, body }, anna.account.token);
  const { page, context } = anna;
  await page.goto('/settings/my-locations');
  await expect(names(page)).toHaveText(['Dike', 'Garden', 'Hide']);
  await page.getByLabel(en('settings:places.order_label')).selectOption('mine');
  await context.setOffline(true);
  await drag(page, lineOf(page, 'Hide').locator('[data-movable]'), findCentre(await measureBox(lineOf(page, 'Dike'))));
  await expect(names(page)).toHaveText(['Hide', 'Dike', 'Garden']);
  await context.setOffline(false);
  const sent = async () => (await call(veld.url, listSavedPlaces, {}, anna.account.token)).data.find(({ name }) => name === 'Hide')!;
  await expect.poll(async () => (await sent()).list_position).not.toBeNull();

  // Somebody who has put places in order sees them so, without choosing that again.
  const second = await installedDevice();
  await putSession(second.page, veld.url, anna.account);
  await second.page.goto('/settings/my-locations');
  await expect(names(second.page)).toHaveText(['Hide', 'Dike', 'Garden']);
});

test('a place is given to another person as a file', async ({ anna, veld, person, installedDevice }) => {
  const { id, ...body } = HIDE;
  await call(veld.url, putSavedPlace, { params: { id }, body }, anna.account.token);
  await anna.page.goto(`/settings/locations/${id}`);
  await anna.page.getByRole('button', { name: en('settings:places.share.open_one') }).click();
  const downloading = anna.page.waitForEvent('download');
  await anna.page.getByRole('button', { name: en('settings:places.share.download') }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('Hide.geojson');

  const bram = await person('bram');
  const { page } = await installedDevice();
  await putSession(page, veld.url, bram);
  await page.goto('/settings/my-locations');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: en('settings:places.import.choose') }).click();
  await (await choosing).setFiles(await file.path());
  await page.getByRole('button', { name: en('settings:places.import.add_one', { count: 1 }) }).click();
  await expect(names(page)).toHaveText(['Hide']);
  await expect
    .poll(async () => (await call(veld.url, listSavedPlaces, {}, bram.token)).data)
    .toMatchObject([{ name: 'Hide', kind: 'hide', habitat: 'marsh', geometry: HIDE.geometry }]);
});
