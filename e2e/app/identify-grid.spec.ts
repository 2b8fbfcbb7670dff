import { createHash, randomUUID } from 'node:crypto';
import { listIdentifications, listNotifications, listSpecies, listWaiting, putObservation } from '@veld/contract';
import sharp from 'sharp';
import { call, uploadPhoto } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import type { RunningVeld } from '../server.ts';
import { countTaps } from '../taps.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

// The queue shows what everybody records, so nobody else may record here.
test.use({ ...PHONE, server: 'own', opensForm: false });

const MOTHS = 30;
const MOTH = 'Elephant hawk-moth';

/** Bram's moths of May in the Netherlands, each with the same photo. */
async function recordMoths({ url }: RunningVeld, bram: Account): Promise<string[]> {
  const species = await call(url, listSpecies, {}, bram.token);
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: { r: 150, g: 120, b: 160 } } })
    .jpeg()
    .toBuffer();
  const photo = { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
  const ids = Array.from({ length: MOTHS }, () => randomUUID());
  for (const id of ids) {
    const body = {
      write_id: randomUUID(),
      taxon_id: species[MOTH]!,
      observed_on: '2026-05-17',
      latitude: 52.09,
      longitude: 5.12,
      geoprivacy: 'open' as const,
      media: [{ id: photo.id, sha256: photo.sha256, type: 'image/jpeg' as const, width: 640, height: 480, order: 0 }],
    };
    await call(url, putObservation, { params: { id }, body }, bram.token);
  }
  await uploadPhoto(url, photo, bram.token);
  return ids;
}

test('30 moths of one country in a month are agreed with in 5 taps, and another one in one', async ({ veld, person, anna }) => {
  const bram = await person('bram');
  const ids = await recordMoths(veld, bram);
  const { page, account } = anna;
  const waiting = async () => (await call(veld.url, listWaiting, { query: { limit: 50 } }, account.token)).data.length;
  await expect.poll(waiting, { timeout: timeLimit(60_000) }).toBe(MOTHS);
  const { tap, taps } = countTaps();

  await page.goto('/explore?group=butterfly&month=5&country=NL');
  await tap(page.getByRole('link', { name: en('explore:identify') }));
  await tap(page.getByText(en('identifications:grid.grid'), { exact: true }));
  await tap(page.getByRole('button', { name: en('identifications:grid.mark_all') }));
  await tap(page.getByRole('button', { name: en('identifications:grid.agree', { number: MOTHS }) }));
  await tap(page.getByRole('dialog').getByRole('button', { name: en('identifications:grid.agree', { number: MOTHS }) }));
  await expect(page.getByText(en('identifications:grid.done'), { exact: true })).toHaveCount(MOTHS);
  expect(taps()).toBe(5);
  await expect.poll(waiting, { timeout: timeLimit(30_000) }).toBe(0);
  expect((await anna.onDevice()).outbox).toEqual([]);

  await page.getByRole('button', { name: en('common:action.undo') }).tap();
  await expect.poll(waiting, { timeout: timeLimit(30_000) }).toBe(MOTHS);

  await page.goto('/identify?group=butterfly&month=5&country=NL');
  const name = page.getByRole('heading', { level: 2, name: MOTH });
  await expect(name).toBeVisible();
  const agree = page.getByRole('button', { name: en('identifications:agree_with', { name: MOTH }) });
  // The name is above the photo, and the button within reach of the thumb.
  const photo = await page.getByRole('article').getByRole('img').first().boundingBox();
  expect((await name.boundingBox())!.y).toBeLessThan(photo!.y);
  expect((await agree.boundingBox())!.y).toBeGreaterThan(844 / 2);
  await agree.tap();
  await expect.poll(waiting, { timeout: timeLimit(30_000) }).toBe(MOTHS - 1);
  const agreed = await Promise.all(ids.map((id) => call(veld.url, listIdentifications, { params: { id } }, bram.token)));
  expect(agreed.flatMap(({ data }) => data.identifications.filter((one) => !one.is_withdrawn))).toHaveLength(1);
});

test('what is not wild is said in two taps, and its observer is told', async ({ veld, person, anna }) => {
  const bram = await person('bram');
  await recordMoths(veld, bram);
  const { page, account } = anna;
  const waiting = async () => (await call(veld.url, listWaiting, { query: { limit: 50 } }, account.token)).data.length;
  await expect.poll(waiting, { timeout: timeLimit(60_000) }).toBe(MOTHS);
  const { tap, taps } = countTaps();
  await page.goto('/identify?country=NL');
  await tap(page.getByRole('button', { name: en('identifications:queue.more_actions') }));
  await tap(page.getByRole('menuitem', { name: en('identifications:votes.no.wild') }));
  expect(taps()).toBe(2);
  await expect.poll(waiting, { timeout: timeLimit(30_000) }).toBe(MOTHS - 1);
  const { data: told } = await call(veld.url, listNotifications, { query: { kind: 'vote' } }, bram.token);
  expect(told.map(({ vote, people }) => [vote, people.map(({ name }) => name)])).toEqual([['wild', [account.user.name]]]);
});
