import { rmSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from './browser.ts';

/** A browser with its own storage, and the problems observed in it. */
export interface Device {
  context: BrowserContext;
  page: Page;
  origin: string;
  /** Requests to other origins, violations of the content security policy, and uncaught errors. Must stay empty. */
  problems: string[];
  /** The folder with the browser's storage; null when storage is in memory. */
  profile: string | null;
}

/**
 * The origin of every device with a prepared profile, whatever the server's port, because browser storage belongs to an origin.
 * Browsers treat `.localhost` as secure.
 */
const ORIGIN = 'http://veld.localhost';

/** A device with empty storage. */
export async function newDevice(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Device> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const problems = watch(context, url);
  return { context, page: await context.newPage(), origin: url, problems, profile: null };
}

export interface DeviceOptions extends BrowserContextOptions {
  /** A browser that `installedWholeBrowser` found, for what the small one does not have. */
  wholeBrowser?: string;
}

/** A device whose storage is the folder `profile`. `ORIGIN` resolves to the server at `url`. */
export async function openProfile(profile: string, url: string, { wholeBrowser, ...options }: DeviceOptions = {}): Promise<Device> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: wholeBrowser ?? browserPath(),
    args: [
      ...browserArguments,
      ...(wholeBrowser ? ['--headless=new'] : []),
      `--host-resolver-rules=MAP veld.localhost:80 ${new URL(url).host}`,
    ],
    baseURL: ORIGIN,
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const problems = watch(context, ORIGIN);
  return { context, page: context.pages()[0]!, origin: ORIGIN, problems, profile };
}

export async function closeDevice(device: Device): Promise<void> {
  await device.context.close().catch(() => undefined);
}

/** Closes a device and deletes its profile. */
export async function removeDevice(device: Device): Promise<void> {
  await closeDevice(device);
  if (device.profile) rmSync(device.profile, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Makes `navigator.onLine` false in a page of an offline context: Chromium resets it when a service worker answers a navigation.
 * Call the returned function before the context goes online again.
 */
export async function reportOffline(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  return () => session.detach();
}

/** Goes to a path as a link of the app does. Unlike `page.goto`, the page is not loaded again, and what it was doing goes on. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

function watch(context: BrowserContext, ownOrigin: string): string[] {
  const problems: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== ownOrigin && protocol !== 'data:' && protocol !== 'blob:') problems.push(`request to another origin: ${request.url()}`);
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(`content policy: ${message.text()}`);
  });
  return problems;
}
