import { expect, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { leaveSaved, openObserve, pickTaxon, saveRecord, unfold } from '../record-form.ts';
import { en, enPattern } from '../words.ts';

const UTRECHT = { latitude: 52.0907, longitude: 5.1214 };

test.use({ opensForm: false });

test('the position is measured until it is accurate enough, and the next record can reuse it with one tap', async ({ anna }) => {
  const { page, context } = anna;
  const stored = async () => (await anna.stored()).toSorted((one, two) => (one.created_at < two.created_at ? -1 : 1));

  // A rough position is shown in words and metres, and used until a better one arrives.
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...UTRECHT, accuracy: 80 });
  await page.goto('/');
  await openObserve(page, 'en');
  const place = page.getByRole('region', { name: en('observations:where.title') });
  const within80 = enPattern('geo:state_within', { state: en('geo:state.rough'), distance: /80\sm/ });
  await expect(place).toContainText(within80);
  await unfold(page, 'where');
  const uncertainty = place.getByLabel(en('observations:field.coordinate_uncertainty_m'));
  await expect(uncertainty).toHaveValue('80 m');
  // The header shows it too.
  await expect(page.getByRole('banner').getByRole('button', { name: enPattern('geo:chip', { state: within80 }) })).toBeVisible();

  await context.setGeolocation({ ...UTRECHT, accuracy: 7 });
  await expect(uncertainty).toHaveValue('7 m');
  await expect(place.getByRole('button', { name: en('recording:where.measure_again') })).toBeVisible();
  // Nothing needs the location any more, so the device stops measuring it.
  await expect(page.getByRole('banner').getByRole('button', { name: enPattern('geo:chip') })).toHaveCount(0);
  // The uncertainty can be set without moving the place.
  await uncertainty.fill('15');
  await pickTaxon(page, 'blackb', 'blackbird');
  await saveRecord(page, 'en');
  await leaveSaved(page, 'en');
  await expect
    .poll(async () => (await stored()).map((record) => [record.location_source, record.latitude, record.coordinate_uncertainty_m]))
    .toEqual([['gps', UTRECHT.latitude, 15]]);

  // A species that is not on the country's list raises a question; one that is does not.
  await page.goto('/');
  await openObserve(page, 'en');
  await expect(place).toContainText(/7\sm/);
  await pickTaxon(page, 'common ostr', 'ostrich');
  const unlisted = page.getByText(en('recording:check.not_listed', { country: 'Netherlands' }));
  await expect(unlisted).toBeVisible({ timeout: timeLimit(30_000) });
  await page.getByRole('button', { name: en('recording:taxon.change'), exact: true }).click();
  await pickTaxon(page, 'blackb', 'blackbird');
  await expect(unlisted).toHaveCount(0);

  // Without permission the place stays empty, the form says why, and offers known places.
  await context.clearPermissions();
  await page.goto('/');
  await openObserve(page, 'en');
  await expect(place.getByRole('alert')).toBeVisible();
  await expect(uncertainty).toHaveCount(0);
  await place
    .getByRole('button', { name: /blackbird/ })
    .filter({ hasText: en('recording:place_offer.neighbour') })
    .click();
  await expect(place).toContainText(/15\sm/);
  await expect(place).toContainText(en('observations:where.source.neighbour'));

  // The same species was recorded here a moment ago: the form says so, and still saves.
  await pickTaxon(page, 'blackb', 'blackbird');
  await expect(page.getByText(enPattern('recording:duplicate.sighting', { distance: /50\sm/ }))).toBeVisible();
  // An unusual count asks for confirmation at its field, and again when it changes.
  const count = page.getByRole('region', { name: en('observations:field.count'), exact: true });
  const sure = count.getByRole('button', { name: en('recording:check.confirm') });
  await count.getByRole('textbox').first().fill('60000');
  await sure.click();
  await expect(count).toContainText(en('recording:check.confirmed.unusual_count'));
  await count.getByRole('textbox').first().fill('70000');
  await expect(sure).toBeVisible();
  await sure.click();
  await saveRecord(page, 'en');
  await leaveSaved(page, 'en');
  await expect
    .poll(async () => (await stored()).map((record) => [record.location_source, record.count, record.attributes]))
    .toEqual([
      ['gps', null, {}],
      ['neighbour', 70_000, { sure_unusual_count: '70000' }],
    ]);
});

test('without a network, the form and the record of a new place say in words where it is', async ({ anna }) => {
  const { page, context } = anna;
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 51.2194, longitude: 4.4025, accuracy: 8 });
  await page.goto('/');
  await context.setOffline(true);
  await openObserve(page, 'en');
  const place = page.getByRole('region', { name: en('observations:where.title') });
  await expect(place).toContainText('Antwerp, Belgium');
  await pickTaxon(page, 'blackb', 'blackbird');
  await saveRecord(page, 'en');
  await leaveSaved(page, 'en');
  await page
    .getByRole('link', { name: /blackbird/ })
    .first()
    .click();
  await expect(page.getByRole('main')).toContainText('Antwerp, Belgium');
  expect(await anna.onServer()).toEqual([]);
});

test('a record saved before the location is known gets its place, also when the page is reloaded in between', async ({ anna }) => {
  const { page, context } = anna;
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(null);
  await page.goto('/');
  await openObserve(page, 'en');
  await pickTaxon(page, 'blackb', 'blackbird');
  await saveRecord(page, 'en');
  await expect(page.getByText(en('recording:saved.locating'))).toBeVisible();
  await page.goto('/feed');
  await context.setGeolocation({ ...UTRECHT, accuracy: 8 });
  const places = async () => (await anna.stored()).map(({ latitude, location_source }) => [latitude, location_source]);
  await expect.poll(places).toEqual([[UTRECHT.latitude, 'gps']]);
  // Nothing waits any more, so the device stops measuring.
  await expect(page.getByRole('banner').getByRole('button', { name: enPattern('geo:chip') })).toHaveCount(0);
});

test('while the browser asks about the location, a saved record says so, and gets its place after the answer', async ({ anna }) => {
  const { page, context } = anna;
  // Headless Chromium refuses at once, so the question stays open in the page.
  await page.addInitScript(() => {
    const status = Object.assign(new EventTarget(), { state: 'prompt', onchange: null as (() => void) | null });
    const open: (() => void)[] = [];
    const watch = navigator.geolocation.watchPosition.bind(navigator.geolocation);
    navigator.geolocation.watchPosition = (...args) => {
      if (status.state === 'granted') return watch(...args);
      open.push(() => void watch(...args));
      return 0;
    };
    navigator.permissions.query = async () => status as unknown as PermissionStatus;
    Object.assign(window, {
      allowLocation() {
        status.state = 'granted';
        status.onchange?.();
        for (const start of open) start();
      },
    });
  });
  await page.goto('/');
  await openObserve(page, 'en');
  await pickTaxon(page, 'blackb', 'blackbird');
  await saveRecord(page, 'en');
  await expect(page.getByText(en('recording:saved.asking'))).toBeVisible();
  await expect(page.getByRole('link', { name: en('recording:saved.add_place') })).toBeVisible();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...UTRECHT, accuracy: 8 });
  await page.evaluate(() => (window as unknown as { allowLocation(): void }).allowLocation());
  await expect(page.getByText(en('recording:saved.asking'))).toHaveCount(0);
  await expect
    .poll(async () => (await anna.stored()).map(({ latitude, location_source }) => [latitude, location_source]))
    .toEqual([[UTRECHT.latitude, 'gps']]);
  await expect(page.getByRole('link', { name: en('recording:saved.add_place') })).toHaveCount(0);
});

test('without permission, a saved record says that it has no place, and is one tap from it', async ({ anna }) => {
  const { page, context } = anna;
  await context.clearPermissions();
  await page.goto('/');
  await openObserve(page, 'en');
  await expect(page.getByRole('region', { name: en('observations:where.title') }).getByRole('alert')).toBeVisible();
  await pickTaxon(page, 'blackb', 'blackbird');
  await saveRecord(page, 'en');
  await expect(page.getByText(en('recording:saved.no_location'))).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(en('dashboard:no_place_one', { count: 1 }))).toBeVisible();
  await page.getByRole('link', { name: en('dashboard:add_place') }).click();
  await expect(page).toHaveURL(/edit=.*#place/);
});
