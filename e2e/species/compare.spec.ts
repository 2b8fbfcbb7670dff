import { randomUUID } from 'node:crypto';
import { listSpecies, patchPreferences, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import { accessibilityFaults } from '../screens/accessibility.ts';
import { countTaps } from '../taps.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

// The people to compare with are those of the country.
test.use({ ...PHONE, server: 'own', opensForm: false });

const YEAR = new Date().getFullYear();

test('a birder compares the list of a year with that of a friend and with another year, in numbers', async ({ veld, person, signIn }) => {
  await person('keeper');
  const ben = await person('ben');
  const anna = await signIn('anna', { at: null });
  const species = await call(veld.url, listSpecies, {}, ben.token);
  const record = async (who: Account, name: string, year: number) => {
    const seen = { taxon_id: species[name]!, observed_on: `${year}-01-01`, latitude: 52.09, longitude: 5.12 };
    const body = { write_id: randomUUID(), geoprivacy: 'open' as const, ...seen };
    await call(veld.url, putObservation, { params: { id: randomUUID() }, body }, who.token);
  };
  for (const name of ['European robin', 'Eurasian wren', 'Mallard']) await record(anna.account, name, YEAR);
  for (const name of ['European robin', 'Great tit']) await record(anna.account, name, YEAR - 1);
  for (const name of ['Eurasian wren', 'Great tit', 'Mallard', 'Common kingfisher']) await record(ben, name, YEAR);
  await record(ben, 'European robin', YEAR - 1);
  await call(veld.url, patchPreferences, { body: { community_opt_in: true } }, ben.token);

  const { page } = anna;
  const parts = page.getByRole('radiogroup', { name: en('species:compare.parts') });
  // The number is part of the name, without a space before it.
  const part = (name: string, count: number) => expect(parts.getByRole('radio', { name: new RegExp(`^${name} ?${count}$`) }));
  const own = page.getByRole('list', { name: en('species:view.seen') }).getByRole('link');
  const rows = page.getByRole('list', { name: en('species:compare.parts') }).getByRole('link');
  await page.goto('/my-species?view=seen&period=this_year');
  await expect(own).toHaveCount(3, { timeout: timeLimit(60_000) });
  const { tap, taps } = countTaps();
  await tap(page.getByRole('button', { name: en('species:compare.start') }));
  const only = (period: string) => en('species:compare.only_now', { period: en(`common:period.${period}`) });
  await part(only('this_year'), 2).toBeChecked();
  await part(only('previous_year'), 1).toBeAttached();
  await part(en('species:compare.both'), 1).toBeAttached();
  expect(taps()).toBe(1);
  await tap(parts.getByText(only('previous_year')));
  await expect(rows).toHaveText([/Great tit/]);
  expect(await accessibilityFaults(page)).toEqual([]);

  // The same year of a friend: one choice.
  await page.getByRole('combobox', { name: en('species:compare.with') }).selectOption({ label: 'ben' });
  await part(en('species:compare.only_you'), 1).toBeAttached();
  await part(en('species:compare.only_them', { name: 'ben' }), 2).toBeChecked();
  await part(en('species:compare.both'), 2).toBeAttached();
  await expect(rows).toHaveCount(2);
  await tap(parts.getByText(en('species:compare.both')));
  expect(taps()).toBe(3);
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Eurasian wren' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Mallard' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});
