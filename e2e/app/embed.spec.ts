import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from '@playwright/test';
import { deleteEmbed, putEmbed, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import { en } from '../words.ts';

/** Another website, whose pages have a frame with the address in their query. */
async function website(): Promise<{ origin: string; framing: (address: string) => string; close: () => void }> {
  const server = createServer((request, response) => {
    const address = new URL(request.url!, 'http://x').searchParams.get('frame') ?? '';
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Garden</title><iframe src="${address.replaceAll('&', '&amp;')}" width="440" height="490"></iframe>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, framing: (address) => `${origin}/?frame=${encodeURIComponent(address)}`, close: () => server.close() };
}

async function keyOf(url: string, account: Account, origins: string[]): Promise<{ id: string; key: string }> {
  const [id, key] = [randomUUID(), randomBytes(32).toString('base64url')];
  await call(url, putEmbed, { params: { id }, body: { key, label: 'garden', origins } }, account.token);
  return { id, key };
}

/** The frame of a page, and what went wrong in it. */
async function open(page: Page, address: string): Promise<{ frame: FrameLocator; errors: string[] }> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on(
    'console',
    (message) => message.type() === 'error' && /policy|script|module/i.test(message.text()) && errors.push(message.text()),
  );
  await page.goto(address);
  return { frame: page.frameLocator('iframe'), errors };
}

test('another website shows a person’s counter and map, without storing anything on the device', async ({
  veld,
  person,
  page,
  context,
}) => {
  const anna = await person('anna');
  const garden = await website();
  const body = {
    write_id: randomUUID(),
    taxon_id: null,
    verbatim_name: 'wren',
    latitude: 52.1,
    longitude: 5.1,
    geoprivacy: 'open' as const,
  };
  await call(
    veld.url,
    putObservation,
    { params: { id: randomUUID() }, headers: {}, body: { ...body, observed_on: '2026-05-01' } },
    anna.token,
  );
  const { key } = await keyOf(veld.url, anna, [garden.origin]);

  const counter = await open(page, garden.framing(`${veld.url}/embed?key=${key}&lang=nl&theme=dark`));
  await expect(counter.frame.getByRole('heading', { name: anna.user.name })).toBeVisible();
  await expect(counter.frame.locator('html')).toHaveAttribute('lang', 'nl');
  await expect(counter.frame.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  const map = await open(page, garden.framing(`${veld.url}/embed?key=${key}&type=map&lang=en`));
  await expect(map.frame.locator('[data-still="ready"]')).toBeVisible();
  await expect(map.frame.getByRole('img', { name: /^Map of the public records of/ })).toBeVisible();
  expect([...counter.errors, ...map.errors]).toEqual([]);

  const frame = page.frames().find((one) => one.url().includes('/embed'))!;
  const stored = await frame.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    keys: Object.keys(localStorage),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(stored).toEqual({ databases: [], keys: [], workers: 0 });
  expect(await context.cookies()).toEqual([]);
  garden.close();
});

test('a frame whose key was revoked says so, and the app itself stays out of frames', async ({ veld, person, page }) => {
  const anna = await person('anna');
  const garden = await website();
  const { id, key } = await keyOf(veld.url, anna, ['https://example.org']);
  const address = garden.framing(`${veld.url}/embed?key=${key}&lang=de`);

  // Another website than the key is for.
  await page.goto(address);
  await expect.poll(() => page.frames().at(-1)!.url()).toBe('chrome-error://chromewebdata/');

  await call(veld.url, deleteEmbed, { params: { id } }, anna.token);
  const { frame, errors } = await open(page, address);
  await expect(frame.getByRole('alert')).toHaveText(/^Das kann nicht gezeigt werden/);
  expect(errors).toEqual([]);

  await page.goto(garden.framing(`${veld.url}/welcome`));
  await expect.poll(() => page.frames().at(-1)!.url()).toBe('chrome-error://chromewebdata/');
  garden.close();
});

test('the settings show the frame beside its code, also when only another website may show it', async ({ signIn }) => {
  const { page, account } = await signIn('anna', { at: '/settings/embeds' });
  const section = page.locator('#embeds');
  await section.getByRole('button', { name: en('settings:embeds.new') }).click();
  await expect(section.getByLabel(en('settings:embeds.label'), { exact: true })).toBeFocused();
  await page.keyboard.type('garden');
  await section.getByLabel(en('settings:embeds.sites')).fill('example.org');
  await section.getByRole('button', { name: en('settings:embeds.create') }).click();
  const preview = section.frameLocator('iframe');
  await expect(preview.getByRole('heading', { name: account.user.name })).toBeVisible();
  await section.getByLabel(en('settings:embeds.kind_map'), { exact: true }).check();
  // A map is drawn when it comes into view.
  await preview.locator('[data-still]').scrollIntoViewIfNeeded();
  await expect(preview.locator('[data-still="ready"]')).toBeVisible();
  await expect(section.getByLabel(en('settings:embeds.code'))).toHaveValue(/type=map/);
});
