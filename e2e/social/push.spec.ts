import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { putComment, putObservation } from '@veld/contract';
import { installedWholeBrowser } from '../../scripts/installed-browser.mjs';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { expect, test } from '../fixtures.ts';
import { awaitInstalled } from '../installed.ts';
import { putSession } from '../session.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

interface Registrations {
  registrations: { registrationId: string; scopeURL: string }[];
}

/**
 * Gives messages to the service worker as the browser's push service does. What comes before, from the server to a push service, is
 * in push.test.ts: no browser here may ask the service of its maker.
 */
async function pushTo(page: Page, origin: string): Promise<(data: string) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: Registrations) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  return async (data) => void (await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }));
}

/** The notifications of the system that are open. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

test('a push message is shown by the system, counts at the bell, and opens what it is about in the open window', async ({
  installedDevice,
  person,
  veld,
}) => {
  const wholeBrowser = installedWholeBrowser();
  test.skip(!wholeBrowser, 'Only a browser with all parts shows notifications.');
  const [anna, ben] = [await person('anna'), await person('ben')];
  const device = await installedDevice({ wholeBrowser });
  const { page, context } = device;
  await putSession(page, veld.url, anna);
  await context.grantPermissions(['notifications'], { origin: device.origin });
  const id = randomUUID();
  await call(veld.url, putObservation, { params: { id }, body: draft({ taxon_id: null, verbatim_name: 'a moth' }) }, anna.token);
  await page.goto('/notifications');
  await awaitInstalled(page);
  await page.getByRole('button', { name: en('notifications:read_all') }).click();
  const bell = page.getByRole('link', { name: new RegExp(`^${en('common:screens.notifications')}`) }).filter({ visible: true });
  await expect(bell.first()).not.toHaveAccessibleName(/unread/);
  const push = await pushTo(page, device.origin);

  const comment = { text: 'Seen here too', write_id: randomUUID(), written_at: new Date().toISOString(), is_edit: false };
  await call(veld.url, putComment, { params: { id, comment: randomUUID() }, body: comment }, ben.token);
  const message = { title: 'a moth', body: 'ben commented', tag: `comment ${id}`, path: `/observations/${id}#comments` };
  // A browser that is busy starting loses a message at times, which a push service would send again.
  await expect(async () => {
    await push(JSON.stringify(message));
    await expect
      .poll(() => shown(page), { timeout: timeLimit(5_000) })
      .toEqual([{ title: 'a moth', body: 'ben commented', tag: `comment ${id}` }]);
  }).toPass({ timeout: timeLimit(60_000) });
  // Without a reload: the worker tells the window.
  await expect(bell.first()).toHaveAccessibleName(/\b1 unread$/, { timeout: timeLimit(30_000) });

  // The next message about the same record takes the place of the first.
  await push(JSON.stringify({ ...message, body: 'ben and cem commented' }));
  await expect.poll(() => shown(page)).toEqual([{ title: 'a moth', body: 'ben and cem commented', tag: `comment ${id}` }]);

  const [worker] = context.serviceWorkers();
  // A text, because types of workers are not those of pages.
  await worker!.evaluate(`self.registration
    .getNotifications()
    .then(([notification]) => self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
  await expect(page).toHaveURL(`${device.origin}/observations/${id}#comments`);
  await expect.poll(() => shown(page)).toEqual([]);

  // What the server never sends is shown without its words, and leads to the list.
  await push('hello');
  await expect.poll(() => shown(page)).toEqual([{ title: 'Veld', body: '', tag: 'veld' }]);
});
