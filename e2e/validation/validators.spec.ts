import { randomUUID } from 'node:crypto';
import {
  getValidation,
  listSpecies,
  listToValidate,
  listValidators,
  putObservation,
  putValidator,
  type ValidatorField,
} from '@veld/contract';
import { call } from '../../seed/api.ts';
import { reportOffline } from '../device.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import { accessibilityFaults } from '../screens/accessibility.ts';
import type { RunningVeld } from '../server.ts';
import { countTaps } from '../taps.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

// The queue shows what everybody records, and the first account of a server is that of the administrator.
test.use({ ...PHONE, server: 'own', opensForm: false });

const ALL: ValidatorField = { group: null, country: null, area: null, from: null, to: null, project_id: null };

function appoint({ url }: RunningVeld, admin: Account, who: Account): Promise<void> {
  return call(url, putValidator, { params: { id: randomUUID() }, body: { user_id: who.user.id, field: ALL } }, admin.token);
}

/** Saves a record of a robin in Utrecht, with the properties in `change` replaced. */
async function record({ url }: RunningVeld, who: Account, change: object = {}): Promise<string> {
  const species = await call(url, listSpecies, {}, who.token);
  const id = randomUUID();
  const robin = { taxon_id: species['European robin']!, observed_on: '2026-05-17', latitude: 52.09, longitude: 5.12 };
  await call(url, putObservation, { params: { id }, body: { write_id: randomUUID(), geoprivacy: 'open', ...robin, ...change } }, who.token);
  return id;
}

test('a validator accepts what is unsuspicious in bulk, takes it back, and asks; the observer answers without a connection', async ({
  veld,
  person,
  signIn,
}) => {
  const keeper = await person('keeper');
  const anna = await signIn('anna', { at: null });
  const bram = await signIn('bram', { at: null });
  await appoint(veld, keeper, bram.account);
  const robins = [await record(veld, anna.account), await record(veld, anna.account), await record(veld, anna.account)];
  const odd = await record(veld, anna.account, { taxon_id: null, verbatim_name: 'a small brown bird' });
  const find = async (id: string) => (await call(veld.url, getValidation, { params: { id } }, bram.account.token)).data;
  const states = async () => (await Promise.all(robins.map(find))).map(({ state }) => state).toSorted();

  const { page } = bram;
  await page.goto('/');
  const { tap, taps } = countTaps();
  await tap(page.getByRole('navigation').getByRole('button', { name: en('common:nav.more'), exact: true }));
  await tap(page.getByRole('link', { name: en('common:screens.validate'), exact: true }));
  expect(taps()).toBe(2);
  // What is to be checked comes first.
  await expect(page.getByRole('heading', { level: 2, name: 'a small brown bird' })).toBeVisible();
  await expect(page.getByText(en('validation:finding.no_name'))).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await tap(page.getByRole('button', { name: en('validation:batch.open_other', { count: 3 }) }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await tap(dialog.getByRole('button', { name: en('validation:batch.accept_other', { count: 3 }) }));
  expect(taps()).toBe(4);
  await expect.poll(states).toEqual(['accepted', 'accepted', 'accepted']);
  await tap(page.getByRole('button', { name: en('common:action.undo') }));
  await expect.poll(states).toEqual(['unverified', 'unverified', 'unverified']);

  await page.getByRole('button', { name: en('validation:batch.open_other', { count: 3 }) }).tap();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('checkbox').first().tap();
  await dialog.getByRole('button', { name: en('validation:batch.accept_other', { count: 2 }) }).tap();
  await expect.poll(states).toEqual(['accepted', 'accepted', 'unverified']);

  // The one that was left out, or the odd one: both are still there.
  await page.goto('/validate');
  await expect(page.getByRole('heading', { level: 2, name: 'a small brown bird' })).toBeVisible();
  const asking = countTaps();
  await asking.tap(page.getByRole('button', { name: en('validation:queue.ask'), exact: true }));
  await asking.tap(page.getByRole('dialog').getByRole('button', { name: en('notifications:question.certain') }));
  expect(asking.taps()).toBe(2);
  await expect.poll(async () => (await find(odd)).state, { timeout: timeLimit(30_000) }).toBe('asked');

  await anna.page.goto('/notifications');
  const yes = anna.page.getByRole('button', { name: en('notifications:answer.yes'), exact: true });
  await expect(yes).toBeVisible();
  expect(await accessibilityFaults(anna.page)).toEqual([]);
  await anna.context.setOffline(true);
  const stopReporting = await reportOffline(anna.page);
  const answering = countTaps();
  await answering.tap(yes);
  expect(answering.taps()).toBe(1);
  await expect(anna.page.getByText(en('validation:answer.given', { answer: en('notifications:answer.yes') }))).toBeVisible();
  expect((await anna.onDevice()).outbox).toHaveLength(1);
  expect((await find(odd)).questions.map(({ answer }) => answer)).toEqual([null]);

  await stopReporting();
  await anna.context.setOffline(false);
  await expect
    .poll(async () => (await find(odd)).questions.map(({ answer }) => answer?.answer), { timeout: timeLimit(60_000) })
    .toEqual(['yes']);
  await page.goto('/validate');
  await expect(page.getByText(en('validation:finding.answered'))).toBeVisible();
});

test('a coordinator appoints a validator, writes a rule, and sees what it flags', async ({ veld, person, signIn }) => {
  const dora = await signIn('dora', { at: null });
  const anna = await person('anna');
  await person('bram');
  await appoint(veld, dora.account, dora.account);
  const many = await record(veld, anna, { count: 40 });
  await record(veld, anna);
  const queue = async () => (await call(veld.url, listToValidate, {}, dora.account.token)).data;
  expect((await queue()).flatMap(({ findings }) => findings)).toEqual([]);

  const { page } = dora;
  await page.goto('/admin');
  const { tap, taps } = countTaps();
  const main = page.getByRole('main');
  await tap(main.getByRole('link', { name: en('common:screens.validators') }));
  await page.getByRole('textbox', { name: en('validation:validators.person') }).fill('bram');
  await tap(page.getByRole('radio', { name: 'bram' }));
  await tap(page.getByRole('button', { name: en('validation:validators.appoint') }));
  expect(taps()).toBe(3);
  await expect(page.getByRole('button', { name: en('validation:validators.end_of', { name: 'bram' }) })).toBeVisible();
  const appointed = await call(veld.url, listValidators, { query: {} }, dora.account.token);
  expect(appointed.data.map(({ user, field }) => [user.name, field])).toEqual([
    ['bram', ALL],
    ['dora', ALL],
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);

  const ruling = countTaps();
  await ruling.tap(main.getByRole('link', { name: en('common:screens.validation_rules') }));
  await page.getByRole('combobox', { name: en('validation:rules.taxon') }).fill('european robin');
  await ruling.tap(page.getByRole('option').filter({ hasText: 'European robin' }).first());
  await page.getByLabel(en('validation:rules.maximum')).fill('10');
  await page.getByLabel(en('validation:rules.note')).fill('Robins live alone');
  await ruling.tap(page.getByRole('button', { name: en('validation:rules.save') }));
  expect(ruling.taps()).toBe(3);
  const show = page.getByRole('link', { name: en('validation:rules.show') });
  await expect(show).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await ruling.tap(show);
  expect(ruling.taps()).toBe(4);
  await expect(page.getByText(en('validation:finding.maximum', { number: 10 }))).toBeVisible();
  await expect(page.getByText('Robins live alone')).toBeVisible();
  const found = await queue();
  expect(found.filter(({ findings }) => findings.length > 0).map(({ id }) => id)).toEqual([many]);
});

test('every key of the queue does what it says, and nothing while somebody types', async ({ veld, person, signIn }) => {
  const keeper = await person('keeper');
  const anna = await person('anna');
  const bram = await signIn('bram', { at: null });
  await appoint(veld, keeper, bram.account);
  const birds: Record<string, string> = {};
  // The last received is the first of the queue.
  for (const name of ['five', 'four', 'three', 'two', 'one'])
    birds[name] = await record(veld, anna, { taxon_id: null, verbatim_name: `bird ${name}` });
  const { page } = bram;
  const shown = (name: string) => expect(page.getByRole('heading', { level: 2, name: `bird ${name}`, exact: true })).toBeVisible();
  const find = async (name: string) => (await call(veld.url, getValidation, { params: { id: birds[name]! } }, bram.account.token)).data;
  const state = (name: string) => expect.poll(async () => (await find(name)).state, { timeout: timeLimit(30_000) });
  await page.goto('/validate');
  await shown('one');

  await page.keyboard.press('a');
  await shown('two');
  await page.keyboard.press('u');
  await shown('one');
  await page.keyboard.press('a');
  await shown('two');
  await page.keyboard.press('p');
  await shown('three');
  await page.keyboard.press('s');
  await shown('four');
  await page.keyboard.press('ArrowLeft');
  await shown('three');
  await state('one').toBe('accepted');
  await state('two').toBe('plausible');
  expect((await find('three')).state).toBe('unverified');

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  // Letters of a text are no keys.
  await dialog.getByLabel(en('validation:decide.reason')).pressSequentially('a paper wasp');
  await dialog.getByRole('button', { name: en('validation:decide.save') }).click();
  await expect(dialog).toHaveCount(0);
  await shown('four');
  await state('three').toBe('incorrect');
  expect((await find('three')).decisions.map((one) => one.reason)).toEqual(['a paper wasp']);

  await page.keyboard.press('q');
  await expect(dialog).toBeVisible();
  // Those of the queue do nothing while a dialog is open.
  await page.keyboard.press('a');
  await dialog.getByRole('button', { name: en('notifications:question.photo') }).click();
  await shown('five');
  await state('four').toBe('asked');
  expect((await find('five')).state).toBe('unverified');
  await expect.poll(async () => (await bram.onDevice()).outbox).toEqual([]);
});
