import { expect, PHONE, test } from '../fixtures.ts';
import { openObserve, pickTaxon, saveRecord } from '../record-form.ts';
import { countTaps } from '../taps.ts';
import { en } from '../words.ts';

test.use(PHONE);

test('on a phone, all records get another species in four taps and letters, and get back what they had', async ({ anna }) => {
  const { page } = anna;
  for (const [typed, name] of [
    ['robin', 'European robin'],
    ['wren', 'Eurasian wren'],
  ] as const) {
    await openObserve(page, 'en');
    await pickTaxon(page, typed, name);
    await saveRecord(page, 'en');
  }
  await page.goto('/tables');
  const records = page.getByRole('main').getByRole('listitem');
  const shown = () => records.getByText(/^[A-Z][a-z]+ [a-z]+$/).allInnerTexts();
  const before = ['Eurasian wren', 'Troglodytes troglodytes', 'European robin', 'Erithacus rubecula'];
  await expect.poll(shown).toEqual(before);

  const { tap, taps } = countTaps();
  await tap(page.getByRole('checkbox', { name: en('common:table.select_all') }));
  await tap(page.getByRole('button', { name: en('common:action.edit'), exact: true }));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: en('observations:workbench.edit.value') }).fill('parus maj');
  await tap(page.getByRole('option').filter({ hasText: 'Parus major' }).first());
  // What changes is in view before it is changed.
  await expect(dialog.getByRole('list', { name: en('observations:workbench.edit.preview') }).getByRole('listitem')).toHaveCount(2);
  await tap(dialog.getByRole('button', { name: en('observations:workbench.edit.apply') }));
  await expect.poll(shown).toEqual(['Great tit', 'Parus major', 'Great tit', 'Parus major']);
  expect(taps()).toBe(4);

  await page.getByRole('button', { name: en('common:action.undo'), exact: true }).tap();
  await expect.poll(shown).toEqual(before);
});
