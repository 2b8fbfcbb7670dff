import { randomUUID } from 'node:crypto';
import { getMotivation, putObservation, putToast } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { advanceClock, ANSWER_MS } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { logInOn } from '../people.ts';
import { leaveSaved, openObserve, pickTaxon, saveRecord } from '../record-form.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ server: 'own', opensForm: false });

const announced = en('motivation:celebration.named', { names: '' }).trim();

test('a badge that was earned offline is announced once, on one device, and not at all when switched off', async ({
  signIn,
  installedDevice,
  veld,
}) => {
  const anna = await signIn('anna', { at: '/my-journeys' });
  const { page } = anna;
  // The device knows what is a first once it has all records of anna; an empty list says so.
  await expect(page.getByText(en('journeys:empty'))).toBeVisible();
  // And what is new once it knows what was earned before.
  await expect(page.getByRole('link', { name: en('motivation:level', { level: '0' }) })).toBeVisible();
  await anna.context.setOffline(true);
  await openObserve(page, 'en');
  await pickTaxon(page, 'small white', 'Small white');
  await saveRecord(page, 'en');
  await expect(page.getByText(en('recording:first.ever'))).toBeVisible();
  await anna.context.setOffline(false);
  await leaveSaved(page, 'en');
  await call(veld.url, putObservation, { params: { id: randomUUID() }, body: draft({ taxon_id: 1001 }) }, anna.account.token);

  // The job runs every minute.
  await expect
    .poll(
      async () => (await call(veld.url, getMotivation, {}, anna.account.token)).data.badges.some(({ earned_at }) => earned_at !== null),
      {
        timeout: timeLimit(150_000),
        intervals: [1_000],
      },
    )
    .toBe(true);
  await advanceClock(page, ANSWER_MS);
  await page.goto('/');
  await expect(page.getByText(announced)).toBeVisible();
  await page.getByRole('button', { name: en('motivation:celebration.show') }).click();
  await expect(page).toHaveURL(/\/profile\?tab=badges/);
  await expect(page.getByRole('heading', { name: en('motivation:badge.records.title') })).toBeVisible();

  const other = await installedDevice();
  await other.page.goto('/login');
  await logInOn(other.page, anna.account.email, 'en');
  await other.page.goto('/profile?tab=badges');
  await expect(other.page.getByRole('heading', { name: en('motivation:badge.records.title') })).toBeVisible();
  await expect(other.page.getByText(announced)).toHaveCount(0);

  await page.goto('/settings/gamification');
  await page.getByLabel(en('settings:gamification.on')).click();
  await page.goto('/profile?tab=badges');
  await expect(page.getByText(en('motivation:off'))).toBeVisible();
});

test('a message of an administrator is shown once', async ({ person, signIn, veld }) => {
  // The first account is that of the administrator.
  const admin = await person('dora');
  await call(
    veld.url,
    putToast,
    { params: { id: 'count' }, body: { level: 'info', text: { en: 'The spring count begins.' } } },
    admin.token,
  );
  const { page } = await signIn('ben', { at: '/feed' });
  await expect(page.getByText('The spring count begins.')).toBeVisible();
  await expect(page.getByText('The spring count begins.')).toBeHidden({ timeout: timeLimit(15_000) });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(3000);
  await expect(page.getByText('The spring count begins.')).toBeHidden();
});
