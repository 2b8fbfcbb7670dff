import { rmSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';

/** A device: a browser with its own storage, and all that went wrong in it. */
export interface Device {
  context: BrowserContext;
  page: Page;
  origin: string;
  /** Requests to other origins, breaches of the content policy, errors that no code caught. Must stay empty. */
  troubles: string[];
  /** The folder with its storage; null where that is in memory. */
  profile: string | null;
}

/**
 * Under this address a device with a prepared profile knows its server, whatever the server's port: what a browser stores belongs
 * to an origin. Browsers count `.localhost` as secure.
 */
const ORIGIN = 'http://veld.localhost';

/** A device that has seen nothing yet. */
export async function newDevice(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Device> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const troubles = watch(context, url);
  return { context, page: await context.newPage(), origin: url, troubles, profile: null };
}

/** A device whose storage is the profile in that folder; it finds the server at `url`. */
export async function openProfile(profile: string, url: string, options: BrowserContextOptions = {}): Promise<Device> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    args: [...browserArguments, `--host-resolver-rules=MAP veld.localhost:80 ${new URL(url).host}`],
    baseURL: ORIGIN,
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const troubles = watch(context, ORIGIN);
  return { context, page: context.pages()[0]!, origin: ORIGIN, troubles, profile };
}

export async function closeDevice(device: Device): Promise<void> {
  await device.context.close().catch(() => undefined);
}

/** Ends a device for good. */
export async function removeDevice(device: Device): Promise<void> {
  await closeDevice(device);
  if (device.profile) rmSync(device.profile, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Makes `navigator.onLine` false in a page of a context that is offline: Chromium forgets that part, and only that, when a service
 * worker answers a navigation. Call the result before the context goes online again.
 */
export async function reportOffline(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  return () => session.detach();
}

function watch(context: BrowserContext, ownOrigin: string): string[] {
  const troubles: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== ownOrigin && protocol !== 'data:' && protocol !== 'blob:') troubles.push(`asked another origin: ${request.url()}`);
  });
  context.on('weberror', (error) => troubles.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) troubles.push(`content policy: ${message.text()}`);
  });
  return troubles;
}
