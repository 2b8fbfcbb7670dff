import { randomUUID } from 'node:crypto';
import { patchPreferences, putObservation, putSavedPlace } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { expect, PHONE, type SignedIn, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import { photoTaken } from '../photo.ts';
import { countTaps, openInLanguage, TAP_LANGUAGES } from '../taps.ts';
import { say } from '../words.ts';

test.use({ ...PHONE, server: 'own', serverSettings: { ALLOW_BROWSING: '1' }, opensForm: false });

const MARSH = {
  name: 'Long Marsh',
  kind: 'patch',
  latitude: 52.09,
  longitude: 5.12,
  uncertainty_m: 500,
  notes: 'the gate sticks',
} as const;

/** Bram's marsh, which he made public, with a heron in it. Returns the id of its page. */
async function openMarsh(url: string, bram: Account): Promise<string> {
  const page = randomUUID();
  await call(url, patchPreferences, { body: { community_opt_in: true } }, bram.token);
  const open_to_all = { id: page, kind: 'reserve' as const, text: 'Look for *bitterns*.' };
  await call(url, putSavedPlace, { params: { id: randomUUID() }, body: { ...MARSH, open_to_all } }, bram.token);
  const heron = draft({
    taxon_id: null,
    verbatim_name: 'a heron of the marsh',
    latitude: 52.0901,
    longitude: 5.1202,
    observed_on: '2024-06-03',
  });
  await call(url, putObservation, { params: { id: randomUUID() }, body: heron }, bram.token);
  return page;
}

async function savePlace(anna: SignedIn, url: string, change: object = {}): Promise<string> {
  const id = randomUUID();
  await call(url, putSavedPlace, { params: { id }, body: { ...MARSH, ...change } }, anna.account.token);
  return id;
}

for (const language of TAP_LANGUAGES)
  test(`a saved place is made public with 3 taps, and taken back (${language})`, async ({ anna, veld }) => {
    await savePlace(anna, veld.url);
    await openInLanguage(anna, veld.url, language, '/settings/my-locations');
    const { page } = anna;
    const make = say(language, 'settings:places.open.make');
    const { tap, taps } = countTaps();
    await tap(page.getByRole('link', { name: 'Long Marsh' }).first());
    await tap(page.getByRole('button', { name: make }));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(say(language, 'settings:places.open.unseen'));
    await tap(dialog.getByRole('button', { name: make }));
    expect(taps()).toBe(3);
    await page.getByRole('link', { name: say(language, 'settings:places.open.page') }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Long Marsh' })).toBeVisible();
    await expect(page.getByText('the gate sticks')).toHaveCount(0);
    await page.getByRole('link', { name: say(language, 'common:action.edit') }).tap();
    await page.getByRole('button', { name: say(language, 'settings:places.open.take_back') }).tap();
    await expect(page.getByRole('button', { name: make })).toBeVisible();
  });

test('a photo of a public place is added with 2 taps beside its choice, also without a connection, and removed with 2', async ({
  anna,
  veld,
  freshDevice,
}) => {
  const open = { id: randomUUID(), kind: 'reserve' as const, text: '' };
  await savePlace(anna, veld.url, { open_to_all: open });
  const { page } = anna;
  await page.goto(`/places/${open.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Long Marsh' })).toBeVisible();
  await page.context().setOffline(true);
  const { tap, taps } = countTaps();
  const choosing = page.waitForEvent('filechooser');
  await tap(page.getByRole('button', { name: say('en', 'places:photos.add') }));
  const buffer = await photoTaken('2026-05-17 07:42:00');
  await (await choosing).setFiles({ name: 'hide.jpg', mimeType: 'image/jpeg', buffer });
  await tap(page.getByRole('dialog').getByRole('button', { name: say('en', 'places:photos.save') }));
  expect(taps()).toBe(2);
  const first = page.getByRole('button', { name: say('en', 'places:photos.open', { number: 1, total: 1 }) });
  await expect(first.locator('img')).toHaveAttribute('src', /^data:/);
  await page.context().setOffline(false);

  const { page: visiting } = await freshDevice();
  const seen = visiting.locator(`img[src*="/api/places/${open.id}/photos/"]`);
  await expect(async () => {
    await visiting.goto(`/places/${open.id}`);
    await expect(visiting.getByRole('heading', { level: 1, name: 'Long Marsh' })).toBeVisible();
    await expect(seen.first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect.poll(() => seen.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);

  const remove = say('en', 'places:photos.remove', { number: 1 });
  await tap(page.getByRole('button', { name: remove }));
  await tap(page.getByRole('dialog').getByRole('button', { name: say('en', 'places:photos.remove_confirm'), exact: true }));
  expect(taps()).toBe(4);
  await expect(first).toHaveCount(0);
  await expect(async () => {
    await visiting.reload();
    await expect(visiting.getByRole('heading', { level: 1, name: 'Long Marsh' })).toBeVisible();
    await expect(seen).toHaveCount(0, { timeout: 2000 });
  }).toPass();
});

test('a home is not offered to be public, and a garden asks again', async ({ anna, veld }) => {
  const { page } = anna;
  const home = await savePlace(anna, veld.url, { name: 'House', kind: 'home', is_private_zone: true });
  const garden = await savePlace(anna, veld.url, { name: 'Garden', kind: 'garden', latitude: 52.2 });
  const make = page.getByRole('button', { name: say('en', 'settings:places.open.make') });
  await page.goto(`/settings/locations/${garden}`);
  await make.tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: say('en', 'settings:places.open.make') })).toBeDisabled();
  await dialog.getByRole('checkbox').tap();
  await expect(dialog.getByRole('button', { name: say('en', 'settings:places.open.make') })).toBeEnabled();
  await page.goto(`/settings/locations/${home}`);
  await expect(page.getByRole('heading', { level: 1, name: 'House' })).toBeVisible();
  await expect(make).toHaveCount(0);
});

test('a coordinator finds a reserve with 2 taps and its name, and who recorded there with another', async ({ anna, veld, person }) => {
  const bram = await person('bram');
  await openMarsh(veld.url, bram);
  const { page } = anna;
  await openInLanguage(anna, veld.url, 'en', '/my-records');
  const { tap, taps } = countTaps();
  await tap(page.getByRole('button', { name: say('en', 'search:title'), exact: true }));
  await page.getByRole('dialog').getByRole('combobox').fill('long mar');
  await tap(page.getByRole('option', { name: 'Long Marsh' }));
  expect(taps()).toBe(2);
  await expect(page.getByRole('heading', { level: 1, name: 'Long Marsh' })).toBeVisible();
  await expect(page.getByText('bitterns')).toBeVisible();
  await tap(page.getByText(/^People/));
  expect(taps()).toBe(3);
  await expect(page.getByRole('link', { name: bram.user.name })).toBeVisible();
  await page.getByRole('link', { name: '1 record', exact: true }).tap();
  await expect(page).toHaveURL(/explore\?.*place=/);
  await expect(page.getByRole('link', { name: 'a heron of the marsh' })).toBeVisible();
  await page.getByRole('link', { name: 'a heron of the marsh' }).tap();
  await expect(page.getByRole('link', { name: 'Long Marsh' })).toBeVisible();
});

test('a visitor without an account opens the page of a place: its text and its records', async ({ veld, person, freshDevice }) => {
  const bram = await person('bram');
  const id = await openMarsh(veld.url, bram);
  const { page } = await freshDevice();
  await page.goto(`/places/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Long Marsh' })).toBeVisible();
  await expect(page.getByText('a heron of the marsh').first()).toBeVisible();
  await expect(page.getByText('the gate sticks')).toHaveCount(0);
});
