import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { OwnJourney, TrackPoint } from '@veld/contract';
import { expect, test } from '../fixtures.ts';
import { putSession } from '../session.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

/** Two parts of ten minutes with an hour between them, through the dunes and up a hill. CDATA and a description, as some apps write them. */
const MINUTES = [...Array(10).keys(), ...Array.from({ length: 10 }, (_, at) => 70 + at)];
const pointAt = (minute: number) =>
  `<trkpt lat="${(52.5 + minute / 2000).toFixed(6)}" lon="4.618"><ele>${minute}.5</ele><time>${new Date(Date.UTC(2026, 4, 9, 8, minute)).toISOString()}</time></trkpt>`;
const GPX = `<?xml version="1.0" encoding="UTF-8" standalone='yes' ?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="52.437" lon="5.372"><name>Car park</name></wpt>
  <trk><name><![CDATA[Dunes & hill]]></name>
    <trkseg>${MINUTES.slice(0, 10).map(pointAt).join('')}</trkseg>
    <trkseg>${MINUTES.slice(10).map(pointAt).join('')}<trkpt lat="undefined" lon="undefined"/></trkseg>
  </trk>
</gpx>`;

async function importTrack(page: Page, file: { name: string; text: string }): Promise<Locator> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: en('journeys:import.choose') }).click();
  await (await choosing).setFiles({ name: file.name, mimeType: 'application/gpx+xml', buffer: Buffer.from(file.text) });
  return page.getByRole('dialog');
}

async function openAction(page: Page, key: string): Promise<Locator> {
  await page.getByRole('button', { name: en('common:nav.more'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en(key) })
    .click();
  return page.getByRole('dialog', { name: en(key) });
}

const segmentsIn = (gpx: string) =>
  gpx
    .split('<trkseg>')
    .slice(1)
    .map((part) => part.match(/<trkpt/g)?.length);

test('a track is imported, looked at, trimmed, exported and read back without a connection, and a second device gets it', async ({
  anna,
  veld,
  installedDevice,
}) => {
  const { page, context } = anna;
  await page.goto('/my-journeys');
  await expect(page.getByRole('button', { name: en('journeys:import.choose') })).toBeVisible();
  await context.setOffline(true);

  const preview = await importTrack(page, { name: 'walk.gpx', text: GPX });
  await expect(preview.getByLabel(en('journeys:import.name'))).toHaveValue('Dunes & hill');
  await expect(preview.getByText(/10:00 – 11:19 · 1\skm · 18\smin · 20 points/)).toBeVisible();
  await expect(preview.getByText(en('journeys:import.skipped_one', { number: 1 }))).toBeVisible();
  await preview.getByRole('button', { name: en('journeys:import.add_one', { count: 1 }) }).click();

  await expect(page.getByRole('heading', { name: 'Dunes & hill', level: 1 })).toBeVisible();
  await expect(page.getByRole('slider', { name: en('journeys:elevation.title') })).toBeVisible();
  await expect(page.locator('[data-map="idle"]')).toBeVisible();
  await expect(page.getByText(en('journeys:overview.unsent'))).toBeVisible();
  // Until a time: the slider goes from the first to the last point.
  await page.getByLabel(en('journeys:page.until')).focus();
  await page.keyboard.press('Home');
  await expect(page.locator('output').filter({ hasText: '10:00' })).toBeVisible();

  const trim = await openAction(page, 'journeys:action.trim');
  await trim.getByRole('slider').first().focus();
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowRight');
  await trim.getByRole('button', { name: en('common:action.save') }).click();
  await expect(trim).toBeHidden();
  await expect(page.getByText('Saturday, 9 May 2026, 10:03 – 11:19')).toBeVisible();

  const exporting = await openAction(page, 'journeys:action.export');
  const downloading = page.waitForEvent('download');
  await exporting.getByRole('button', { name: en('journeys:export.download') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Dunes & hill.gpx');
  const exported = readFileSync(await download.path(), 'utf8');
  expect(segmentsIn(exported)).toEqual([7, 10]);

  await page.goto('/my-journeys');
  const again = await importTrack(page, { name: download.suggestedFilename(), text: exported });
  await again.getByLabel(en('journeys:import.name')).fill('Read back');
  await again.getByRole('button', { name: en('journeys:import.add_one', { count: 1 }) }).click();
  await expect(page.getByRole('heading', { name: 'Read back', level: 1 })).toBeVisible();
  await page.goto('/my-journeys?view=calendar');
  await expect(page.getByRole('link', { name: 'Saturday, 9 May 2026: 2 journeys' })).toBeVisible();
  await page.goto('/my-journeys?view=map');
  await expect(page.locator('[data-map="idle"]')).toBeVisible();

  await context.setOffline(false);
  const get = async <T>(path: string) => {
    const answer = await fetch(`${veld.url}/api/journeys${path}`, { headers: { authorization: `Bearer ${anna.account.token}` } });
    return ((await answer.json()) as { data: T }).data;
  };
  await expect
    .poll(async () => (await get<OwnJourney[]>('/changes')).map(({ name, track }) => `${name}: ${track.points}`).toSorted())
    .toEqual(['Dunes & hill: 20', 'Read back: 17']);
  const [original, copy] = (await get<OwnJourney[]>('/changes')).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const facts = async ({ id }: OwnJourney) =>
    (await get<TrackPoint[]>(`/${id}/points`)).map(({ t, latitude, longitude, elevation_m }) => [t, latitude, longitude, elevation_m]);
  expect(await facts(copy!)).toEqual((await facts(original!)).slice(3));

  const second = await installedDevice();
  await putSession(second.page, veld.url, anna.account);
  await second.page.goto(`/journey/${original!.id}`);
  await expect(second.page.getByText('Saturday, 9 May 2026, 10:03 – 11:19')).toBeVisible();
  await expect(second.page.getByRole('slider', { name: en('journeys:elevation.title') })).toBeVisible();
});

test('a file that is no track says so in one sentence', async ({ anna: { page } }) => {
  await page.goto('/my-journeys');
  const bad = GPX.replaceAll(/lat="[^"]*"/g, 'lat="undefined"');
  await importTrack(page, { name: 'bad.gpx', text: bad });
  await expect(page.getByRole('alert')).toHaveText(`bad.gpx: ${en('journeys:import.fault.points')}`);
  await importTrack(page, { name: 'places.gpx', text: GPX.slice(0, 300) });
  await expect(page.getByRole('alert')).toHaveText(`places.gpx: ${en('journeys:import.fault.places')}`);
});

test('a track file that ends in the middle gives every complete point and says that the end is missing', async ({ anna: { page } }) => {
  await page.goto('/my-journeys');
  const dialog = await importTrack(page, { name: 'cut.gpx', text: GPX.slice(0, 900) });
  await expect(dialog.getByText(en('journeys:import.cut'))).toBeVisible();
  const complete = GPX.slice(0, 900).split('</trkpt>').length - 1;
  await expect(dialog.getByText(en('journeys:import.points_other', { number: complete }))).toBeVisible();
});
