import { expect, test } from '../fixtures.ts';
import { en } from '../words.ts';

const ROWS = [
  'Species\tDate\tPlace\tCount',
  'European robin\t2025-05-03\t52.1234, 5.2345\t3',
  'Troglodytes troglodytes\t2025-05-02\t52.1234, 5.2345\t~20',
  'Unicorn\t2025-05-02\t52.1234, 5.2345\t1',
].join('\n');

test('rows of a spreadsheet become records, which are edited, copied and pasted over where they stand', async ({ anna }) => {
  const { page } = anna;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/tables');
  await page.getByRole('button', { name: en('observations:paste.records_title') }).click();
  const making = page.getByRole('dialog');
  await making.getByRole('textbox', { name: en('observations:paste.rows') }).fill(ROWS);
  await expect(making.getByRole('list', { name: en('observations:paste.not_understood') })).toContainText('Unicorn');
  await expect(making.getByRole('list', { name: en('observations:paste.new_list') }).getByRole('listitem')).toHaveCount(2);
  await making.getByRole('button', { name: /^Add 2 records/ }).click();

  const grid = page.getByRole('grid');
  const cell = (row: number, title: string) =>
    grid.getByRole('row').nth(row).getByRole('gridcell').nth(['', 'name', 'scientific', 'date', 'place', 'count', 'stage'].indexOf(title));
  await expect(cell(1, 'name')).toContainText('European robin');
  await expect(cell(2, 'name')).toContainText('Eurasian wren');

  await cell(1, 'count').click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('10-12');
  await page.keyboard.press('Enter');
  await expect(cell(1, 'count')).toContainText('10 to 12');
  await expect(cell(2, 'count')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('1.200');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('thousands');
  await page.keyboard.press('Escape');
  await expect(cell(2, 'count')).toBeFocused();
  await expect(cell(2, 'count')).toContainText('20');

  // The pencil, for a finger.
  await page.getByRole('button', { name: /^Edit: Count, Eurasian wren/ }).click();
  await page.getByRole('textbox', { name: /^Count, Eurasian wren/ }).fill('7');
  await page.getByRole('button', { name: en('common:action.save'), exact: true }).click();
  await expect(cell(2, 'count')).toContainText('7');

  await cell(1, 'date').click();
  await cell(2, 'count').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').map((line) => line.split('\t').at(0))).toEqual(['2025-05-03', '2025-05-02']);
  expect(copied.split('\n').map((line) => line.split('\t').at(2))).toEqual([expect.stringMatching(/^10.12$/), '7']);

  await cell(1, 'count').click();
  await page.evaluate(() => navigator.clipboard.writeText('5\tadult\n6\tmoulting'));
  await page.keyboard.press('Control+v');
  const pasting = page.getByRole('dialog', { name: en('observations:paste.cells_title') });
  await expect(pasting.getByRole('list', { name: en('observations:paste.not_understood') })).toContainText('moulting');
  await pasting.getByRole('button', { name: en('observations:workbench.edit.apply') }).click();
  await expect(cell(1, 'count')).toContainText('5');
  await expect(cell(2, 'count')).toContainText('6');
  await page.getByRole('button', { name: en('common:action.undo'), exact: true }).click();
  await expect(cell(1, 'count')).toContainText('10 to 12');
  await expect(cell(2, 'count')).toContainText('7');
});
