import { checkVersion } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { advanceClock } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { leaveSaved, pickTaxon, record, saveRecord } from '../record-form.ts';
import { en } from '../words.ts';

/** Whether a tap in the middle of an element reaches it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

test.describe('behind a proxy', () => {
  test.use({ isBehindProxy: true, opensForm: false });

  test('C7: a new version of the app waits while a form is open, and the form is restored after the reload', async ({
    anna,
    veld,
    faultyProxy,
  }) => {
    const { page } = anna;
    await page.goto('/observe');
    await page.getByRole('combobox').fill('kingf');
    await page.getByRole('option').filter({ hasText: 'Common kingfisher' }).first().click();
    await page.evaluate(() => ((globalThis as unknown as { mark: number }).mark = 1));
    const worker = await (await fetch(`${veld.url}/service-worker.js`)).text();
    faultyProxy.overrides.set('/service-worker.js', `${worker}\n// Another build.\n`);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const notice = page.getByText(en('common:error.update_ready')).first();
    await expect(notice).toBeVisible();
    expect(await page.evaluate(() => (globalThis as unknown as { mark?: number }).mark)).toBe(1);
    await expect(page.getByText('Alcedo atthis').first()).toBeVisible();
    // On a phone the notice does not cover the save button, which takes the place of the navigation.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.getByRole('button', { name: en('recording:observe.save') }).evaluate(isOnTop)).toBe(true);
    await page
      .getByRole('button', { name: en('common:action.reload') })
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { mark?: number }).mark ?? null).catch(() => 1)).toBeNull();
    await expect(page.getByText('Alcedo atthis').first()).toBeVisible();
    await saveRecord(page, 'en');
  });
});

test.describe('on a server of another version', () => {
  test.use({ server: 'own' });

  test('C24: when the server requires a newer app, unsent records are counted, can be exported, and are still accepted', async ({
    anna,
    veld,
  }) => {
    const { page, context } = anna;
    await context.setOffline(true);
    await record(page, 'robin', 'European robin');
    // The record stays on the device until this is lifted.
    const saves = '**/api/observations/**';
    await context.route(saves, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
    await veld.stop();
    await veld.start({ MINIMUM_APP_VERSION: '99.0.0' });
    const { update_required } = await call(veld.url, checkVersion, { body: { version: '0.1.0' } });
    expect(update_required).toBe(true);
    await context.setOffline(false);
    // The app keeps the last answer for ten seconds.
    await advanceClock(page, 11_000);
    await page.goto('/');
    await expect(page).toHaveURL(/app-update/);
    await expect(page.getByText(en('common:sync.waiting_one', { count: 1 })).first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: en('operations:update.export') }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
    expect(await anna.onServer()).toEqual([]);
    await context.unroute(saves);
    await page.reload();
    await expect.poll(async () => (await anna.onServer()).length).toBe(1);
    await expect(page.getByText(en('common:sync.all_synced')).first()).toBeVisible();
    await page.getByRole('link', { name: en('operations:update.keep_recording') }).click();
    await pickTaxon(page, 'kingf', 'Common kingfisher');
    await saveRecord(page, 'en');
    await leaveSaved(page, 'en');
    await expect.poll(async () => (await anna.onServer()).length).toBe(2);
  });
});
