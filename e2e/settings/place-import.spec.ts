import type { SavedPlace } from '@veld/contract';
import { expect, test } from '../fixtures.ts';
import { putSession } from '../session.ts';
import { en } from '../words.ts';

const GPX = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="52.437" lon="5.372"><ele>1</ele><name><![CDATA[Hide & seat]]></name></wpt>
  <trk><name>Dune path</name><trkseg><trkpt lat="52.536" lon="4.618"/><trkpt lat="52.547" lon="4.622"/><trkpt lat="52.558" lon="4.624"/></trkseg></trk>
</gpx>`;

test.use({ opensForm: false });

test('places of a GPX file are imported without a connection, and a second device gets them', async ({ anna, veld, installedDevice }) => {
  const { page, context } = anna;
  await page.goto('/settings/my-locations');
  const choose = page.getByRole('button', { name: en('settings:places.import.choose') });
  await expect(choose).toBeVisible();
  await context.setOffline(true);

  const choosing = page.waitForEvent('filechooser');
  await choose.click();
  await (await choosing).setFiles({ name: 'walk.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(GPX) });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Hide & seat')).toBeChecked();
  await expect(dialog.getByLabel('Dune path')).toBeChecked();
  await dialog.getByRole('button', { name: en('settings:places.import.add_other', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: 'Hide & seat' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dune path' })).toBeVisible();
  // Without a connection they survive a reload.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dune path' })).toBeVisible();

  await context.setOffline(false);
  const saved = async () => {
    const answer = await fetch(`${veld.url}/api/settings/locations`, { headers: { authorization: `Bearer ${anna.account.token}` } });
    return ((await answer.json()) as { data: SavedPlace[] }).data;
  };
  await expect
    .poll(async () => (await saved()).map(({ geometry }) => geometry?.type ?? 'Point').toSorted())
    .toEqual(['LineString', 'Point']);

  const second = await installedDevice();
  await putSession(second.page, veld.url, anna.account);
  await second.page.goto('/settings/my-locations');
  await expect(second.page.getByRole('heading', { name: 'Hide & seat' })).toBeVisible();
  await expect(second.page.getByText(en('settings:places.shape.line', { length: '2.5 km' }))).toBeVisible();
});
