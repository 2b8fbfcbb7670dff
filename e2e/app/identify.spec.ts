import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listIdentifications, listSpecies, listWaiting, putObservation } from '@veld/contract';
import sharp from 'sharp';
import { call, uploadPhoto } from '../../seed/api.ts';
import { reportOffline } from '../device.ts';
import { expect, type SignedIn, test } from '../fixtures.ts';
import { awaitInstalled } from '../installed.ts';
import type { Account } from '../people.ts';
import type { RunningVeld } from '../server.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

// The queue shows what everybody records, so nobody else may record here.
test.use({ server: 'own', opensForm: false });

const SPECIES = ['European robin', 'Common kingfisher', 'Common blackbird', 'European robin'] as const;
const QUEUE = '/identify?country=worldwide';

/** Records of bram, each with a photo that others can see, in the order in which the queue shows them. */
async function records({ url }: RunningVeld, bram: Account): Promise<string[]> {
  const ids = await call(url, listSpecies, {}, bram.token);
  const made: string[] = [];
  for (const [at, name] of SPECIES.entries()) {
    const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: { r: 40 * at, g: 120, b: 60 } } })
      .jpeg()
      .toBuffer();
    const photo = { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
    const { id: media, sha256 } = photo;
    const id = randomUUID();
    const body = {
      write_id: randomUUID(),
      taxon_id: ids[name]!,
      observed_on: '2026-05-17',
      latitude: 52.09,
      longitude: 5.12,
      geoprivacy: 'open' as const,
      media: [{ id: media, sha256, type: 'image/jpeg' as const, width: 640, height: 480, order: 0 }],
    };
    await call(url, putObservation, { params: { id }, body }, bram.token);
    await uploadPhoto(url, photo, bram.token);
    made.unshift(id);
  }
  return made;
}

const shown = (page: Page, name: string) => expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
const position = (page: Page, number: number, total: number) =>
  expect(page.getByText(en('identifications:queue.position', { number, total }), { exact: true })).toBeVisible();

/** What anna says about a record, as the server has it. */
async function annas({ url }: RunningVeld, { account }: SignedIn, id: string): Promise<[name: string, isWithdrawn: boolean][]> {
  const { data } = await call(url, listIdentifications, { params: { id } }, account.token);
  return data.identifications.filter(({ user }) => user.id === account.user.id).map((one) => [one.taxon.name, one.is_withdrawn]);
}

test('anna names bram’s records by keyboard, and one more without a connection, exactly once', async ({ veld, person, anna }) => {
  const ids = await records(veld, await person('bram'));
  const { page, context } = anna;
  const waiting = async () => (await call(veld.url, listWaiting, { query: { country: 'worldwide' } }, anna.account.token)).data.length;
  await expect.poll(waiting, { timeout: timeLimit(30_000) }).toBe(SPECIES.length);

  await page.goto(QUEUE);
  await shown(page, 'European robin');
  await position(page, 1, 4);
  await page.keyboard.press('a');
  await shown(page, 'Common blackbird');
  await expect.poll(() => annas(veld, anna, ids[0]!)).toEqual([['European robin', false]]);

  // Taken back within ten seconds.
  await page.keyboard.press('a');
  await shown(page, 'Common kingfisher');
  await page.getByRole('button', { name: en('common:action.undo') }).click();
  await shown(page, 'Common blackbird');
  await expect.poll(async () => (await annas(veld, anna, ids[1]!)).every(([, isWithdrawn]) => isWithdrawn)).toBe(true);

  // Another name, from the names on the device.
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('robin');
  await dialog
    .getByRole('option')
    .filter({ hasText: 'European robin' })
    .first()
    .click({ timeout: timeLimit(60_000) });
  await shown(page, 'Common kingfisher');
  await expect
    .poll(async () => (await annas(veld, anna, ids[1]!)).filter(([, isWithdrawn]) => !isWithdrawn))
    .toEqual([['European robin', false]]);
  await page.keyboard.press('s');
  await shown(page, 'European robin');
  await page.keyboard.press('ArrowLeft');
  await shown(page, 'Common kingfisher');
  await expect(page.getByText(en('identifications:queue.skipped'), { exact: true }).first()).toBeVisible();

  // With the skipped one, two are left.
  await awaitInstalled(page);
  await page.goto(`${QUEUE}&skipped=1`);
  await position(page, 1, 2);
  await page.goto(QUEUE);
  await position(page, 1, 1);
  await page.getByRole('button', { name: en('identifications:queue.kept.keep', { number: 1 }) }).click();
  await expect(page.getByText(/^Photos: 1 of 1/)).toBeVisible();

  await context.setOffline(true);
  await page.goto('/identify');
  const stopReporting = await reportOffline(page);
  await shown(page, 'European robin');
  const photo = page.getByRole('main').getByRole('img').first();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('1');
  await expect(page.getByText(en('identifications:queue.kept.end'))).toBeVisible();
  expect(await annas(veld, anna, ids[3]!)).toEqual([]);

  await stopReporting();
  await context.setOffline(false);
  await expect.poll(() => annas(veld, anna, ids[3]!), { timeout: timeLimit(60_000) }).toEqual([['European robin', false]]);
  await page.goto('/identify?kept=1');
  await expect(page.getByText(en('identifications:queue.kept.left', { left: 0, total: 1 }))).toBeVisible();
  expect(await annas(veld, anna, ids[3]!)).toEqual([['European robin', false]]);
  expect((await anna.onDevice()).outbox).toEqual([]);
});
