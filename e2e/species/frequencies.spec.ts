import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { openObserve, pickTaxon } from '../record-form.ts';
import { en } from '../words.ts';

const UTRECHT = { latitude: 52.0907, longitude: 5.1214 };
const LISTS = 60;
const WITH_WREN = 14;
const NOW = new Date();
const MONTH = new Intl.DateTimeFormat('en', { month: 'long' }).format(NOW);
const SERVER = resolve(import.meta.dirname, '../../server/src/frequencies.ts');

/** Lists of other people near Utrecht, in this month of last year: all have a robin, some a wren, none a kingfisher. */
function listsOfOthers(): string {
  const month = `${NOW.getFullYear() - 1}-${String(NOW.getMonth() + 1).padStart(2, '0')}`;
  const rows = Array.from({ length: LISTS }, (_, at) => {
    const rest = `${month}-${String((at % 28) + 1).padStart(2, '0')},${UTRECHT.latitude},${UTRECHT.longitude},Person ${at}`;
    return [`Erithacus rubecula,${rest}`, ...(at < WITH_WREN ? [`Troglodytes troglodytes,${rest}`] : [])];
  });
  return ['scientificName,eventDate,decimalLatitude,decimalLongitude,recordedBy', ...rows.flat()].join('\n');
}

test.use({ server: 'own', geolocation: { ...UTRECHT, accuracy: 8 }, permissions: ['geolocation'] });

test('what is likely here and what is unusual follow the lists of other people, also without a connection', async ({ veld, signIn }) => {
  const file = join(veld.dataDir, 'lists.csv');
  writeFileSync(file, listsOfOthers());
  execFileSync(process.execPath, [SERVER, 'import', file], { env: { ...process.env, DATA_DIR: veld.dataDir }, stdio: 'pipe' });
  const anna = await signIn('anna', { at: '/discover' });
  const { page, context } = anna;
  const reason = (lists: number) => en('frequencies:reason.near', { lists, of: LISTS, month: MONTH });
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline);
    if (isOffline) await page.goto('/discover');
    await page.getByRole('button', { name: en('discover:here.use_location') }).click();
    const rows = page.getByRole('region', { name: en('common:screens.discover') }).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Eurasian wren' })).toContainText(reason(WITH_WREN));
    await expect(rows.first()).toContainText('European robin');
    await expect(rows.first()).toContainText(reason(LISTS));
    await expect(page.getByText(en('frequencies:likely.near', { of: LISTS, month: MONTH }))).toBeVisible();
  }
  await openObserve(page, 'en');
  const unusual = page.getByText(en('frequencies:unusual.near', { month: MONTH, of: LISTS }));
  await pickTaxon(page, 'wren', 'Eurasian wren');
  await expect(unusual).toHaveCount(0);
  await page
    .getByRole('button', { name: en('recording:taxon.change'), exact: true })
    .first()
    .click();
  await pickTaxon(page, 'kingfi', 'kingfisher');
  await expect(unusual).toBeVisible();
});
