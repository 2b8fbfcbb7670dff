import { expect, test } from '@playwright/test';
import { accountOf, awaitNames, newDevice, onServer, openObserve, pickTaxon, registerOn, saveRecord } from './people.ts';
import { type RunningVeld, startVeld } from './server.ts';
import { en, enPattern } from './words.ts';

let veld: RunningVeld;
test.beforeAll(async () => {
  veld = await startVeld();
});
test.afterAll(() => veld.remove());

const UTRECHT = { latitude: 52.0907, longitude: 5.1214 };

test('anna’s place is measured until it is good enough, and the next record may take it with a tap', async ({ browser }) => {
  const device = await newDevice(browser, veld.url);
  const { page, context } = device;
  await registerOn(page, 'anna', 'en', 'NL');
  await awaitNames(page, 'en', 'blackb', 'blackbird');
  const anna = await accountOf(veld.url, 'anna');
  const stored = async () =>
    (await onServer(veld.url, anna))
      .flatMap((record) => ('deleted' in record ? [] : [record]))
      .toSorted((one, two) => (one.created_at < two.created_at ? -1 : 1));

  // Rough at first: told in words and metres, taken for now, and measured on.
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...UTRECHT, accuracy: 80 });
  await page.goto('/');
  await openObserve(page, 'en');
  const place = page.getByRole('region', { name: en('observations:where.title') });
  const within80 = enPattern('geo:state_within', { state: en('geo:state.rough'), distance: /80\sm/ });
  await expect(place).toContainText(within80);
  const uncertainty = place.getByLabel(en('observations:field.coordinate_uncertainty_m'));
  await expect(uncertainty).toHaveValue('80 m');
  // The shell tells it as well.
  await expect(page.getByRole('banner').getByRole('button', { name: enPattern('geo:chip', { state: within80 }) })).toBeVisible();

  await context.setGeolocation({ ...UTRECHT, accuracy: 7 });
  await expect(uncertainty).toHaveValue('7 m');
  await expect(place).toContainText(enPattern('recording:measure.frozen', { distance: /7\sm/ }));
  await expect(place.getByRole('button', { name: en('recording:where.measure_again') })).toBeVisible();
  // Nobody needs the receiver any more, so it rests.
  await expect(page.getByRole('banner').getByRole('button', { name: enPattern('geo:chip') })).toHaveCount(0);
  // The uncertainty can be set without moving the place.
  await uncertainty.fill('15');
  await pickTaxon(page, 'blackb', 'blackbird');
  await saveRecord(page, 'en');
  await expect
    .poll(async () => (await stored()).map((record) => [record.location_source, record.latitude, record.coordinate_uncertainty_m]), {
      timeout: 30_000,
    })
    .toEqual([['gps', UTRECHT.latitude, 15]]);

  // A species that her country does not list is asked about; one that it lists is not.
  await page.goto('/');
  await openObserve(page, 'en');
  await expect(uncertainty).toHaveValue('7 m');
  await pickTaxon(page, 'common ostr', 'ostrich');
  const unlisted = page.getByText(en('recording:check.not_listed', { country: 'Netherlands' }));
  await expect(unlisted).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: en('recording:taxon.change') }).click();
  await pickTaxon(page, 'blackb', 'blackbird');
  await expect(unlisted).toHaveCount(0);

  // Where the place is refused it stays missing, says why, and offers what the device knows.
  await context.clearPermissions();
  await page.goto('/');
  await openObserve(page, 'en');
  await expect(place.getByRole('alert')).toBeVisible();
  await expect(uncertainty).toHaveCount(0);
  await place
    .getByRole('button', { name: /blackbird/ })
    .filter({ hasText: en('recording:place_offer.neighbour') })
    .click();
  await expect(uncertainty).toHaveValue('15 m');
  await expect(place).toContainText(en('observations:where.source.neighbour'));

  // The same species here and now is in the list already; that is said, and keeps nobody from saving.
  await pickTaxon(page, 'blackb', 'blackbird');
  await expect(page.getByText(en('recording:duplicate.sighting'))).toBeVisible();
  // A count that cannot be usual is asked about at its field until she is sure, and again when it changes.
  const count = page.getByRole('region', { name: en('observations:field.count'), exact: true });
  const sure = count.getByRole('button', { name: en('recording:check.i_am_sure') });
  await count.getByRole('textbox').first().fill('60000');
  await sure.click();
  await expect(count).toContainText(en('recording:check.sure.unusual_count'));
  await count.getByRole('textbox').first().fill('70000');
  await expect(sure).toBeVisible();
  await sure.click();
  await saveRecord(page, 'en');
  await expect
    .poll(async () => (await stored()).map((record) => [record.location_source, record.count, record.attributes]), { timeout: 30_000 })
    .toEqual([
      ['gps', null, {}],
      ['neighbour', 70_000, { sure_unusual_count: '70000' }],
    ]);
  expect(device.troubles).toEqual([]);
  await context.close();
});
