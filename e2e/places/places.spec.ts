import { randomUUID } from 'node:crypto';
import { patchPreferences, putObservation, putSavedPlace } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { expect, PHONE, type SignedIn, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
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
