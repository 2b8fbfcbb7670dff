import { createHash, randomUUID } from 'node:crypto';
import { listSpecies, putObservation } from '@veld/contract';
import sharp from 'sharp';
import { call, uploadPhoto } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { accessibilityFaults } from '../screens/accessibility.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ ...PHONE, server: 'own', serverSettings: { ALLOW_BROWSING: '1' }, opensForm: false });

test('a visitor opens the link of a record and sees species, photo, place and citation; of a hidden one only what is public', async ({
  veld,
  person,
  freshDevice,
}) => {
  await person('keeper');
  const bram = await person('bram');
  const species = await call(veld.url, listSpecies, {}, bram.token);
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: { r: 90, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer();
  const photo = { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
  const [open, hidden, secret] = [randomUUID(), randomUUID(), randomUUID()];
  const record = (id: string, change: object) => {
    const body = {
      write_id: randomUUID(),
      taxon_id: species['Common kingfisher']!,
      observed_on: '2026-05-17',
      latitude: 52.09083,
      longitude: 5.12222,
      ...change,
    };
    return call(veld.url, putObservation, { params: { id }, body: { geoprivacy: 'open', ...body } }, bram.token);
  };
  const media = [{ id: photo.id, sha256: photo.sha256, type: 'image/jpeg' as const, width: 800, height: 600, order: 0 }];
  await record(open, { media });
  await record(hidden, { geoprivacy: 'obscured' });
  await record(secret, { geoprivacy: 'private' });
  await uploadPhoto(veld.url, photo, bram.token);

  const { page } = await freshDevice();
  const image = page.getByRole('main').getByRole('img', { name: /kingfisher/ });
  const read = async (id: string) => (await fetch(`${veld.url}/observations/${id}`)).text();
  // A job renders the photo for others.
  await expect.poll(() => read(open), { timeout: timeLimit(60_000) }).toContain('<figure>');
  const openPage = async (id: string) => {
    await page.goto(`/observations/${id}`);
    // The page of the document has gone, and that of the app is there.
    await expect(page.locator('#public-page')).toHaveCount(0);
  };
  await openPage(open);
  await expect(page.getByRole('heading', { level: 1, name: 'Common kingfisher' })).toBeVisible();
  await expect(page.getByText('Alcedo atthis').first()).toBeVisible();
  await expect(page.getByText(/Utrecht/).first()).toBeVisible();
  const citation = page.getByRole('region', { name: en('visitors:page.cite') });
  await expect(citation).toContainText('bram');
  await expect(citation).toContainText('2026');
  expect(await image.first().evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth > 0))).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  // While the app waits for its content, the page of the document is all there is.
  await page.route('**/api/visitors/pages/**', () => {});
  await page.goto(`/observations/${open}`);
  await expect(page.locator('h1[data-loading]')).toBeAttached();
  await expect(page.locator('h1[data-loading]')).toBeHidden();
  await expect(page.locator('#public-page').getByRole('heading', { level: 1, name: 'Common kingfisher' })).toBeVisible();
  await page.unroute('**/api/visitors/pages/**');
  await openPage(open);
  // The way in leads back to the record.
  await expect(page.getByRole('complementary').getByRole('link', { name: en('visitors:register') })).toHaveAttribute(
    'href',
    `/register?next=${encodeURIComponent(`/observations/${open}`)}`,
  );

  await openPage(hidden);
  await expect(page.getByRole('heading', { level: 1, name: 'Common kingfisher' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('May 2026');
  for (const text of [await read(hidden), await page.content()]) expect(text).not.toMatch(/52\.09083|5\.12222|2026-05-17|17 May/);
  expect(await accessibilityFaults(page)).toEqual([]);

  // A private one says nothing of its place, not even the town.
  await openPage(secret);
  await expect(page.getByRole('heading', { level: 1, name: 'Common kingfisher' })).toBeVisible();
  for (const text of [await read(secret), await page.content()]) expect(text).not.toMatch(/52\.09083|5\.12222|2026-05-17|17 May|Utrecht/);

  const unknown = randomUUID();
  expect((await fetch(`${veld.url}/observations/${unknown}`)).status).toBe(404);
  await page.goto(`/observations/${unknown}`);
  await expect(page.getByText(en('visitors:page.missing'))).toBeVisible();
});
